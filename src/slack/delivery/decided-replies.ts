// Takes the buttons off the replies with which somebody had to decide, once that is decided: what became of a refund, or a charge of
// another amount, which has no card that would be redrawn. Requests are edited by request-copies.ts.
import { sameMoney } from '#lib/money.ts';
import type { Announcement, News } from '#orders/announcement.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import { shownPayments, sumOf } from '#orders/payments.ts';
import { threadReply } from '#slack/cards/thread-reply.ts';
import type { Outbound } from './outbound.ts';

/**
 * Comes after the news that decides it was posted. Tried once: a button that stays answers that it is decided. Rejects only with
 * what `outbound` rejects.
 */
type RemoveDecided = (order: Order, card: CardLocation, decidedBy: Announcement<News>) => Promise<void>;

const DECIDES_REFUND: ReadonlySet<News['kind']> = new Set(['refund_ended', 'reversed']);
/** When the rest goes back, the reply has its buttons again. */
const DECIDES_REVIEW: ReadonlySet<News['kind']> = new Set([
  'accepted_as_paid',
  'rest_paid',
  'rest_gone_back',
  'reversed',
]);

export function createRemoveDecided({
  outbound,
}: {
  outbound: Pick<Outbound, 'findOwn' | 'update'>;
}): RemoveDecided {
  return async (order, { channel, ts: cardTs, threadTs = cardTs }, decidedBy) => {
    const { reference } = order;
    const asking = [
      ...askingOfRefund(order, decidedBy.news.kind),
      ...askingOfReview(order, decidedBy.news.kind),
    ];
    if (asking.length === 0) return;
    const sinceMs = Math.min(...asking.map(({ at }) => at));
    const found = await outbound.findOwn({ channel, threadTs, sinceMs }, reference);
    if (found.status !== 'found') return;
    for (const { at, news } of asking) {
      const id = newestOf(found.messages, news.kind);
      const ts = id && found.messages.get(id);
      if (!id || !ts) continue;
      const { text, blocks } = threadReply(shownAs(order, decidedBy), { id, at, news });
      await outbound.update(ts, { channel, text, blocks, metadata: { reference, news: id } });
    }
  };
}

/** What asked to decide, and since when (ms) it can stand in the thread. */
type Asking = { readonly at: number; readonly news: News };

function askingOfRefund({ approval, refund }: Order, decidedBy: News['kind']): Asking[] {
  if (!DECIDES_REFUND.has(decidedBy) || approval?.about !== 'refund' || !refund) return [];
  const asking: readonly News[] = [
    { kind: 'refund_unknown', refund },
    { kind: 'refund_overdue', refund },
  ];
  return asking.map((news) => ({ at: approval.askedAt, news }));
}

/** What comes after the decision has its own news, with its own buttons. */
function shownAs(order: Order, { news }: Announcement<News>): Order {
  return order.state === 'review' && news.kind !== 'rest_gone_back' ? { ...order, state: 'paid' } : order;
}

/**
 * A charge is created when it is first heard of. Once it was accepted the buttons are gone, so the reply stays as it is; so it does where
 * all has come, which was told as paid.
 */
function askingOfReview(order: Order, decidedBy: News['kind']): Asking[] {
  const { kind, amount, acceptedBy, createdAt } = order;
  if (kind !== 'charge' || !DECIDES_REVIEW.has(decidedBy)) return [];
  if (acceptedBy !== undefined && decidedBy !== 'accepted_as_paid') return [];
  const shown = shownPayments(order);
  const payment = shown.at(-1);
  if (!payment || sameMoney(sumOf(shown), amount)) return [];
  const others = shown.length > 1 ? { others: shown.slice(0, -1) } : {};
  return [{ at: createdAt, news: { kind: 'review', payment, previousState: 'pending', ...others } }];
}

/** Of a kind of news that was told several times the last: their ids end in the versions of the order (announcement.ts). */
function newestOf(messages: ReadonlyMap<string, string>, kind: News['kind']): string | undefined {
  const versionOf = (id: string) => Number(id.slice(kind.length + 1));
  return [...messages.keys()]
    .filter((id) => id.startsWith(`${kind}-`))
    .sort((a, b) => versionOf(b) - versionOf(a))[0];
}
