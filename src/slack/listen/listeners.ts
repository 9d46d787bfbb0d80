// Everything that the app listens for. manifest.yml names the same commands, shortcuts, events and steps.
import type { App } from '@slack/bolt';
import type { SlackContext } from '#slack/context.ts';
import { openHome, showHomeMessage } from '#slack/home/home.ts';
import { listenToSteps } from '#slack/steps/steps.ts';
import { listenToActions } from './actions.ts';
import { listenToCommands } from './commands.ts';
import { listenToOrderForms } from './order-forms.ts';
import { listenToShortcuts } from './shortcuts.ts';
import { listenToViews } from './views.ts';

export function listen(app: App, ctx: SlackContext): void {
  listenToCommands(app, ctx);
  listenToActions(app, ctx);
  listenToViews(app, ctx);
  listenToOrderForms(app, ctx);
  listenToShortcuts(app, ctx);
  listenToSteps(app, ctx);

  app.event('app_home_opened', async ({ event }) => {
    if (event.tab !== 'home') return;
    const userId = event.user;
    const reply = (text: string) => showHomeMessage(ctx, userId, text);
    const request = { userId, right: 'either' as const, about: { event: 'app_home_opened' }, reply };
    await ctx.guard(request, () => openHome(ctx, userId));
  });
}
