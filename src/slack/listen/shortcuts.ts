// Shortcuts: from anywhere they open a form; on a message they look up the payment that it is about.
import { randomUUID } from 'node:crypto';
import type { App } from '@slack/bolt';
import type { SlackContext } from '#slack/context.ts';
import { findInMessage, openFindForm } from '#slack/find/find.ts';
import { ORDER_FORM_IDS } from '#slack/order/form-fields.ts';
import { openOrderForm } from '#slack/order/order.ts';
import { unwrap } from '#slack/words/typed-words.ts';
import { replyInThread, respondEphemerally, threadOf } from './answers.ts';

export function listenToShortcuts(app: App, ctx: SlackContext): void {
  for (const kind of ['prompt', 'link'] as const)
    listenTo(ORDER_FORM_IDS[kind], (person) => openOrderForm(ctx, kind, { ...person, channel: undefined }));
  listenTo('look_up', ({ triggerId }) => openFindForm(ctx, triggerId));

  /** A global shortcut has neither a channel nor a response_url, so its answer is a direct message. */
  function listenTo(
    callbackId: string,
    work: (person: { userId: string; triggerId: string }) => Promise<void>,
  ): void {
    app.shortcut({ type: 'shortcut', callback_id: callbackId }, async ({ ack, shortcut }) => {
      await ack();
      const userId = shortcut.user.id;
      const request = { userId, about: { shortcut: callbackId }, reply: ctx.replies.directly(userId) };
      await ctx.guard(request, () => work({ userId, triggerId: shortcut.trigger_id }));
    });
  }

  app.shortcut(
    { type: 'message_action', callback_id: 'look_up_message' },
    async ({ ack, shortcut, respond }) => {
      await ack();
      const { message, channel } = shortcut;
      const place = { channel: channel.id, threadTs: String(message['thread_ts'] ?? message.ts) };
      const reply = respondEphemerally(ctx.clock, respond, threadOf(message));
      const request = { userId: shortcut.user.id, about: { shortcut: 'look_up_message' }, reply };
      await ctx.guard(request, async () => {
        const asking = { userId: shortcut.user.id, place, canShare: false, isForAll: true };
        const found = await findInMessage(ctx, unwrap(textOf(message)), asking);
        if (found === undefined || typeof found === 'string') {
          const warnings = found === undefined ? [] : [found];
          return openFindForm(ctx, shortcut.trigger_id, warnings, place);
        }
        const { status, answer } = found;
        const isPosted = status === 'one' && (await replyInThread(ctx, place, answer, randomUUID()));
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
