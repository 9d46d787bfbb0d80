// Shortcuts: from anywhere they open a form; on a message they look up the payment that it is about.
import { randomUUID } from 'node:crypto';
import type { App } from '@slack/bolt';
import { ORDER_FORM_IDS } from '#slack/tasks/order-forms.ts';
import { unwrap } from '#slack/text/unwrap.ts';
import { createReplyInThread, type ListenerDeps, respondEphemerally, threadOf } from './guard.ts';

export function listenToShortcuts(app: App, { tasks, replies, client, clock, guard }: ListenerDeps): void {
  const { orderForms, find } = tasks;
  const replyInThread = createReplyInThread({ replies, client });

  for (const kind of ['prompt', 'link'] as const)
    listenTo(ORDER_FORM_IDS[kind], (person) =>
      orderForms.open(kind, { ...person, channel: undefined, prefill: {} }),
    );
  listenTo('look_up', ({ triggerId }) => find.openForm(triggerId));

  /** A global shortcut has neither a channel nor a response_url, so its answer is a direct message. */
  function listenTo(
    callbackId: string,
    work: (person: { userId: string; triggerId: string }) => Promise<void>,
  ): void {
    app.shortcut({ type: 'shortcut', callback_id: callbackId }, async ({ ack, shortcut }) => {
      await ack();
      const userId = shortcut.user.id;
      const request = { userId, about: { shortcut: callbackId }, reply: replies.directly(userId) };
      await guard(request, () => work({ userId, triggerId: shortcut.trigger_id }));
    });
  }

  app.shortcut(
    { type: 'message_action', callback_id: 'look_up_message' },
    async ({ ack, shortcut, respond }) => {
      await ack();
      const { message, channel } = shortcut;
      const place = { channel: channel.id, threadTs: String(message['thread_ts'] ?? message.ts) };
      const reply = respondEphemerally(clock, respond, threadOf(message));
      const request = { userId: shortcut.user.id, about: { shortcut: 'look_up_message' }, reply };
      await guard(request, async () => {
        const asking = { userId: shortcut.user.id, place, canShare: false, isForAll: true };
        const found = await find.inMessage(place, unwrap(textOf(message)), asking);
        if (found === undefined || typeof found === 'string') {
          const warnings = found === undefined ? [] : [found];
          return find.openForm(shortcut.trigger_id, { place, warnings });
        }
        const { status, answer } = found;
        const isPosted = status === 'one' && (await replyInThread(place, answer, randomUUID()));
        if (!isPosted) await reply(answer);
      });
    },
  );
}

/**
 * A message's text with that of its blocks, because other apps write references into blocks only, and of its attachments, in which
 * Slack puts a message that somebody forwards.
 */
function textOf({ text, blocks, attachments }: Record<string, unknown>): string {
  return [text, ...textsIn(blocks), ...textsIn(attachments)].join(' ');
}

function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'text' in value && typeof value.text === 'string' ? [value.text] : [];
  return [...own, ...Object.values(value).flatMap(textsIn)];
}
