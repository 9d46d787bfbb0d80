// The driver for Redis: one server or a cluster, for several Tellers at once. A document is a hash (rev, text, sets, and the commit
// that put it), a set is a sorted set of keys, and a term of the search index is a set too. Key values are strings by @keyv/redis.
import { randomBytes } from 'node:crypto';
import KeyvRedis from '@keyv/redis';
import { systemClock, withTimeout } from '#lib/clock.ts';
import { asText } from '#lib/diagnosis.ts';
import { VALUE_REV, VALUES, valueKey } from '#store/documents.ts';
import {
  type Batch,
  type Content,
  type Doc,
  type Driver,
  type Entry,
  type Position,
  readSets,
  type Stale,
  setsText,
  termSet,
} from '#store/driver.ts';
import { checkInUse, IN_USE, SERVING } from '#store/marker.ts';
import { StoreRefusal } from '#store/store-state.ts';
import { addressText, type RedisAddress, readRedisAddress } from './address.ts';
import { checkServer } from './check-server.ts';
import { type Connection, connect } from './connection.ts';
import { COMMIT, LIST, MISPLACED, SEARCH } from './scripts.ts';
import { describeUnreachable, isRefusal } from './unreachable.ts';

/** A server that is there answers long before; one that is not must not hold up the start. */
const START_WAIT_MS = 2_000;
const BEAT_MS = 2_000;
/** A Teller that was killed, or cannot reach Redis, counts as serving for so long. */
const GONE_AFTER_MS = 10_000;
/** So many keys one page of a scan looks at, and documents a search in each set, because nothing else runs meanwhile. */
const SCANNED_AT_ONCE = 200;
const SEARCHED_AT_ONCE = 1_000;

/** What Redis answers about a document or an entry: its fields, with null for those that are not there. */
type Row = readonly (string | null)[];

/**
 * Opens the store at `url`. Rejects when the address is wrong. With a server that is down it resolves all the same, and every
 * method rejects until the server is there. `warn` receives what may lose orders, in sentences without secrets.
 */
export async function openRedisDriver(
  url: string,
  { warn }: { warn?: ((message: string) => void) | undefined } = {},
): Promise<Driver> {
  const address = readRedisAddress(url);
  const connection = connect(address);
  const check = async () => (await checkServer(connection, address)).faults;
  const faults = await withTimeout(systemClock, START_WAIT_MS, connection.established.then(check), undefined);
  for (const fault of faults ?? []) warn?.(asText(fault));
  if (!faults) warn?.(`${describeUnreachable(address, connection.trouble(), 'STORE_URL')} Trying again.`);
  return createRedisDriver(connection, address);
}

export function createRedisDriver(connection: Connection, redisAddress: RedisAddress): Driver {
  const { client, prefix, ask, run, write, guard, waitForReplicas } = connection;
  const address = addressText(redisAddress);
  /** Names this process, and together with a number each of its commits. */
  const own = randomBytes(6).toString('base64url');
  let commits = 0;
  let beating: NodeJS.Timeout | undefined;

  async function read(keys: readonly string[]): Promise<(Content | undefined)[]> {
    const rows = await ask<Row>(...keys.map((key) => ['HMGET', prefix + key, 'rev', 'text']));
    return rows.map(([rev, text]) => (rev ? { rev, text: text ?? '' } : undefined));
  }

  async function commit({ expect = {}, put = [], drop = [] }: Batch): Promise<Stale> {
    commits += 1;
    const expected = Object.entries(expect).flatMap(([key, rev = '']) => [key, rev]);
    const puts = put.flatMap((doc) => {
      const ttl = doc.ttlMs === undefined ? '' : String(Math.max(1, Math.ceil(doc.ttlMs)));
      return [doc.key, doc.rev, doc.text, setsText(doc, doc.index), ttl];
    });
    const drops = drop.flatMap((key) => [key, '', '', '{}', '']);
    const id = `${own}:${commits}`;
    const cluster = redisAddress.cluster ? '1' : '';
    const changes = [String(expected.length / 2), ...expected, ...puts, ...drops];
    const touched = [...Object.keys(expect), ...put.map(({ key }) => key), ...drop];
    const send = async (isAgain: boolean) => {
      const args = [id, cluster, isAgain ? '1' : '', ...changes];
      const stale = await write<[string, string][]>(COMMIT, touched, args);
      return new Map(stale.map(([key, rev]) => [key, rev || undefined]));
    };
    try {
      return await send(false);
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;
      // The answer may be lost. A commit that comes again is recognized by what it has put. One that compares nothing, as a value that
      // is written again anyway, is not worth another wait for replicas.
      if (cause === undefined || isRefusal(cause) || put.length === 0 || expected.length === 0) throw error;
      const stale = await send(true);
      // The commit may have happened, and others came after it.
      if (stale.size > 0) throw error;
      return stale;
    }
  }

  /** The document under a whole key, with all that a copy needs; none where it has ended meanwhile. */
  async function readWhole(key: string): Promise<Doc[]> {
    const isOfKeyv = isValue(key.slice(prefix.length));
    const fields = isOfKeyv ? ['GET', key] : ['HMGET', key, 'rev', 'text', 'sets'];
    const [row, ttl] = await ask<unknown>(fields, ['PTTL', key]);
    const [rev, text, sets] = isOfKeyv ? [row === null ? null : VALUE_REV, String(row), '{}'] : (row as Row);
    if (!rev || !sets) return [];
    const ttlMs = Number(ttl) < 0 ? undefined : Number(ttl);
    return [{ key: key.slice(prefix.length), rev, text: text ?? '', sets: readSets(sets), ttlMs }];
  }

  /** Undefined where the server keeps it to itself. */
  async function readRunId(): Promise<string | undefined> {
    const [info] = await ask<string>(['INFO', 'server']).catch(() => []);
    return /^run_id:(\w+)/m.exec(info ?? '')?.[1];
  }

  /** Says for ten seconds that a Teller serves the store. Throws a StoreRefusal when it must not. */
  async function beat(): Promise<void> {
    const serving = { key: SERVING, rev: own, text: '', sets: {}, ttlMs: GONE_AFTER_MS };
    if ((await commit({ expect: IN_USE, put: [serving] })).size > 0) await checkInUse({ read });
  }

  return {
    address,
    read,
    async list(set, { from = -Infinity, below = Infinity, after, newestFirst = false, limit = 1e9 } = {}) {
      // Redis goes on from a score and not from a key, so that all entries of that score come again.
      const range = newestFirst
        ? ['ZREVRANGEBYSCORE', after?.score ?? `(${below}`, from]
        : ['ZRANGEBYSCORE', after?.score ?? from, `(${below}`];
      const args = [...range, limit, after?.score ?? ''].map(String);
      const entries = (await run<Row[]>(LIST, [set], args)).map(readEntry);
      const direction = newestFirst ? -1 : 1;
      return entries.filter((entry) => !after || compare(entry, after) * direction > 0).slice(0, limit);
    },
    commit,
    async search(clauses, { limit, after, below = Infinity }) {
      const sets = clauses.map((terms) => terms.map(termSet));
      const found: Entry[] = [];
      let highest = after && after.score < below ? String(after.score) : `(${below}`;
      for (let count = Math.min(limit, SEARCHED_AT_ONCE); ; count = SEARCHED_AT_ONCE) {
        const args = [JSON.stringify(sets), highest, String(limit), String(count)];
        const [lowest, ...rows] = await run<[string, ...Row[]]>(SEARCH, sets.flat(), args);
        const entries = rows.map(readEntry).filter((entry) => !after || compare(entry, after) < 0);
        found.push(...entries.sort((one, other) => compare(other, one)));
        if (found.length >= limit || lowest === '-inf') return found.slice(0, limit);
        highest = `(${lowest}`;
      }
    },
    async *scan(start) {
      const runId = await readRunId();
      const pattern = `${(prefix + start).replace(/[\\*?[\]]/g, '\\$&')}*`;
      const options = ['MATCH', pattern, 'COUNT', String(SCANNED_AT_ONCE), 'TYPE'];
      for (const type of VALUES.startsWith(start) ? ['hash', 'string'] : ['hash']) {
        let cursor = '0';
        do {
          for (const [next, keys] of await ask<[string, string[]]>(['SCAN', cursor, ...options, type])) {
            yield (await Promise.all(keys.map(readWhole))).flat();
            cursor = next;
          }
        } while (cursor !== '0');
      }
      // A server that was started anew lists its keys in another order, and some would be left out.
      if ((await readRunId()) !== runId)
        throw new Error('Redis was started again while its keys were being listed. Try again.');
    },
    misplaced(docs) {
      const documents = docs.filter(({ key }) => !isValue(key));
      const args = documents.flatMap((doc) => [doc.key, doc.rev, setsText(doc, doc.index)]);
      const keys = documents.map(({ key }) => key);
      return run<string[]>(MISPLACED, keys, args);
    },
    damage: async () => undefined,
    // The server ends documents by itself. What its append-only file keeps of older texts goes when BGREWRITEAOF rewrites it, which
    // is its operator's to ask for (docs/security.md): the server may be shared, and many do not allow it to clients.
    async scrub() {},
    values(name) {
      const namespace = prefix + valueKey(name, '').slice(0, -2);
      const strict = { namespace, throwOnErrors: true, throwOnConnectError: true };
      const adapter = new KeyvRedis<string>(client, strict);
      // The call that failed rejects; without a listener a second word about it would end the process.
      adapter.on('error', () => undefined);
      return {
        get: (key) => guard(() => adapter.get(key)),
        set: (key, text, ttlMs) => guard(() => adapter.set(key, text, ttlMs).then(waitForReplicas)),
        delete: (key) => guard(() => adapter.delete(key).then(waitForReplicas)),
      };
    },
    async check() {},
    async serve(as) {
      if (as === 'teller') {
        beating ??= setInterval(() => void beat().catch(() => undefined), BEAT_MS).unref();
        // A server that is away is no reason to reject: a later beat reaches it.
        await beat().catch((error: unknown) => {
          if (error instanceof StoreRefusal) throw error;
        });
      } else if ((await read([SERVING])).some(Boolean))
        throw new StoreRefusal(
          `Teller is using ${address}. Stop every Teller that does, wait ${GONE_AFTER_MS / 1_000} seconds, then try again. To back up while Teller runs, use redis-cli --rdb <file> (docs/operations.md).`,
        );
      return false;
    },
    async close() {
      clearInterval(beating);
      if (beating) await commit({ expect: { [SERVING]: own }, drop: [SERVING] }).catch(() => undefined);
      await connection.close();
    },
  };
}

const isValue = (key: string): boolean => key.startsWith(VALUES);

function readEntry([key, score, rev, text]: Row): Entry {
  return { key: key ?? '', score: Number(score), rev: rev ?? '', text: text ?? '' };
}

/** As Redis sorts: by score, then by the bytes of the key. */
function compare(one: Position, other: Position): number {
  return one.score - other.score || Buffer.compare(Buffer.from(one.key), Buffer.from(other.key));
}
