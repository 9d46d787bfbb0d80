// Fills stores with made orders past the drivers, because through them a million would take an hour. What lies there
// afterwards is what the drivers themselves would have written; bench.test.ts reads it back through them.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import { createDigest, makeStoreKey } from '#store/digest.ts';
import { foundBy } from '#store/found-by.ts';
import { openStore } from '#store/open.ts';
import { createKeys } from '#store/redis/keys.ts';
import { indexesOf } from '#store/redis/order-store.ts';
import { finishedOrder, NOW, openOrder } from './made-orders.ts';

/** Adds orders `from` to `to` to the finished ones; `open` new open ones, each due for a check in an hour. */
type Filling = {
  readonly from: number;
  readonly to: number;

  readonly open: number;
};
export type Fill = (filling: Filling) => Promise<void>;

const LATER_MS = 60 * 60_000;
export const LATER = NOW + 24 * LATER_MS + LATER_MS;

/** Not the store's own: nothing that is measured finds prompts by their number. */
const digest = createDigest(makeStoreKey());

function* orders({ from, to, open }: Filling): Generator<Order> {
  for (let number = from; number < to; number += 1) yield finishedOrder(number);
  for (let number = 0; number < open; number += 1) yield openOrder(number);
}

/** Makes the file with its tables if need be. */
export function sqliteFill(file: string): Fill {
  return async (filling) => {
    await (await openStore(`sqlite:${file}`, { clock: systemClock })).close();
    const raw = new DatabaseSync(file);
    raw.exec('PRAGMA synchronous = OFF; BEGIN');
    const insert = raw.prepare(`
      INSERT OR REPLACE INTO orders
        (reference, version, doc, tracking_id, created_at, prompt_to, agent, open, changed_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    const enter = raw.prepare('INSERT OR IGNORE INTO entry_days (day, at, reference) VALUES (?, ?, ?)');
    const due = raw.prepare(`INSERT OR REPLACE INTO work (queue, reference, due_at) VALUES ('check', ?, ?)`);
    for (const order of orders(filling)) {
      const found = foundBy(order, digest);
      const { trackingId, createdAt, promptTo, agent, open, changedAt } = found;
      insert.run(
        order.reference,
        order.version,
        JSON.stringify(order),
        trackingId ?? null,
        createdAt,
        promptTo ?? null,
        agent ?? null,
        open ? 1 : 0,
        changedAt,
      );
      for (const [day, at] of Object.entries(found.entryDays)) enter.run(day, at, order.reference);
      if (open) due.run(order.reference, LATER);
    }
    raw.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
    raw.close();
  };
}

/** Over a socket of its own, thousands of commands at a time. */
export function redisFill(port: number): Fill {
  const keys = createKeys(undefined);
  return async (filling) => {
    await (await openStore(`redis://127.0.0.1:${port}`, { clock: systemClock })).close();
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    let commands: string[] = [];
    let count = 0;
    const flush = async () => {
      await sendAll(socket, commands.join(''), count);
      commands = [];
      count = 0;
    };
    const add = (...words: string[]) => {
      commands.push(commandOf(words));
      count += 1;
    };
    add('CONFIG', 'SET', 'appendfsync', 'no');
    for (const order of orders(filling)) {
      const { reference, version } = order;
      const found = foundBy(order, digest);
      const indexes = indexesOf(found, keys);
      const fields = ['version', String(version), 'doc', JSON.stringify(order)];
      add('HSET', keys.order(reference), ...fields, 'indexes', JSON.stringify(indexes));
      for (const [index, score] of Object.entries(indexes)) add('ZADD', index, String(score), reference);
      if (found.open) add('ZADD', keys.due('check'), String(LATER), reference);
      if (count > 5_000) await flush();
    }
    add('CONFIG', 'SET', 'appendfsync', 'always');
    await flush();
    socket.destroy();
  };
}

function commandOf(words: readonly string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
}

/** None of these commands answers with more than one line. */
function sendAll(socket: Socket, text: string, replies: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = replies;
    const received = (chunk: Buffer) => {
      for (const byte of chunk) if (byte === 10) left -= 1;
      if (chunk.includes('-ERR')) reject(new Error(chunk.toString().slice(0, 200)));
      if (left > 0) return;
      socket.off('data', received).off('error', reject);
      resolve();
    };
    socket.on('data', received).on('error', reject);
    socket.write(text);
  });
}
