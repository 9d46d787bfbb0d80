// Buttons and menus of cards, answers and Home. Whoever may act can press them, whoever the order belongs to.
import type { App, BlockAction, ButtonAction, OverflowAction, SlackActionMiddlewareArgs } from '@slack/bolt';
import type { KnownBlock } from '@slack/types';
import { parseReference, parseStoredReference } from '#orders/reference.ts';
import { createChannelAccess } from '#slack/access/channel-access.ts';
import type { MessageContent, Reply } from '#slack/cards/message.ts';
import { ORDER_MENU, readMenuValue } from '#slack/cards/order-menu.ts';
import type { Place } from '#slack/delivery/replies.ts';
import { contentView } from '#slack/forms/outcome.ts';
import { ORDER_FORM_IDS } from '#slack/tasks/order-forms.ts';
import { FIND_TEXT } from '#slack/text/find.ts';
import { WORDS_TEXT } from '#slack/text/tasks.ts';
import { type ListenerDeps, respondEphemerally } from './guard.ts';

type PressAction = BlockAction<ButtonAction | OverflowAction>;

type Press = {
  readonly userId: string;
  readonly channel: string | undefined;
  /** The thread of the message that was pressed; undefined where only the presser sees it. */
  readonly place: Place | undefined;
  /** Of the button or the chosen option: a reference, a tracking id, or a key of kept words; '' where it has none. */
  readonly value: string;
  readonly triggerId: string;
  readonly reply: Reply;
  /** In the window whose button was pressed; a reply where it was no window. */
  readonly show: (content: MessageContent) => Promise<void>;
  /** From the message whose button was pressed, for everybody. */
  readonly removeButtons: () => Promise<void>;
  readonly respond: SlackActionMiddlewareArgs<PressAction>['respond'];
};

type Work = (press: Press) => Promise<void>;

export function listenToActions(app: App, { tasks, replies, client, guard, recorder }: ListenerDeps): void {
  const { orderForms, cancel, find, home, successors, askAgain, keptWords, report } = tasks;
  const { isShared } = createChannelAccess(client);
  const works = new Map<string, Work>();
  /** What a menu does otherwise than a button: its items cannot each ask to confirm, so cancelling opens its form. */
  const menuWorks = new Map<string, Work>([['cancel_order', askToCancel]]);
  async function askToCancel({ value, userId, triggerId, reply }: Press): Promise<void> {
    const answer = await cancel.command({ userId, words: value, triggerId });
    if (answer) await reply(answer);
  }

  listenTo('check_order', async ({ value, place, reply }) =>
    reply(await find.status(value, { place, canShare: false })),
  );
  listenTo('cancel_order', async ({ value, userId, reply }) =>
    reply(await cancel.confirmed(parseReference(value), userId)),
  );
  listenTo('share_order', async ({ value, userId, channel, reply, respond }) => {
    if (channel === undefined || (await isShared(channel))) return reply(FIND_TEXT.notPosted);
    const { text, blocks } = await find.status(value, { canShare: false, sharer: userId });
    await respond({ response_type: 'in_channel', replace_original: false, text, blocks });
    const order = parseStoredReference(value);
    await recorder.record({ who: userId, deed: 'posted_payment', ...(order && { order }), outcome: channel });
  });
  listenTo('share_report', ({ value, userId, reply }) => report.share(value, { userId, reply }));
  listenTo('send_again', async ({ value, reply, ...person }) => {
    const answer = await successors.sendAgain(parseReference(value), person);
    if (answer) await reply(answer);
  });
  listenTo('ask_for_rest', async ({ value, reply, ...person }) => {
    const answer = await successors.askForRest(parseStoredReference(value), person);
    if (answer) await reply(answer);
  });
  listenTo('accept_as_paid', async ({ value, userId, reply, removeButtons }) => {
    const { answer, order } = await successors.acceptAsPaid(parseStoredReference(value), userId);
    // A card is redrawn; a charge has none, and its news would keep the buttons.
    if (order?.kind === 'charge' && order.state !== 'review') await removeButtons();
    await reply(answer);
  });
  listenTo('history', async ({ value, reply }) => reply(await tasks.history.ofItem(value)));
  listenTo('ask_again', async ({ value, reply, ...person }) => {
    const answer = await askAgain(value, person);
    if (answer) await reply(answer);
  });
  listenTo(ORDER_MENU, async (press) => {
    const { item, reference } = readMenuValue(press.value);
    const work = menuWorks.get(item) ?? works.get(item);
    if (!work) throw new Error('a menu has an item that nothing listens to');
    await work({ ...press, value: reference });
  });
  listenTo('more', async ({ value, show, ...person }) => {
    if (find.isMore(value)) return show(await find.more(value, person.userId));
    await home.listMore(parseStoredReference(value), person);
  });
  for (const kind of ['prompt', 'link'] as const)
    listenTo(ORDER_FORM_IDS[kind], async ({ value, ...person }) => {
      const words = await keptWords.read(value);
      if (words !== undefined) return orderForms.openFromWords(kind, words, person);
      await orderForms.open(kind, { ...person, prefill: {}, warnings: goneNote(value) });
    });
  listenTo('look_up', async ({ value, userId, triggerId, reply }) => {
    const words = await keptWords.read(value);
    if (words === undefined) return find.openForm(triggerId, { warnings: goneNote(value) });
    await reply((await find.search(words, { userId, canShare: false })).answer);
  });

  // Slack reports presses of buttons that only open an address, too, and shows a warning when nobody acknowledges them.
  app.action(/^(open_payment_page|share_whatsapp|open_card)$/, async ({ ack }) => ack());

  function listenTo(actionId: string, work: Work): void {
    works.set(actionId, work);
    app.action<PressAction>(
      { type: 'block_actions', action_id: actionId },
      async ({ ack, body, action, respond }) => {
        await ack();
        const userId = body.user.id;
        // A press in Home has no response_url, so its answer is a direct message.
        const reply = body.response_url ? respondEphemerally(respond) : replies.directly(userId);
        const press: Press = {
          userId,
          channel: body.channel?.id,
          place: placeOf(body),
          value: action.type === 'overflow' ? action.selected_option.value : (action.value ?? ''),
          triggerId: body.trigger_id,
          reply,
          async show(content) {
            if (body.view?.type !== 'modal') return reply(content);
            const view = contentView(body.view.title.text, content.blocks);
            await client.views.update({ view_id: body.view.id, view });
          },
          removeButtons: async () => {
            const { message } = body;
            const shown: readonly KnownBlock[] = message?.['blocks'] ?? [];
            const blocks = shown.filter(({ type }) => type !== 'actions');
            await respond({ replace_original: true, text: message?.text ?? '', blocks });
          },
          respond,
        };
        await guard({ ...press, about: { action: actionId } }, () => work(press));
      },
    );
  }
}

function placeOf({ channel, message }: PressAction): Place | undefined {
  const root: unknown = message?.['thread_ts'] ?? message?.ts;
  return channel && typeof root === 'string' ? { channel: channel.id, threadTs: root } : undefined;
}

/** A button with a key whose words are gone opens an empty form, which says why it is empty. */
function goneNote(value: string): string[] {
  return value ? [WORDS_TEXT.gone] : [];
}
