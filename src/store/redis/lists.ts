// Finding orders by anything but their reference: entries of an index first, then what their orders really are.
import { type Place, readPlace, writePlace } from '#store/payments-page.ts';
import { readAll, readOrder } from '#store/read-order.ts';
import type { OrderStore } from '#store/store.ts';
import type { createIndexes, Hit } from './indexes.ts';
import { accountKey, agentKey, PAID_KEY, trackingKey } from './keys.ts';

type Lists = Pick<
  OrderStore,
  'findByTrackingId' | 'findByAccountNumber' | 'openOf' | 'recentOf' | 'paidBetween'
>;

/** Read beyond what is wanted, because some entries may be left over from earlier saves. */
const SPARE = 20;

export function createLists(indexes: ReturnType<typeof createIndexes>): Lists {
  /** The first `limit` of an agent's list by `time`, the latest first. */
  async function listOf(agent: string, open: boolean, limit: number) {
    const key = agentKey(agent, open);
    const time = ({ kept }: Hit) => (open ? kept.found.createdAt : kept.found.changedAt);
    const hits = new Map<string, Hit>();
    const batch = Math.floor(limit) + SPARE;
    for (let start = 0, more = limit >= 1; more; start += batch) {
      const range = ['ZREVRANGE', key, String(start), String(start + batch - 1), 'WITHSCORES'];
      const read = await indexes.read(key, range, (found) => found.agent === agent && found.open === open);
      for (const hit of read.hits) hits.set(hit.kept.reference, hit);
      more = read.count === batch && hits.size < limit;
    }
    const sorted = [...hits.values()].sort((a, b) => time(b) - time(a) || byReference(b, a));
    return readAll(sorted.slice(0, Math.max(0, Math.floor(limit))).map(({ kept }) => kept)).orders;
  }

  /** Payments after `place`, oldest first, from up to `limit` entries and those that share its time; `last` is where to go on. */
  async function paidAfter({ paidAt, reference }: Place, to: number, limit: number) {
    const read = (...range: readonly string[]) =>
      indexes.read(PAID_KEY, ['ZRANGEBYSCORE', PAID_KEY, ...range], (found, score) => found.paidAt === score);
    const time = String(paidAt);
    const [same, later] = await Promise.all([
      paidAt < to ? read(time, time, 'WITHSCORES') : undefined,
      read(`(${time}`, `(${to}`, 'WITHSCORES', 'LIMIT', '0', String(limit)),
    ]);
    const rest = same?.hits.filter(({ kept }) => kept.reference > reference) ?? [];
    return { hits: [...rest, ...later.hits], last: later.count === limit ? later.last : undefined };
  }

  return {
    async findByTrackingId(trackingId) {
      const key = trackingKey(trackingId);
      const range = ['ZRANGE', key, '0', '-1', 'WITHSCORES'];
      const { hits } = await indexes.read(key, range, (found) => found.trackingId === trackingId);
      const [oldest] = hits.map(({ kept }) => kept);
      return oldest && readOrder(oldest.text, oldest.reference);
    },
    async findByAccountNumber(accountNumber) {
      const key = accountKey(accountNumber);
      const range = ['ZREVRANGE', key, '0', '-1', 'WITHSCORES'];
      const { hits } = await indexes.read(key, range, (found) => found.accountNumber === accountNumber);
      return hits.map(({ kept }) => readOrder(kept.text, kept.reference));
    },
    openOf: (agent, limit) => listOf(agent, true, limit),
    recentOf: (agent, limit) => listOf(agent, false, limit),
    async paidBetween({ from, to }, { limit, after }) {
      const size = Math.max(1, Math.floor(limit));
      const hits: Hit[] = [];
      let place = after === undefined ? { paidAt: from, reference: '' } : readPlace(after);
      for (let more = true; more && hits.length <= size; ) {
        const { hits: found, last } = await paidAfter(place, to, size + 1);
        hits.push(...found);
        if (last) place = { paidAt: last.score, reference: last.reference };
        more = last !== undefined;
      }
      const page = hits.slice(0, size);
      const end = page.at(-1);
      return {
        ...readAll(page.map(({ kept }) => kept)),
        next:
          hits.length > size && end
            ? writePlace({ paidAt: end.score, reference: end.kept.reference })
            : undefined,
      };
    },
  };
}

function byReference(a: Hit, b: Hit): number {
  return a.kept.reference < b.kept.reference ? -1 : 1;
}
