// The only file by which journeys and simulations know what is stored. A change of the stored format changes this file and no
// journey.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { createCustomerAddresses } from '#customers/addresses.ts';
import { systemClock } from '#lib/clock.ts';
import { type AuditLine, auditLine } from '#orders/audit-line.ts';
import { erased } from '#orders/forgetting.ts';
import type { Order } from '#orders/order.ts';
import { parseStoredReference, type Reference } from '#orders/reference.ts';
import { type AuditHead, HEAD, LINE, lineKey, readHead } from '#store/audit.ts';
import { LEASES, ORDERS, QUEUES, type Queue, queueKey } from '#store/documents.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import type { RedisServer } from '#test/store/redis-server.ts';
import { promptOrder, sampleOrder } from '#test/store/sample-order.ts';

/** A rig, as far as its store is concerned. */
type Stored = { readonly storeUrl: string };

/** What a test may know of a stored order, by names that no change of the format changes. */
export type StoredOrder = {
  readonly state: string;
  readonly customer: object;
  /** Everything that is stored of the order, as one text: to find what should not be there. */
  readonly text: string;
  readonly ledger: readonly { readonly kind: string; readonly money: object }[];
  /** The payers' accounts of its payments. */
  readonly payers: readonly (string | undefined)[];
  readonly refund: { readonly status: string; readonly remarks: string } | undefined;
  readonly isErased: boolean;
  /** Its messages are still being edited. */
  readonly isErasing: boolean;
  /** Whether scheduled checks go on. */
  readonly isWatched: boolean;
  /** Announcements that are not delivered. */
  readonly undelivered: number;
  /** Direct messages to be edited when the order changes. */
  readonly directMessages: readonly { readonly ts: string }[];
};

/** Throws if there is no order with the reference. */
export async function storedOrder(rig: Stored, reference: string): Promise<StoredOrder> {
  const order = await withStore(rig, ({ orders }) => orders.get(asReference(reference)));
  if (!order) throw new Error(`no order ${reference}`);
  const { state, customer, entries = [], payments = [], refund, copies = [] } = order;
  return {
    state,
    customer,
    text: JSON.stringify(order),
    ledger: entries.map(({ kind, money }) => ({ kind, money })),
    payers: payments.map(({ payer }) => payer),
    refund: refund && { status: refund.status, remarks: refund.remarks },
    isErased: order.erasedAt !== undefined,
    isErasing: order.isErasing ?? false,
    isWatched: order.checksEndedAt === undefined,
    undelivered: order.announcements.length,
    directMessages: copies.filter(({ threadTs }) => !threadTs).map(({ ts }) => ({ ts })),
  };
}

/** The audit events, oldest first. */
export async function auditEvents(rig: Stored): Promise<AuditLine[]> {
  const lines = await withStore(rig, ({ audit }) => audit.read({ after: 0, limit: 1_000 }));
  return lines.flatMap((stored) => stored?.line ?? []);
}

/** Stores open prompts as if people had sent them; `content` says what each has of its own, by its number from 0. */
export async function addOpenPrompts(
  rig: Stored,
  references: readonly string[],
  content: (index: number) => Partial<Order>,
): Promise<void> {
  await withStore(rig, ({ orders }) =>
    Promise.all(
      references.map((reference, index) =>
        orders.insert(promptOrder(reference, '254712345678', { state: 'pending', ...content(index) }), {}),
      ),
    ),
  );
}

/** Stores cancelled orders whose customer has just been erased, and whose cards wait to be edited. */
export async function addErasedOrders(
  rig: Stored,
  names: readonly string[],
  { channel, at }: { channel: string; at: number },
): Promise<void> {
  await withStore(rig, ({ orders }) =>
    Promise.all(
      names.map((name, index) => {
        const ts = `${Math.floor(at / 1000)}.${String(index).padStart(6, '0')}`;
        const card = { channel, ts, contentHash: '' };
        const content = { state: 'cancelled', cancelledBy: 'U1', channel, card, createdAt: at } as const;
        return orders.insert(erased(sampleOrder(name, content), 'U1', at), { deliver: at });
      }),
    ),
  );
}

/** Stores customers' rows of the newest bulk, as a process that was killed leaves them. Resolves to whether they are there. */
export async function leaveBulkRows(rig: Stored): Promise<() => Promise<boolean>> {
  const id = await withStore(rig, async (store) => {
    const bulks = store.keyValues('bulks');
    const [newest = ''] = (await bulks.get<string[]>('list')) ?? [];
    await bulks.set(`${newest} rows`, ['Jane Wanjiru']);
    return newest;
  });
  return () =>
    withStore(rig, async (store) => (await store.keyValues('bulks').get(`${id} rows`)) !== undefined);
}

/** Where a customer finds an order's receipt and QR code. */
export async function customerUrls(
  { storeUrl, publicUrl }: Stored & { readonly publicUrl: string },
  reference: string,
): Promise<{ receipt: string; qr: string }> {
  return withStore({ storeUrl }, async ({ digest }) => {
    const addresses = createCustomerAddresses({ publicUrl, digest });
    const of = asReference(reference);
    return { receipt: await addresses.receiptUrl(of), qr: await addresses.qrUrl(of) };
  });
}

/** What can be wrong in a file, each by statements; `?` is the reference of the order that each is about. */
const DAMAGES = {
  'an order that cannot be read': ["UPDATE docs SET text = '{' WHERE key = 'order:' || ?"],
  'an order that nobody checks any more': [
    "DELETE FROM docs WHERE key = 'check:' || ?",
    "DELETE FROM sets WHERE key = 'check:' || ?",
  ],
  'an order that its list lacks': ["DELETE FROM sets WHERE name GLOB 'tracking:*' AND key = 'order:' || ?"],
  'a changed line': [
    `UPDATE docs SET text = json_set(text, '$.who', 'U0AGENT002') WHERE key = '${lineKey(1)}'`,
  ],
  'a line that was taken out': [`DELETE FROM docs WHERE key = '${lineKey(1)}'`],
  'a last line that was cut off': [`DELETE FROM docs WHERE key = '${lineKey(2)}'`],
} as const;
export type Damage = keyof typeof DAMAGES;

/** Damages the file of an embedded store. Throws if nothing there fits. */
export function damageStore({ storeUrl }: Stored, damage: Damage, ...reference: readonly string[]): void {
  const file = new DatabaseSync(fileOf(storeUrl));
  const changed = DAMAGES[damage].map((sql) => Number(file.prepare(sql).run(...reference).changes));
  file.close();
  if (changed.includes(0)) throw new Error(`nothing in the store can become ${damage}`);
}

const HOLD_LOCK = `
  const { DatabaseSync } = require('node:sqlite');
  const file = new DatabaseSync(process.argv[1]);
  file.exec('BEGIN IMMEDIATE');
  console.log('locked');
  process.stdin.once('end', () => file.exec('ROLLBACK')).resume();`;

/** Takes the write lock of an embedded store in a process of its own, which ends with this one. Resolves to what frees it. */
export async function lockStore({ storeUrl }: Stored): Promise<() => Promise<unknown>> {
  const child = spawn(process.execPath, ['-e', HOLD_LOCK, fileOf(storeUrl)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return async () => {
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  };
}

const fileOf = (storeUrl: string) => storeUrl.replace(/^sqlite:/, '');

async function withStore<T>({ storeUrl }: Stored, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(storeUrl, { clock: systemClock });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

function asReference(text: string): Reference {
  const reference = parseStoredReference(text);
  if (!reference) throw new Error(`"${text}" is no reference`);
  return reference;
}

/** A queue entry; `claimed` by a bot that works on it, or that was killed while it did. */
export type QueueEntry = {
  readonly queue: string;
  readonly reference: string;
  readonly at: number;
  readonly claimed: boolean;
};

export type Unfinished = {
  readonly entries: readonly QueueEntry[];
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

export function createStoreReader(store: {
  redis: RedisServer | undefined;
  sqliteFile: string;
  now(): number;
}): StoreReader {
  const { read, close } = store.redis ? readRedis(store.redis.ask) : readSqlite(store.sqliteFile, store.now);

  async function entriesOf(queue: Queue): Promise<QueueEntry[]> {
    const docs = await read(queueKey(queue, ''));
    return docs.map(({ rev, text }) => {
      const { at, token } = JSON.parse(rev) as { at: number; token?: string };
      return { queue, reference: text, at, claimed: token !== undefined };
    });
  }

  return {
    async orders() {
      return (await read(ORDERS)).map(({ text }) => JSON.parse(text) as Order);
    },
    async unfinished() {
      const entries = (await Promise.all(QUEUES.map(entriesOf))).flat();
      const leases = (await read(LEASES)).map(({ key }) => key.slice(LEASES.length));
      return { entries, leases };
    },
    async record() {
      const [lines, [head]] = await Promise.all([read(LINE), read(HEAD)]);
      return {
        lines: lines
          .sort((a, b) => (a.key < b.key ? -1 : 1))
          .map(({ text }) => auditLine.parse(JSON.parse(text))),
        head: readHead(head?.rev),
      };
    },
    close,
  };
}

type ReadDocs = {
  /** The documents whose key begins with `prefix`. */
  read(prefix: string): Promise<{ key: string; rev: string; text: string }[]>;
  close(): void;
};

function readSqlite(file: string, now: () => number): ReadDocs {
  let database: DatabaseSync | undefined;
  // Prepared once: tests that wait ask hundreds of times.
  let select: StatementSync | undefined;
  return {
    async read(prefix) {
      database ??= new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
      select ??= database.prepare(`
        SELECT key, rev, text FROM docs
        WHERE key >= $prefix AND key < $prefix || char(0x10ffff) AND (ends_at IS NULL OR ends_at > $now)`);
      const rows = select.all({ prefix, now: now() });
      return rows.map(({ key, rev, text }) => ({ key: String(key), rev: String(rev), text: String(text) }));
    },
    close: () => database?.close(),
  };
}

const READ_DOCS = `
local docs = {}
for _, key in ipairs(redis.call('KEYS', '{teller}:' .. ARGV[1] .. '*')) do
  if redis.call('TYPE', key).ok == 'hash' then
    local doc = redis.call('HMGET', key, 'rev', 'text')
    docs[#docs + 1] = {string.sub(key, #'{teller}:' + 1), doc[1], doc[2]}
  end
end
return docs`;

function readRedis(ask: (...command: string[]) => Promise<unknown>): ReadDocs {
  return {
    async read(prefix) {
      const docs = (await ask('EVAL', READ_DOCS, '0', prefix)) as [string, string, string][];
      return docs.map(([key, rev, text]) => ({ key, rev, text }));
    },
    close() {},
  };
}
