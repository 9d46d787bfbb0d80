// The audit record in Redis: one list of lines. A script compares the head that the lines were chained onto, because Redis has
// no SHA-256 of its own; whoever was slower chains its lines onto the new head and tries again.
import { createInTurn } from '#lib/async.ts';
import { parseJson } from '#lib/text.ts';
import { type AuditLine, auditLine, type Deed } from '#orders/audit-line.ts';
import { chain, EMPTY_HEAD } from '#store/audit-chain.ts';
import {
  type AuditHead,
  type AuditRecord,
  linesIn,
  pageOfLines,
  type StoredLine,
  startOfPage,
} from '#store/audit-record.ts';
import { type Commands, listIn, textsIn } from './connection.ts';
import type { Keys } from './keys.ts';

/**
 * For scripts that add lines. `audit`: what `chained` hands over, decoded. `otherHead` answers the head when it is another than
 * that which the lines follow; `addLines` only writes.
 */
export const AUDIT_FUNCTIONS = `
local function otherHead(key, audit)
  local count, hash = unpack(redis.call('HMGET', key, 'count', 'hash'))
  count, hash = count or '0', hash or ''
  if count ~= audit.count or hash ~= audit.hash then return {count, hash} end
end
local function addLines(list, head, times, audit)
  for _, line in ipairs(audit.lines) do
    local seq, at, text, order = unpack(line)
    redis.call('RPUSH', list, text)
    redis.call('ZADD', times, at, string.format('%012d', seq))
    if redis.call('EXISTS', order) == 1 then
      local known = redis.call('HGET', order, 'lines')
      redis.call('HSET', order, 'lines', known and known .. ' ' .. seq or seq)
    end
  end
  redis.call('HSET', head, 'count', audit.next[1], 'hash', audit.next[2])
end`;

// KEYS: list, head and times of the record. ARGV: the lines.
// Output: 1, or the head when it is another one.
const APPEND = `${AUDIT_FUNCTIONS}
local audit = cjson.decode(ARGV[1])
local other = otherHead(KEYS[2], audit)
if other then return other end
addLines(KEYS[1], KEYS[2], KEYS[3], audit)
return 1`;

// KEYS: the order; the list. Output: for each line of the order its place and text.
const READ_ORDER = `
local found = {}
for seq in string.gmatch(redis.call('HGET', KEYS[1], 'lines') or '', '%d+') do
  found[#found + 1] = {seq, redis.call('LINDEX', KEYS[2], seq - 1)}
end
return found`;

// KEYS: times; the list.
// ARGV: the range of times as ZRANGEBYSCORE takes it; how many at most, -1 for all.
// Output: for each line its place, time and text. Neighbours in time are nearly always neighbours in the list, so they are read
// together: Redis walks the list for each read.
const READ_TIMES = `
local found = {}
local range = redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[1], ARGV[2], 'WITHSCORES', 'LIMIT', 0, ARGV[3])
local i = 1
while i <= #range do
  local first, count = tonumber(range[i]), 1
  while tonumber(range[i + 2 * count] or '') == first + count do count = count + 1 end
  local texts = redis.call('LRANGE', KEYS[2], first - 1, first + count - 2)
  for n = 1, count do
    found[#found + 1] = {range[i + 2 * n - 2], range[i + 2 * n - 1], texts[n] or false}
  end
  i = i + 2 * count
end
return found`;

/** Other replicas may be faster; each failure means that one of them was. */
const MAX_TRIES = 500;

export type Audit = AuditRecord & {
  /** KEYS of AUDIT_FUNCTIONS: list, head, times. */
  readonly keys: readonly [string, string, string];
  /**
   * Runs `write` with the deeds chained onto the head, as the text for a script with AUDIT_FUNCTIONS; again, with the newest
   * head, whenever it answers a head. A number below 0 says that it has written nothing. Without deeds the text is ''.
   */
  chained(deeds: readonly Deed[], write: (lines: string) => Promise<unknown>): Promise<unknown>;
};

export function createAudit({ ask, run }: Commands, keys: Keys): Audit {
  const { audit: list, auditHead: headKey, auditTimes: times } = keys;
  const inTurn = createInTurn<'record'>();
  let known = EMPTY_HEAD;

  // Lines of one process are added in turn: side by side all but one would be chained in vain.
  const chained: Audit['chained'] = (deeds, write) =>
    deeds.length === 0 ? write('') : inTurn(['record'], () => tryChained(deeds, write));

  async function tryChained(deeds: readonly Deed[], write: (lines: string) => Promise<unknown>) {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const { lines, head } = chain(known, deeds);
      const text = JSON.stringify({
        count: String(known.count),
        hash: known.hash,
        next: [String(head.count), head.hash],
        lines: lines.map((line) => lineText(line, keys)),
      });
      const reply = await write(text);
      if (Array.isArray(reply)) known = headIn(reply);
      else {
        if (Number(reply) >= 0) known = head;
        return reply;
      }
    }
    throw new Error(`other processes were faster with the audit record ${MAX_TRIES} times in a row`);
  }

  return {
    keys: [list, headKey, times],
    chained,
    async append(deeds) {
      await chained(deeds, (lines) =>
        lines === '' ? Promise.resolve(1) : run(APPEND, [list, headKey, times], [lines]),
      );
    },
    head: async () => headIn(listIn(await ask(headKey, 'HMGET', headKey, 'count', 'hash'))),
    async read({ after, limit }) {
      const range = [String(after), String(after + limit - 1)];
      const texts = textsIn(await ask(list, 'LRANGE', list, ...range));
      return texts.map((text, index) => storedLine(after + index + 1, text));
    },
    async linesOf(reference) {
      const found = listIn(await run(READ_ORDER, [keys.order(reference), list], []));
      return linesIn(
        found.map((item) => {
          const [place, text] = textsIn(item);
          return storedLine(Number(place), text);
        }),
      );
    },
    async linesBetween({ from, to }, { limit, after }) {
      const size = Math.max(1, Math.floor(limit));
      const start = startOfPage(after, from);
      const same = (await readTimes(String(start.at), String(start.at), -1)).filter(
        ({ place }) => place > start.seq,
      );
      const later = await readTimes(`(${start.at}`, `(${to}`, size + 1);
      return pageOfLines(start.at < to ? [...same, ...later] : [], size);
    },
  };

  async function readTimes(from: string, to: string, count: number) {
    const found = listIn(await run(READ_TIMES, [times, list], [from, to, String(count)]));
    return found.map((item) => {
      const [place, at, text] = textsIn(item);
      return { ...storedLine(Number(place), text), at: Number(at) };
    });
  }
}

/** A line as `addLines` takes it. */
export function lineText(
  line: AuditLine,
  keys: Keys,
): [seq: string, at: string, text: string, order: string] {
  return [String(line.seq), String(line.at), JSON.stringify(line), keys.order(line.order ?? '')];
}

function headIn(reply: readonly unknown[]): AuditHead {
  const [count = '0', hash = ''] = textsIn([...reply]);
  return { count: Number(count), hash };
}

/** Whoever changes the list past Teller may put anything into it. */
function storedLine(place: number, text: string | undefined): StoredLine {
  return { place, line: auditLine.safeParse(parseJson(text ?? '')).data };
}
