// Buttons and menus of cards, answers and Home. Whoever may act can press them, whoever the order belongs to.
import type { App } from '@slack/bolt';
import { parseStoredReference } from '#orders/reference.ts';
import { ORDER_MENU, readMenuValue } from '#slack/card/buttons.ts';
import type { SlackContext } from '#slack/context.ts';
import { type Action, anyOf, guardedBy, partOf } from '#slack/feature.ts';
import { ACTIONS, MENU_ITEMS, SUBCOMMANDS } from '#slack/features.ts';
import { isMore, showMoreFound } from '#slack/find/search.ts';
import { isEverybodys, listMore } from '#slack/home/home.ts';
import { MORE_HELP } from '#slack/home/open-orders.ts';
import { INPUT_GONE, wentWrong } from '#slack/text/people.ts';
import { replyWith } from './answers.ts';
import { answerWords } from './commands.ts';
import { moreHelp, SUBCOMMAND } from './help.ts';
import { type PressAction, pressOf } from './press.ts';

export function listenToActions(app: App, ctx: SlackContext): void {
  const actions = new Map([...ACTIONS, ...Object.entries(ACTIONS_OF_ALL)]);
  const pressed = { type: 'block_actions', action_id: anyOf(actions.keys()) } as const;
  app.action<PressAction>(pressed, async ({ ack, ...args }) => {
    await ack();
    const { action_id: actionId } = args.action;
    const action = partOf(actions, actionId);
    const press = pressOf(args, ctx);
    const { userId, value, reply } = press;
    const reference = actionId === ORDER_MENU ? readMenuValue(value).reference : value;
    const request = {
      ...{ userId, reply, about: { action: actionId } },
      order: action.isAboutOrder && parseStoredReference(reference.split('#', 1)[0] ?? ''),
      ...guardedBy(action, press),
    };
    await ctx.guard(request, () => replyWith(reply, action.run(ctx, press)));
  });

  // Slack reports presses of buttons that only open an address, too, and shows a warning when nobody acknowledges them.
  app.action(anyOf(['open_payment_page', 'open_whatsapp', 'open_card']), async ({ ack }) => ack());
}

/** Menus and buttons that lead to several features. */
const ACTIONS_OF_ALL: Readonly<Record<string, Action>> = {
  [ORDER_MENU]: {
    isAboutOrder: true,
    right: ({ value }) => guardOfItem(value).right ?? 'act',
    whenFailed: (incident, error, { value }) =>
      guardOfItem(value).whenFailed?.(incident, error) ?? wentWrong(incident),
    run(ctx, press) {
      const { item, reference } = readMenuValue(press.value);
      return partOf(MENU_ITEMS, item).run(ctx, { ...press, value: reference });
    },
  },
  more: {
    right: ({ value }) => (isMore(value) ? 'act' : isEverybodys(value) ? 'approve' : 'either'),
    async run(ctx, { value, show, ...person }) {
      if (value === MORE_HELP) return moreHelp(await ctx.commandName.last());
      if (isMore(value)) return show(await showMoreFound(ctx, value, person.userId));
      return listMore(ctx, value, person);
    },
  },
  [SUBCOMMAND]: {
    right: 'either',
    async run(ctx, { value, userId, channel, place, triggerId, reply }) {
      const [task = '', key] = value.split(' ');
      if (channel === undefined) throw new Error('a subcommand needs a channel');
      const words = key === undefined ? '' : await ctx.savedInput.read(key);
      if (words === undefined) return INPUT_GONE;
      return answerWords(ctx, {
        ...{ userId, triggerId, reply, replyToAll: reply },
        place: { channel, threadTs: place?.threadTs },
        text: words,
        subcommand: SUBCOMMANDS.has(task) ? { task, words } : { task: 'help' },
        command: await ctx.commandName.last(),
        about: { action: SUBCOMMAND },
      });
    },
  },
};

function guardOfItem(value: string) {
  const { item, reference } = readMenuValue(value);
  return guardedBy(MENU_ITEMS.get(item) ?? {}, { value: reference });
}
