// Reads the store past its own port: all that is in it, also what no query of the bot would find.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type AuditLine, auditLine } from '#orders/audit-line.ts';
import type { Order } from '#orders/order.ts';
import type { AuditHead } from '#store/audit-record.ts';
import type { RedisServer } from '#test/store/redis-server.ts';

/** A turn in a queue; `claimed` by a bot that works on it, or that was killed while it did. */
export type Turn = {
  readonly queue: string;
  readonly reference: string;
  readonly at: number;
  readonly claimed: boolean;
};

export type Unfinished = {
  readonly turns: readonly Turn[];
  /** Names of leases that are held. */
  readonly leases: readonly string[];
};

export type StoreReader = {
  orders(): Promise<Order[]>;
  unfinished(): Promise<Unfinished>;
  record(): Promise<AuditRecordRead>;
  close(): void;
};

/** The audit record. */
export type AuditRecordRead = { readonly lines: readonly AuditLine[]; readonly head: AuditHead };

const QUEUES = ['check', 'deliver'];

const ALL_ORDERS = `
local docs = {}
for i, key in ipairs(redis.call('KEYS', '{teller}:order:*')) do docs[i] = redis.call('HGET', key, 'doc') end
return docs`;

export function createStoreReader(store: {
  redis: RedisServer | undefined;
  sqliteFile: string;
  now(): number;
}): StoreReader {
  return store.redis ? readRedis(store.redis.ask) : readSqlite(store.sqliteFile, store.now);
}

function readSqlite(file: string, now: () => number): StoreReader {
  let database: DatabaseSync | undefined;
  // Prepared once: tests that wait ask hundreds of times.
  const prepared = new Map<string, StatementSync>();
  function rows(...queries: readonly string[]): Record<string, unknown>[][] {
    return queries.map((sql) => {
      database ??= new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
      const statement = prepared.get(sql) ?? database.prepare(sql);
      prepared.set(sql, statement);
      return statement.all();
    });
  }
  return {
    async orders() {
      const [orders = []] = rows('SELECT doc FROM orders');
      return orders.map(({ doc }) => JSON.parse(String(doc)) as Order);
    },
    async unfinished() {
      const [work = [], held = []] = rows(
        'SELECT queue, reference, due_at, token FROM work',
        'SELECT name, expires_at FROM leases',
      );
      const turns = work.map((row) => ({
        queue: String(row['queue']),
        reference: String(row['reference']),
        at: Number(row['due_at']),
        claimed: row['token'] !== null,
      }));
      const leases = held.flatMap((row) => (Number(row['expires_at']) > now() ? [String(row['name'])] : []));
      return { turns, leases };
    },
    async record() {
      const [audit = [], heads = []] = rows(
        'SELECT * FROM audit ORDER BY seq',
        'SELECT count, hash FROM audit_head',
      );
      const lines = audit.map(({ reference, ...line }) =>
        auditLine.parse(reference === null ? line : { ...line, order: reference }),
      );
      const [head] = heads;
      return { lines, head: { count: Number(head?.['count']), hash: String(head?.['hash']) } };
    },
    close: () => database?.close(),
  };
}

function readRedis(ask: (...command: string[]) => Promise<unknown>): StoreReader {
  const texts = (reply: unknown): string[] => (Array.isArray(reply) ? reply.map(String) : []);

  async function turnsOf(queue: string): Promise<Turn[]> {
    const due = pairs(texts(await ask('ZRANGE', `{teller}:due:${queue}`, '0', '-1', 'WITHSCORES')));
    const claims = new Map(pairs(texts(await ask('HGETALL', `{teller}:claimed:${queue}`))));
    return due.map(([reference, at]) => {
      const token = claims.get(reference)?.split('|')[2];
      return { queue, reference, at: Number(at), claimed: Boolean(token) };
    });
  }

  return {
    async orders() {
      const docs = texts(await ask('EVAL', ALL_ORDERS, '0'));
      return docs.map((doc) => JSON.parse(doc) as Order);
    },
    async unfinished() {
      const turns = (await Promise.all(QUEUES.map(turnsOf))).flat();
      const leases = texts(await ask('KEYS', 'teller:lease:*'));
      return { turns, leases };
    },
    async record() {
      const lines = texts(await ask('LRANGE', '{teller}:audit', '0', '-1'));
      const [count = '0', hash = ''] = texts(await ask('HMGET', '{teller}:audit:head', 'count', 'hash'));
      return {
        lines: lines.map((line) => auditLine.parse(JSON.parse(line))),
        head: { count: Number(count), hash },
      };
    },
    close() {},
  };
}

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []));
}
