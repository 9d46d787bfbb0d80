// Orders in Redis. A save touches several slots, so it goes in steps, each of which may be the last one before a crash:
// 1. the intent to trigger, and the entries of indexes that will point at the new document (passed over until it is there);
// 2. the document, by compare-and-set: this alone decides whether the save took place;
// 3. the triggers, and the entries of the document before are taken away.
// Without step 3 the triggers come a little later, from the intent. Without step 2 the intent is undone.
import { randomUUID } from 'node:crypto';
import type { Order } from '#orders/order.ts';
import { foundBy } from '#store/found-by.ts';
import { readOrder } from '#store/read-order.ts';
import type { OrderStore, Schedule } from '#store/store.ts';
import type { Connection } from './connection.ts';
import { createDocuments, type Kept } from './documents.ts';
import { createIndexes, entriesOf } from './indexes.ts';
import { createHealing, writeIntent } from './intents.ts';
import { createLists } from './lists.ts';
import { createQueues, QUEUES, timeText } from './queues.ts';

/** No step of a save takes this long, so whoever has not concluded by then is gone. */
const ABANDONED_AFTER_MS = 10_000;

export function createOrderStore(
  connection: Connection,
  { abandonedAfterMs = ABANDONED_AFTER_MS }: { abandonedAfterMs?: number } = {},
): OrderStore {
  const documents = createDocuments(connection);
  const indexes = createIndexes(connection, documents);
  const queues = createQueues(connection);
  const heal = createHealing({ documents, indexes, queues });

  /** True when the order is now as in `order`, false when another version than `expected` is there. */
  async function write(order: Order, expected: number | undefined, trigger: Schedule): Promise<boolean> {
    const { reference, version } = order;
    const next: Kept = {
      reference,
      version,
      stamp: randomUUID(),
      found: foundBy(order),
      text: JSON.stringify(order),
    };
    const turns = QUEUES.map((queue) => timeText(trigger[queue]));
    const intent = turns.some((turn) => turn !== '') ? writeIntent(next, trigger) : undefined;
    const entries = entriesOf(reference, next);
    await Promise.all([intent && queues.intend(intent), indexes.add(entries)]);
    const saved = await documents.keep(expected, next);
    const kept = saved.outcome === 'kept';
    const leftOver = kept ? saved.before && entriesOf(reference, saved.before) : entries;
    // It is decided; what fails from here on is made up for later.
    await Promise.allSettled([
      intent && queues.conclude(intent, reference, kept ? trigger : {}),
      leftOver && indexes.remove(leftOver),
    ]);
    if (saved.outcome === 'refused')
      throw new Error('Redis took too long to keep an order, and it was given up.');
    return kept;
  }

  return {
    ...createLists(indexes),
    async insert(order, trigger = {}) {
      return write({ ...order, version: 0 }, undefined, trigger);
    },
    async get(reference) {
      const text = await documents.readText(reference);
      return text === undefined ? undefined : readOrder(text, reference);
    },
    async save(order, trigger = {}) {
      const kept: Order = { ...order, version: order.version + 1 };
      return (await write(kept, order.version, trigger)) ? kept : undefined;
    },
    async trigger(queue, reference, at) {
      // Orders are never taken away, so what exists now exists when it is triggered, and what was read once needs no asking.
      if (documents.hasSeen(reference) || (await documents.exists(reference)))
        await queues.trigger(queue, reference, at);
    },
    async claim(queue, options) {
      if (options.limit < 1) return [];
      const { claims, abandoned } = await queues.claim(queue, options, abandonedAfterMs);
      await Promise.allSettled([heal(abandoned)]);
      return claims;
    },
    complete: queues.finish,
    nextDue: queues.nextDue,
  };
}
