// Fills Redis with the records of another store, and marks what is there as a copy or as moved.
import type { AuditLine } from '#orders/audit-line.ts';
import { noPlaces } from '#store/places.ts';
import type { OrderRecord, StoreKeeper, StoreReader } from '#store/records.ts';
import { QUEUES } from '#store/store.ts';
import { StoreRefusal } from '#store/store-state.ts';
import { AUDIT_FUNCTIONS, lineText } from './audit.ts';
import type { Connection } from './connection.ts';
import { createIndexPending } from './index-pending.ts';
import type { Keys } from './keys.ts';
import { copyOf, movedTo, OWN } from './layout.ts';
import { queueKeys } from './order-store.ts';
import { inParts } from './reader.ts';
import { scanKeys } from './scan-keys.ts';
import { createDigestReader } from './store-key.ts';

const SCAN_COUNT = 1_000;
/** So many orders one script writes. */
const AT_ONCE = 100;

// KEYS: due and claimed of each queue; pending.
// ARGV: what the key of an order begins with; for each order its reference, version, document and indexes (JSON: key → score);
// for each queue when it is due, or '', and the attempts that have begun.
// No output.
const PUT = `
local function turn(due, claimed, reference, at, attempt)
  if at == '' then
    redis.call('ZREM', due, reference)
  else
    redis.call('ZADD', due, at, reference)
  end
  if at ~= '' and attempt ~= '0' then
    redis.call('HSET', claimed, reference, attempt .. '|0|')
  else
    redis.call('HDEL', claimed, reference)
  end
end
for i = 2, #ARGV, 8 do
  local reference, version, doc, indexes, checkAt, checking, deliverAt, delivering = unpack(ARGV, i, i + 7)
  local key = ARGV[1] .. reference
  local before = redis.call('HGET', key, 'indexes')
  redis.call('HSET', key, 'version', version, 'doc', doc, 'indexes', indexes)
  local after = cjson.decode(indexes)
  for name in pairs(before and before ~= indexes and cjson.decode(before) or {}) do
    if not after[name] then redis.call('ZREM', name, reference) end
  end
  for name, score in pairs(after) do redis.call('ZADD', name, score, reference) end
  turn(KEYS[1], KEYS[2], reference, checkAt, checking)
  turn(KEYS[3], KEYS[4], reference, deliverAt, delivering)
  redis.call('SADD', KEYS[5], reference)
end`;

// KEYS: list, head and times of the record. ARGV: the lines; the number of the line that they follow. No output. Lines that are
// there already are left alone: the answer of a first try may have been lost.
const PUT_LINES = `${AUDIT_FUNCTIONS}
if (redis.call('HGET', KEYS[2], 'count') or '0') ~= ARGV[2] then return end
addLines(KEYS[1], KEYS[2], KEYS[3], cjson.decode(ARGV[1]))`;

// KEYS: copying; layout. ARGV: who must hold the first, what the second is to say. Output: 1, or 0 when it is not held any more.
const MARK = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[2], ARGV[2])
return 1`;

/** `holder`: the copy, as open-records.ts keeps Tellers from beginning. */
export function createKeeper(
  connection: Connection,
  keys: Keys,
  { address, holder }: { address: string; holder: string },
): Omit<StoreKeeper, keyof StoreReader> {
  const { ask, run } = connection;
  // The key is read with the first orders, when beginCopy has set it.
  const { indexPending } = createIndexPending(connection, keys, createDigestReader(connection, keys));
  /** What is there of every store, and of one that nobody has used yet. */
  const unused = new Set([keys.storeKey, keys.layout, keys.pulse, keys.serving, keys.copying]);

  async function unlinkUnder(start: string): Promise<void> {
    for await (const page of scanKeys(connection, `${start}*`, SCAN_COUNT))
      await Promise.all(page.map((key) => ask(key, 'UNLINK', key)));
  }

  return {
    async isEmpty() {
      for await (const page of scanKeys(connection, `${keys.prefix}*`, SCAN_COUNT))
        if (page.some((key) => !unused.has(key) && !key.startsWith(keys.lease('')))) return false;
      return true;
    },
    async beginCopy(from, key) {
      // Both or none: by the key a copy that was cut off is known again when it is run again.
      const ownKey = Buffer.from(key).toString('base64url');
      await ask(keys.layout, 'MSET', keys.layout, copyOf(from), keys.storeKey, ownKey);
    },
    async putOrders(records) {
      const parts = inParts(records, AT_ONCE).map((part) => part.flatMap(argumentsOf));
      const touched = [...queueKeys(keys), keys.pending];
      await Promise.all(parts.map((args) => run(PUT, touched, [keys.order(''), ...args])));
      await indexPending();
    },
    async clearValues() {
      await unlinkUnder(keys.keyValues(''));
      await unlinkUnder(keys.lease(''));
    },
    async putValues(records) {
      await Promise.all(
        records.map(({ name, key, text, endsAt }) => put(`${keys.keyValues(name)}::${key}`, text, endsAt)),
      );
    },
    async putLeases(records) {
      await Promise.all(records.map(({ name, token, endsAt }) => put(keys.lease(name), token, endsAt)));
    },
    async putLines(lines: readonly AuditLine[]) {
      const [first] = lines;
      const last = lines.at(-1);
      if (!first || !last) return;
      const texts = lines.map((line) => lineText(line, keys));
      const audit = JSON.stringify({ next: [String(last.seq), last.hash], lines: texts });
      await run(PUT_LINES, [keys.audit, keys.auditHead, keys.auditTimes], [audit, String(first.seq - 1)]);
    },
    async endCopy() {
      await ask(keys.layout, 'SET', keys.layout, OWN);
    },
    async markMoved(to) {
      // Orders that a Teller took meanwhile would be left behind.
      if ((await run(MARK, [keys.copying, keys.layout], [holder, movedTo(to)])) !== 1)
        throw stalled(', so that store stays in use');
    },
    async checkUnused() {
      if ((await ask(keys.copying, 'GET', keys.copying)) !== holder) throw stalled('');
    },
  };

  function stalled(so: string): StoreRefusal {
    return new StoreRefusal(
      `The copy stalled, and Teller may have used ${address} in the meantime${so}. Run it again.`,
    );
  }

  /** Of the script PUT. */
  function argumentsOf({ reference, version, doc, places, turns }: OrderRecord): string[] {
    const indexes = noPlaces();
    for (const place of Object.keys(places)) indexes[keys.index(place)] = places[place] ?? 0;
    const due = QUEUES.flatMap((queue) => [
      String(turns[queue]?.at ?? ''),
      String(turns[queue]?.attempt ?? 0),
    ]);
    return [reference, String(version), doc, JSON.stringify(indexes), ...due];
  }

  async function put(key: string, text: string, endsAt: number | undefined): Promise<void> {
    const end = endsAt === undefined ? [] : ['PXAT', String(Math.ceil(endsAt))];
    await ask(key, 'SET', key, text, ...end);
  }
}
