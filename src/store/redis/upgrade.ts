// Moves what version 0.1 wrote to where this version keeps it. 0.1 had each order in a slot of its own, its queues in
// another, its indexes wherever they fell, and "intents" of saves that had not been concluded.
// The old keys go last and nothing is moved twice, so this may be cut off anywhere and begun again, also by two at once.
// To be deleted when nobody comes from 0.1 any more: this file, its lines in redis-store.ts and its test.
import { z } from 'zod';
import { type Clock, sleep, systemClock, withTimeout } from '#lib/clock.ts';
import { singleFlight } from '#lib/single-flight.ts';
import { type Leases, withLease } from '#lib/with-lease.ts';
import type { FoundBy } from '#store/found-by.ts';
import { QUEUES, type Queue } from '#store/store.ts';
import { isCluster } from './client.ts';
import { type Connection, textsIn } from './connection.ts';
import type { Keys } from './keys.ts';
import { LAYOUT } from './layout.ts';
import { indexesOf } from './order-store.ts';
import { TRIGGER_FUNCTION, timeText } from './queues.ts';
import { scanKeys } from './scan-keys.ts';

const OLD_ORDER = /^teller:\{order:(.*)\}$/s;
const OLD_QUEUES: Record<Queue, { due: string; claimed: string }> = {
  check: { due: 'teller:{work}:due:look', claimed: 'teller:{work}:held:look' },
  deliver: { due: 'teller:{work}:due:announce', claimed: 'teller:{work}:held:announce' },
};
const OLD_INTENTS = 'teller:{work}:intents';
const INTENT = z.object({ reference: z.string().default('') });
const OLD_WORK = [OLD_INTENTS, ...QUEUES.flatMap((queue) => Object.values(OLD_QUEUES[queue]))];
/** What else 0.1 wrote and nobody reads any more; leases and key values have kept their names. */
const LEFT_OVER = /^teller:(?:(?:tracking|account|open|recent):|paid$|pulse$|\{order:.*\}:refused:)/s;

/** So long a caller waits for the move; after that it is told to try again. */
const WAIT_MS = 2_000;
/** A Redis that writes to its disk once a second has written after this time. */
const DISK_MS = 3_000;
/** Orders that are looked at, or moved, at once. */
const BATCH = 500;

// KEYS: the order, pending.
// ARGV: reference, version, document, indexes (JSON: key → score).
// No output. An order that is there has been moved before. The search index gets it later.
const MOVE = `
if redis.call('EXISTS', KEYS[1]) == 1 then return end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'doc', ARGV[3], 'indexes', ARGV[4])
for index, score in pairs(cjson.decode(ARGV[4])) do redis.call('ZADD', index, score, ARGV[1]) end
redis.call('SADD', KEYS[2], ARGV[1])`;

// KEYS: due and claimed of the queue.
// ARGV: what the key of an order begins with; turns (JSON: reference, time, how often it has been claimed without an end or '').
// No output. An order that does not exist is left alone.
const MOVE_TURNS = `${TRIGGER_FUNCTION}
for _, turn in ipairs(cjson.decode(ARGV[2])) do
  local reference, at, attempts = unpack(turn)
  if redis.call('EXISTS', ARGV[1] .. reference) == 1 then
    if attempts ~= '' then redis.call('HSETNX', KEYS[2], reference, attempts .. '|0|') end
    trigger(KEYS[1], KEYS[2], reference, at)
  end
end`;

/** Whether version 0.1 has written orders that have not been moved. */
export async function isOld(connection: Connection): Promise<boolean> {
  for await (const page of scanKeys(connection, 'teller:{order:*', 1_000))
    if (page.some((key) => OLD_ORDER.test(key))) return true;
  return false;
}

/**
 * What every use of the orders waits for: resolves at once when there is nothing to move (any more), else moves it, and
 * rejects when that takes longer or Redis is away. `warn` hears that a move begins. Processes of version 0.1 must have
 * ended; what one of them writes later is moved when the next process starts.
 */
export function createUpgrade(deps: {
  connection: Connection;
  keys: Keys;
  leases: Leases;
  clock: Clock;
  warn: (message: string) => void;
}): () => Promise<void> {
  const { connection, keys, leases, clock, warn } = deps;
  const { ask, run } = connection;
  let isDone = false;

  async function isNeeded(): Promise<boolean> {
    const [layout, work] = await Promise.all([
      ask(keys.layout, 'GET', keys.layout),
      ask(OLD_INTENTS, 'EXISTS', ...OLD_WORK),
    ]);
    return layout === null || work !== 0;
  }

  const upgrade = singleFlight(async () => {
    if (await isNeeded()) {
      const onBusy = 'another replica is moving the orders of version 0.1';
      const options = { waitMs: WAIT_MS, pollMs: 100, clock: systemClock, onBusy };
      await withLease(leases, 'upgrade', options, async () => {
        if (await isNeeded()) await moveAll();
      });
    }
    isDone = true;
  });

  async function moveAll(): Promise<void> {
    // On a cluster, old and new keys lie on different nodes: the new ones must be safe before the old ones go.
    if (isCluster(connection.client) && (await moveOrders({ remove: false })) > 0)
      await sleep(systemClock, DISK_MS);
    // A server that was started anew during the search may have left some out, so it ends when none is found.
    while ((await moveOrders({ remove: true })) > 0);
    // It is not known whether these saves took place; a check or a delivery too many is harmless.
    const intents = textsIn(await ask(OLD_INTENTS, 'ZRANGE', OLD_INTENTS, '0', '-1'));
    const intended = intents.map((intent) => INTENT.parse(JSON.parse(intent ?? '{}')).reference);
    for (const queue of QUEUES) await moveTurns(queue, intended);
    await ask(OLD_INTENTS, 'UNLINK', ...OLD_WORK);
    // Not over what was said there since, by a move or a copy: this process may have stood still.
    await ask(keys.layout, 'SET', keys.layout, LAYOUT, 'NX');
  }

  /** How many orders there were. With `remove`, they and everything that 0.1 found them by are deleted. */
  async function moveOrders({ remove }: { remove: boolean }): Promise<number> {
    let count = 0;
    for await (const page of scanKeys(connection, 'teller:*', BATCH)) {
      const orders = page.filter((key) => OLD_ORDER.test(key));
      if (count === 0 && orders.length > 0) warn('Moving orders from version 0.1');
      count += orders.length;
      await Promise.all(orders.map(moveOrder));
      const old = page.filter((key) => OLD_ORDER.test(key) || LEFT_OVER.test(key));
      if (remove) await Promise.all(old.map((key) => ask(key, 'UNLINK', key)));
    }
    return count;
  }

  /** The document is not read, so that a damaged one is moved as well. */
  async function moveOrder(key: string): Promise<void> {
    const [, reference = ''] = OLD_ORDER.exec(key) ?? [];
    const [version, found, doc] = textsIn(await ask(key, 'HMGET', key, 'version', 'found', 'doc'));
    // Another replica was faster.
    if (doc === undefined) return;
    const args = [reference, version ?? '0', doc, JSON.stringify(indexesIn(found))];
    await run(MOVE, [keys.order(reference), keys.pending], args);
  }

  /** `found` is what 0.1 found the order by. One that cannot be read must not keep the others from being moved. */
  function indexesIn(found = ''): Readonly<Record<string, number>> {
    try {
      const then = JSON.parse(found) as FoundBy;
      return indexesOf({ ...then, entryDays: {} }, keys);
    } catch {
      return {};
    }
  }

  /** A claim of a process that has ended becomes a turn at the time when the claim runs out. `intended` wait from now on. */
  async function moveTurns(queue: Queue, intended: readonly string[]): Promise<void> {
    const { due, claimed } = OLD_QUEUES[queue];
    const claims = pairsIn(await ask(claimed, 'HGETALL', claimed));
    const turns = [
      ...pairsIn(await ask(due, 'ZRANGE', due, '0', '-1', 'WITHSCORES')),
      ...intended.map((reference) => [reference, timeText(clock.now())] as const),
    ].map(([reference, at]) => [reference, at, claims.get(reference)?.split('|')[0] ?? '']);
    for (let start = 0; start < turns.length; start += BATCH) {
      const args = [keys.order(''), JSON.stringify(turns.slice(start, start + BATCH))];
      await run(MOVE_TURNS, [keys.due(queue), keys.claimed(queue)], args);
    }
  }

  return async () => {
    if (isDone) return;
    const moving = upgrade().then(() => true);
    if (!(await withTimeout(systemClock, WAIT_MS, moving, false)))
      throw new Error('Orders from version 0.1 are still being moved. Try again.');
  };
}

/** A flat list of names and values. */
function pairsIn(reply: unknown): Map<string, string> {
  const texts = textsIn(reply).map((text) => text ?? '');
  return new Map(texts.flatMap((name, index) => (index % 2 ? [] : [[name, texts[index + 1] ?? '']])));
}
