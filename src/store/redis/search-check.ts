// Whether the search index and the sorted sets in Redis fit the orders, for checks of a whole store. Each script compares both
// sides at one moment, so that what changes meanwhile is no fault.
import type { StoreReader } from '#store/records.ts';
import { type Connection, textsIn } from './connection.ts';
import { TERM_LENGTH } from './index-pending.ts';
import type { Keys } from './keys.ts';
import { scanKeys } from './scan-keys.ts';

const PAGE_SIZE = 500;
/** So many orders one script compares. */
const AT_ONCE = 50;

// KEYS: a sorted set. ARGV: what the key of an order begins with; first and last place; what an order of the set has:
// "index" (the set among its indexes), "term" (the end of the set's name among its terms), or "order" (no more than itself).
// Output: how many were there, then those whose orders do not have it.
const STRAYS = `
local members = redis.call('ZRANGE', KEYS[1], ARGV[2], ARGV[3])
local strays = {tostring(#members)}
for _, reference in ipairs(members) do
  local order, has = ARGV[1] .. reference, false
  if ARGV[4] == 'index' then
    local isList, names = pcall(cjson.decode, redis.call('HGET', order, 'indexes') or '{}')
    has = isList and names[KEYS[1]]
  elseif ARGV[4] == 'term' then
    has = string.find(redis.call('HGET', order, 'terms') or '', string.sub(KEYS[1], -${TERM_LENGTH}), 1, true)
  else
    has = redis.call('EXISTS', order) == 1
  end
  if not has then strays[#strays + 1] = reference end
end
return strays`;

// KEYS: pending.
// ARGV: what the key of an order begins with, and that of a term; for each order its reference, version, when it was created,
// and the digests of its terms without blanks between them.
// Output: the references of those that are not indexed so. One that waits for the index, or was saved since, is passed over.
const UNFOUND = `
local unfound = {}
for i = 3, #ARGV, 4 do
  local reference, wantedVersion, createdAt, wanted = unpack(ARGV, i, i + 3)
  local version, text = unpack(redis.call('HMGET', ARGV[1] .. reference, 'version', 'terms'))
  if version == wantedVersion and redis.call('SISMEMBER', KEYS[1], reference) == 0 then
    local score, terms = string.match(text or '', '^(%S+) (%S*)')
    local isIn = score and tonumber(score) == tonumber(createdAt) and #terms == #wanted
    local has = {}
    for n = 1, #(terms or ''), ${TERM_LENGTH} do has[string.sub(terms, n, n + ${TERM_LENGTH - 1})] = true end
    for n = 1, #wanted, ${TERM_LENGTH} do
      local term = string.sub(wanted, n, n + ${TERM_LENGTH - 1})
      isIn = isIn and has[term] and tonumber(redis.call('ZSCORE', ARGV[2] .. term, reference) or '') == tonumber(createdAt)
    end
    if not isIn then unfound[#unfound + 1] = reference end
  end
end
return unfound`;

const KINDS: readonly (readonly [kind: string, name: RegExp, where: string])[] = [
  ['index', /^(?:tracking|account|folded|prompts|open|recent|entries):/s, 'the lists'],
  ['term', /^s:/, 'the search index'],
  ['order', /^due:/, 'the queues'],
];

export function createSearchCheck(
  connection: Connection,
  keys: Keys,
): Pick<StoreReader, 'strays' | 'unfound' | 'termEncoding'> {
  const { run } = connection;
  const prefix = keys.order('');

  async function* straysIn(key: string): AsyncGenerator<string> {
    const name = key.slice(keys.prefix.length);
    for (const [kind, pattern, where] of KINDS) {
      if (!pattern.test(name)) continue;
      for (let from = 0, count = PAGE_SIZE; count === PAGE_SIZE; from += PAGE_SIZE) {
        const range = [String(from), String(from + PAGE_SIZE - 1)];
        const [found, ...strays] = textsIn(await run(STRAYS, [key], [prefix, ...range, kind]));
        count = Number(found);
        for (const reference of strays) yield `${reference} is in ${where}, and no order says so`;
      }
    }
  }

  return {
    termEncoding: 'base64url',
    async *strays() {
      for await (const page of scanKeys(connection, `${keys.prefix}*`, PAGE_SIZE))
        for (const key of page) yield* straysIn(key);
    },
    async unfound(orders) {
      const unfound: string[] = [];
      for (let from = 0; from < orders.length; from += AT_ONCE) {
        const args = orders
          .slice(from, from + AT_ONCE)
          .flatMap(({ reference, version, createdAt, terms }) => [
            reference,
            String(version),
            String(createdAt),
            terms.join(''),
          ]);
        const found = await run(UNFOUND, [keys.pending], [prefix, keys.term(''), ...args]);
        unfound.push(...textsIn(found).map(String));
      }
      return unfound;
    },
  };
}
