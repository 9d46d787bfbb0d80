// Takes the buttons off the replies with which somebody was asked to decide about a refund, once that is decided.
import type { News } from '#orders/announcement.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import { newsReply } from '#slack/cards/news.ts';
import { type Outbound, SLACK_CLOCK_SKEW_MS } from './outbound.ts';

/**
 * Comes after the news that decides it was posted. Tried once: a button that stays answers that it is decided. Rejects only with
 * what `outbound` rejects.
 */
type RemoveDecided = (order: Order, card: CardLocation, decidedBy: News['kind']) => Promise<void>;

const DECIDES: ReadonlySet<News['kind']> = new Set(['approval_decided', 'refund_ended', 'reversed']);

export function createRemoveDecided({
  outbound,
}: {
  outbound: Pick<Outbound, 'findOwn' | 'update'>;
}): RemoveDecided {
  return async (order, { channel, ts: threadTs }, decidedBy) => {
    const { reference, approval, refund } = order;
    if (!DECIDES.has(decidedBy) || approval?.about !== 'refund' || !refund) return;
    const sinceMs = approval.askedAt - SLACK_CLOCK_SKEW_MS;
    const found = await outbound.findOwn({ channel, threadTs, sinceMs }, reference);
    if (found.status !== 'found') return;
    const asking: readonly News[] = [
      { kind: 'approval_asked', approval, refund },
      { kind: 'refund_unknown', refund },
      { kind: 'refund_overdue', refund },
    ];
    for (const news of asking) {
      const id = newestOf(found.messages, news.kind);
      const ts = id && found.messages.get(id);
      if (!id || !ts) continue;
      const { text, blocks } = newsReply(order, { id, at: approval.askedAt, news });
      await outbound.update(ts, { channel, text, blocks, metadata: { reference, news: id } });
    }
  };
}

/** Of a kind of news that was told several times the last: their ids end in the versions of the order (announcement.ts). */
function newestOf(messages: ReadonlyMap<string, string>, kind: News['kind']): string | undefined {
  const versionOf = (id: string) => Number(id.slice(kind.length + 1));
  return [...messages.keys()]
    .filter((id) => id.startsWith(`${kind}-`))
    .sort((a, b) => versionOf(b) - versionOf(a))[0];
}
