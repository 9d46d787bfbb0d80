// Takes an erased customer out of the messages about the order. Its card is redrawn.
import type { CardLocation, Order } from '#orders/order.ts';
import type { Copies } from '#slack/announce/order-news.ts';
import { isFinal, type PostFailure } from '#slack/bolt/errors.ts';
import type { SlackContext } from '#slack/context.ts';
import { ANSWER, type MessageMetadata, type Place } from '#slack/outbox/outbound.ts';
import { mrkdwnMessage } from '#slack/ui/message.ts';
import { mrkdwnOf, type Said, say } from '#slack/ui/say.ts';

/** `edited`: copies that the next try leaves out, or Slack's limit would end each one early. */
export async function eraseMessages(
  ctx: SlackContext,
  order: Order,
  card: CardLocation | undefined,
): Promise<{ readonly edited: Copies; readonly failure?: PostFailure | undefined }> {
  const { reference, copies = [] } = order;
  for (const [index, copy] of copies.entries()) {
    // In the thread it is edited with the other replies.
    if (copy.threadTs) continue;
    const failure = await edit(ctx, order, copy, ERASED_MESSAGE, { reference, news: 'erased' });
    if (failure) return { edited: copies.slice(0, index), failure };
  }
  let failure = card && (await editInThread(ctx, order, card, reference));
  // In the thread of a charge the answers are about the order that it belongs to.
  if (card && !failure && !order.chargeOf) failure = await editInThread(ctx, order, card, ANSWER);
  return { edited: copies, failure };
}

/** `about`: the order's reference, for its replies, or ANSWER. */
async function editInThread(
  ctx: SlackContext,
  order: Order,
  { channel, ts: cardTs, threadTs = cardTs }: CardLocation,
  about: string,
): Promise<PostFailure | undefined> {
  const found = await ctx.outbound.findOwn({ channel, threadTs }, about);
  if (found.status !== 'found') return isNowhere(ctx, found, order) ? undefined : found;
  for (const [news, ts] of found.messages) {
    const said = about === ANSWER ? ERASED_MESSAGE : buildErasedReply(news);
    // The card itself, and what an earlier try has edited.
    if (ts === cardTs || found.texts.get(ts) === mrkdwnOf(said)) continue;
    const failure = await edit(ctx, order, { channel, ts, threadTs }, said, { reference: about, news });
    if (failure) return failure;
  }
  return undefined;
}

async function edit(
  ctx: SlackContext,
  order: Order,
  { channel, ts, threadTs }: Place & { readonly ts: string },
  said: Said,
  metadata: MessageMetadata,
): Promise<PostFailure | undefined> {
  ctx.erasePace.takeTurn();
  const edited = await ctx.outbound.update(ts, { channel, threadTs, ...mrkdwnMessage(said), metadata });
  return edited.status === 'posted' || isNowhere(ctx, edited, order) ? undefined : edited;
}

/** Somebody may have deleted the messages or closed the channel. */
function isNowhere({ clock }: SlackContext, failure: PostFailure, { erasedAt = 0 }: Order): boolean {
  return isFinal(failure, clock.now() - erasedAt);
}

/** By what the id of an announcement begins with. */
const HEADLINES: Readonly<Record<string, string>> = {
  paid: 'Paid.',
  money_directly: 'Paid.',
  review: 'Paid, but not as requested.',
  reversed: 'Refunded.',
  failed: 'Not paid.',
  not_sent: 'Not sent.',
  cancelled: 'Cancelled.',
  cancel_refused: 'Not cancelled.',
  accepted_as_paid: 'Accepted as paid.',
  balance_paid: 'The remaining amount is paid.',
  balance_returned: 'The remaining amount was refunded.',
  paid_twice: 'Duplicate payment.',
};

export function buildErasedReply(news: string): Said {
  const [kind = ''] = news.split('-');
  const headline = Object.hasOwn(HEADLINES, kind) ? say`${HEADLINES[kind]} ` : [];
  return say`${headline}The rest of this message was erased with the customer’s data. The card shows the amounts.`;
}

const ERASED_MESSAGE = say`This message was erased with the customer’s data.`;
