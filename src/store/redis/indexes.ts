// What orders are found by: sorted sets whose entries only point at documents. An entry is there before the document
// that it speaks of and goes after it, so the document always has the last word and no order is missed.
import type { FoundBy } from '#store/found-by.ts';
import type { Connection } from './connection.ts';
import type { Documents, Kept } from './documents.ts';
import { accountKey, agentKey, PAID_KEY, trackingKey } from './keys.ts';
import { textsIn } from './reply.ts';

/** `member` names the order, the version and the stamp of the save that made it, so no two saves share an entry. */
export type Entry = { readonly key: string; readonly score: number; readonly member: string };

export type Hit = { readonly score: number; readonly kept: Kept };

type Save = Pick<Kept, 'version' | 'stamp' | 'found'>;

/** The entries that the save of `reference` stands for. */
export function entriesOf(reference: string, { version, stamp, found }: Save): Entry[] {
  const member = `${reference} ${version} ${stamp}`;
  const places: [key: string, score: number][] = [];
  const { trackingId, accountNumber, agent, open, createdAt, changedAt, paidAt } = found;
  if (trackingId !== undefined) places.push([trackingKey(trackingId), createdAt]);
  if (accountNumber !== undefined) places.push([accountKey(accountNumber), createdAt]);
  if (agent !== undefined) places.push([agentKey(agent, open), open ? createdAt : changedAt]);
  if (paidAt !== undefined) places.push([PAID_KEY, paidAt]);
  return places.map(([key, score]) => ({ key, score, member }));
}

export function createIndexes({ ask }: Connection, documents: Documents) {
  async function add(entries: readonly Entry[]): Promise<void> {
    await Promise.all(entries.map(({ key, score, member }) => ask(key, 'ZADD', key, String(score), member)));
  }

  /** Never fails: what is left is passed over by readers, and taken away by them. */
  async function remove(entries: readonly Pick<Entry, 'key' | 'member'>[]): Promise<void> {
    await Promise.allSettled(entries.map(({ key, member }) => ask(key, 'ZREM', key, member)));
  }

  return {
    add,
    remove,
    /**
     * The orders that a range of entries points at, each once, in the entries' order, with `last` as the last entry's
     * place. `command` answers with members and scores. An order is a hit if `belongs` says so of what it is now.
     */
    async read(
      key: string,
      command: readonly string[],
      belongs: (found: FoundBy, score: number) => boolean,
    ): Promise<{ hits: Hit[]; count: number; last: { score: number; reference: string } | undefined }> {
      const entries = pointersIn(await ask(key, ...command));
      const orders = await documents.readMany(entries.map(({ reference }) => reference));
      await remove(entries.filter((entry) => isStale(entry, orders)).map(({ member }) => ({ key, member })));
      const hits = new Map<string, Hit>();
      for (const { reference, score } of entries) {
        const kept = orders.get(reference);
        if (kept && !hits.has(reference) && belongs(kept.found, score)) hits.set(reference, { score, kept });
      }
      return { hits: [...hits.values()], count: entries.length, last: entries.at(-1) };
    },
  };
}

type Pointer = {
  readonly member: string;
  readonly score: number;
  readonly reference: string;
  readonly version: number;
  readonly stamp: string;
};

function pointersIn(reply: unknown): Pointer[] {
  const texts = textsIn(reply).map((text) => text ?? '');
  return texts.flatMap((member, index) => {
    if (index % 2 === 1) return [];
    const [reference = '', version, stamp = ''] = member.split(' ');
    return [{ member, score: Number(texts[index + 1]), reference, version: Number(version), stamp }];
  });
}

/** Its save has been decided, and is not the one whose document is there. A later version's save may still be under way. */
function isStale({ reference, version, stamp }: Pointer, orders: ReadonlyMap<string, Kept>): boolean {
  const kept = orders.get(reference);
  return kept !== undefined && version <= kept.version && stamp !== kept.stamp;
}
