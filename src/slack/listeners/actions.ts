// Buttons and menus of cards, answers and Home. Whoever may act can press them, whoever the order belongs to.
import type { App } from '@slack/bolt';
import { parseReference, parseStoredReference } from '#orders/reference.ts';
import { type MessageContent, plainMessage } from '#slack/cards/message.ts';
import { MORE_HELP } from '#slack/cards/open-orders.ts';
import { ORDER_MENU, readMenuValue } from '#slack/cards/order-menu.ts';
import { BULK_FORM } from '#slack/forms/bulk-form.ts';
import { FORGET_FORM } from '#slack/forms/forget-form.ts';
import { isTaskWord, moreHelp, SUBCOMMAND } from '#slack/tasks/help.ts';
import { ORDER_FORM_IDS } from '#slack/tasks/order-forms.ts';
import type { Tasks } from '#slack/tasks/tasks.ts';
import { DIRECT_TEXT } from '#slack/text/direct.ts';
import { wentWrong } from '#slack/text/people.ts';
import { WORDS_TEXT } from '#slack/text/tasks.ts';
import type { CommandName } from './command-name.ts';
import { type ListenerDeps, maybeSent, replyWith } from './guard.ts';
import { type ButtonTask, orderOf, type Press, type PressAction, pressOf, rightTo } from './press.ts';
import { createStartRefund, requestTasks } from './requests.ts';
import { toCustomerTasks } from './to-customer.ts';
import type { AnswerWords } from './words.ts';

export function listenToActions(
  app: App,
  deps: ListenerDeps & { answerWords: AnswerWords; commandName: CommandName },
): void {
  const { tasks, guard, recorder, answerWords, commandName } = deps;
  const { orderForms, cancel, find, home, successors, askAgain, keptWords, report, shareAnswer } = tasks;
  const startRefund = createStartRefund({ tasks, guard });
  const buttonTasks = new Map<string, ButtonTask>();
  /** What a menu does otherwise than a button: its items cannot each ask to confirm, so cancelling opens its form. */
  const menuTasks = new Map<string, ButtonTask>([['cancel_order', { work: askToCancel, right: 'act' }]]);
  function askToCancel({ value, userId, triggerId, reply }: Press): Promise<void> {
    return replyWith(reply, cancel.command({ userId, words: value, triggerId }));
  }

  listenTo('check_order', async ({ value, userId, place, show }) => {
    await show(await find.status(value, { place, canShare: false }));
    const order = parseStoredReference(value);
    if (order) await recorder.record({ who: userId, deed: 'checked', order, outcome: '' });
  });
  listenTo(
    'cancel_order',
    async ({ value, userId, reply }) =>
      reply((await cancel.confirmed(parseReference(value), userId)).sentence),
    'act',
    maybeSent,
  );
  listenTo(
    'share_order',
    ({ value, userId, channel, reply, respond: respondTo }) => {
      const respond = (content: MessageContent) =>
        respondTo({ response_type: 'in_channel', replace_original: false, ...content });
      return replyWith(reply, shareAnswer(value, { userId, channel, respond }));
    },
    'act',
    maybePosted,
  );
  listenTo(
    'share_report',
    ({ value, userId, reply }) => report.share(value, { userId, reply }),
    'act',
    maybePosted,
  );
  listenTo('send_again', ({ value, reply, ...person }) =>
    replyWith(reply, successors.sendAgain(parseReference(value), person)),
  );
  listenTo('ask_for_rest', ({ value, reply, ...person }) =>
    replyWith(reply, successors.askForRest(parseStoredReference(value), person)),
  );
  listenTo(BULK_FORM, ({ channel, triggerId, reply }) => tasks.bulk.open({ channel, triggerId, reply }));
  listenTo(
    'stop_bulk',
    async ({ value, userId, reply }) => reply(await tasks.bulk.stop(value, userId)),
    'act',
    (incident) => wentWrong(incident, 'stopping'),
  );
  listenTo('history', async ({ value, reply }) => reply(await tasks.history.ofItem(value)));
  listenTo(
    'accept_as_paid',
    async ({ value, blockId, userId, reply, removeButtons }) => {
      const { answer, order } = await successors.acceptAsPaid(parseStoredReference(value), userId, blockId);
      // A card is redrawn; a charge has none, and its news would keep the buttons.
      if (order?.kind === 'charge' && order.state !== 'review') await removeButtons();
      await reply(answer);
    },
    'accept',
  );
  listenTo('ask_again', ({ value, reply, ...person }) => replyWith(reply, askAgain(value, person)));
  listenTo('refund_order', ({ value, ...person }) => startRefund(value, person), 'either');
  for (const [actionId, { work, right, whenFailed }] of Object.entries({
    ...requestTasks(tasks),
    ...switchTasks(tasks),
    ...toCustomerTasks(deps),
  }))
    listenTo(actionId, work, right, whenFailed);
  const chosenIn = (value: string) => {
    const { item } = readMenuValue(value);
    return menuTasks.get(item) ?? buttonTasks.get(item);
  };
  listenTo(
    ORDER_MENU,
    async (press) => {
      const task = chosenIn(press.value);
      if (!task) throw new Error('a menu has an item that nothing listens to');
      await task.work({ ...press, value: readMenuValue(press.value).reference });
    },
    (value) => {
      const task = chosenIn(value);
      return task ? rightTo(task, readMenuValue(value).reference) : 'act';
    },
    (incident, error, value) =>
      chosenIn(value)?.whenFailed?.(incident, error, readMenuValue(value).reference) ?? wentWrong(incident),
  );
  listenTo(
    'more',
    async ({ value, show, ...person }) => {
      if (value === MORE_HELP) return person.reply(moreHelp(await commandName.last()));
      if (find.isMore(value)) return show(await find.more(value, person.userId));
      await home.listMore(value, person);
    },
    (value) => (find.isMore(value) ? 'act' : home.isEverybodys(value) ? 'approve' : 'either'),
  );
  listenTo(
    SUBCOMMAND,
    async ({ value, userId, channel, place, triggerId, reply }) => {
      const [task = '', key] = value.split(' ');
      if (channel === undefined) throw new Error('a subcommand needs a channel');
      const words = key === undefined ? '' : await keptWords.read(key);
      if (words === undefined) return reply(WORDS_TEXT.gone);
      await answerWords({
        userId,
        place: { channel, threadTs: place?.threadTs },
        text: words,
        subcommand: isTaskWord(task) ? { task, words } : { task: 'help' },
        ...(triggerId !== undefined && { triggerId }),
        command: await commandName.last(),
        ...{ reply, replyToAll: reply },
        about: { action: SUBCOMMAND },
      });
    },
    'either',
  );
  for (const kind of ['prompt', 'link'] as const)
    listenTo(ORDER_FORM_IDS[kind], async ({ value, ...person }) => {
      const words = await keptWords.read(value);
      if (words !== undefined) return orderForms.openFromWords(kind, words, person);
      await orderForms.open(kind, { ...person, prefill: {}, warnings: goneNote(value) });
    });
  listenTo(
    FORGET_FORM,
    async ({ value, userId, triggerId, reply }) => {
      const words = await keptWords.read(value);
      const answer =
        words === undefined ? WORDS_TEXT.gone : await tasks.forget.open({ userId, words, triggerId });
      if (answer) await reply(answer);
    },
    'approve',
  );
  listenTo('look_up', async ({ value, userId, triggerId, reply }) => {
    const words = await keptWords.read(value);
    if (words === undefined) return find.openForm(triggerId, { warnings: goneNote(value) });
    await reply((await find.search(words, { userId, canShare: false })).answer);
  });

  // Slack reports presses of buttons that only open an address, too, and shows a warning when nobody acknowledges them.
  app.action(/^(open_payment_page|open_whatsapp|open_card)$/, async ({ ack }) => ack());

  function listenTo(
    actionId: string,
    work: ButtonTask['work'],
    right: ButtonTask['right'] = 'act',
    whenFailed?: ButtonTask['whenFailed'],
  ): void {
    const task = { work, right, ...(whenFailed && { whenFailed }) };
    buttonTasks.set(actionId, task);
    app.action<PressAction>({ type: 'block_actions', action_id: actionId }, async ({ ack, ...pressed }) => {
      await ack();
      const press = pressOf(pressed, deps);
      const request = {
        ...press,
        right: rightTo(task, press.value),
        order: orderOf(actionId, press.value),
        about: { action: actionId },
        whenFailed:
          whenFailed && ((incident: string, error: unknown) => whenFailed(incident, error, press.value)),
      };
      await guard(request, () => work(press));
    });
  }
}

/** Slack may have taken a message before something else failed. */
function maybePosted(incident: string): string {
  return wentWrong(incident, 'posting');
}

/** A button with a key whose words are gone opens an empty form, which says why it is empty. */
function goneNote(value: string): string[] {
  return value ? [WORDS_TEXT.gone] : [];
}

/** By action id. */
function switchTasks({ switches, home }: Tasks): Readonly<Record<string, ButtonTask>> {
  return {
    tell_directly: {
      right: 'approve',
      async work({ value, userId }) {
        await switches.notifyOfRequests(userId, value === 'on');
        await home.show(userId);
      },
    },
    tell_when_paid: {
      right: 'either',
      async work({ value, userId }) {
        await switches.tellOfPaid(userId, value === 'on');
        await home.show(userId);
      },
    },
    remind_again: {
      right: 'either',
      async work({ userId }) {
        await switches.remindAgain(userId);
        await home.show(userId);
      },
    },
    stop_reminding: {
      right: 'either',
      async work({ userId, messageTs, reply }) {
        const wasOn = await switches.stopReminding(userId);
        // In Home the row itself says so.
        if (messageTs === undefined) return home.show(userId);
        await reply(plainMessage(wasOn ? DIRECT_TEXT.stopped : DIRECT_TEXT.alreadyStopped));
        await home.showAgain(userId);
      },
    },
  };
}
