// Everything that the app listens for. manifest.yml names the same commands, shortcuts, events and steps.
import type { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Reporter } from '#observability/reporter.ts';
import type { Replies } from '#slack/delivery/replies.ts';
import type { Tasks } from '#slack/tasks/tasks.ts';
import type { Leases } from '#store/store.ts';
import { listenToActions } from './actions.ts';
import { listenToCommands } from './commands.ts';
import { listenToEvents } from './events.ts';
import type { Guard } from './guard.ts';
import { listenToShortcuts } from './shortcuts.ts';
import { listenToSteps } from './steps.ts';
import { listenToViews } from './views.ts';

export type ListenerDeps = {
  tasks: Tasks;
  replies: Replies;
  client: WebClient;
  leases: Leases;
  reporter: Reporter;
  guard: Guard;
};

export function listen(app: App, deps: ListenerDeps): void {
  // Merchants may rename the command in the manifest; help outside a command shows the name that was used last.
  let commandName = '/pay';
  const heard = (name: string) => {
    commandName = name;
  };
  listenToCommands(app, { ...deps, heard });
  listenToActions(app, deps);
  listenToViews(app, deps);
  listenToShortcuts(app, deps);
  listenToEvents(app, { ...deps, commandName: () => commandName });
  listenToSteps(app, deps);
}
