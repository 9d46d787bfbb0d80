// The replies with which somebody had to decide, once that is decided.
import { sameMoney } from '#lib/money.ts';
import type { Announcement, News } from '#orders/announcement.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import { shownPayments, sumOf } from '#orders/payments.ts';
import { threadReply } from '#slack/card/news.ts';
import type { SlackContext } from '#slack/context.ts';

const DECIDES_REFUND: ReadonlySet<News['kind']> = new Set(['refund_ended', 'reversed']);
/** When the balance goes back, the reply has its buttons again. */
const DECIDES_REVIEW: ReadonlySet<News['kind']> = new Set([
  'accepted_as_paid',
  'balance_paid',
  'balance_returned',
  'reversed',
]);

/**
 * Takes the buttons off the replies with which somebody had to decide, once the news that decides was posted: what became of a refund, or
 * a charge of another amount, which has no card that would be redrawn. Tried once: a button that stays answers that it is decided.
 * Rejects only with what `outbound` rejects.
 */
export async function removeDecided(
  { outbound }: SlackContext,
  order: Order,
  { channel, ts: cardTs, threadTs = cardTs }: CardLocation,
  { news: decision }: Announcement<News>,
): Promise<void> {
  const { reference } = order;
  const decided = [...decidedRefund(order, decision.kind), ...decidedReview(order, decision.kind)];
  if (decided.length === 0) return;
  const sinceMs = Math.min(...decided.map(({ at }) => at));
  const found = await outbound.findOwn({ channel, threadTs, sinceMs }, reference);
  if (found.status !== 'found') return;
  // What comes after the decision has its own news, with its own buttons.
  const isStillReview = order.state === 'review' && decision.kind === 'balance_returned';
  const shown = order.state === 'review' && !isStillReview ? { ...order, state: 'paid' as const } : order;
  for (const { at, news } of decided) {
    // The ids of a kind end in the versions of the order: the last is the newest.
    const id = [...found.messages.keys()]
      .filter((one) => one.startsWith(`${news.kind}-`))
      .sort((a, b) => Number(b.slice(news.kind.length + 1)) - Number(a.slice(news.kind.length + 1)))[0];
    const ts = id && found.messages.get(id);
    if (!id || !ts) continue;
    const { text, blocks } = threadReply(shown, { id, at, news });
    await outbound.update(ts, { channel, text, blocks, metadata: { reference, news: id } });
  }
}

/** News that asked somebody to decide, and since when (ms) it can stand in the thread. */
type Decided = { readonly at: number; readonly news: News };

function decidedRefund({ approval, refund }: Order, by: News['kind']): Decided[] {
  if (!DECIDES_REFUND.has(by) || approval?.about !== 'refund' || !refund) return [];
  const kinds = ['refund_unknown', 'refund_overdue'] as const;
  return kinds.map((kind) => ({ at: approval.askedAt, news: { kind, refund } }));
}

/**
 * A charge is created when Teller first learns of it. Once it was accepted the buttons are gone, so the reply stays as it is; and so it
 * does where the whole amount has come, which was announced as paid.
 */
function decidedReview(order: Order, by: News['kind']): Decided[] {
  const { kind, amount, acceptedBy, createdAt } = order;
  if (kind !== 'charge' || !DECIDES_REVIEW.has(by)) return [];
  if (acceptedBy !== undefined && by !== 'accepted_as_paid') return [];
  const shown = shownPayments(order);
  const payment = shown.at(-1);
  if (!payment || sameMoney(sumOf(shown), amount)) return [];
  const others = shown.length > 1 ? { others: shown.slice(0, -1) } : {};
  return [{ at: createdAt, news: { kind: 'review', payment, previousState: 'pending', ...others } }];
}
