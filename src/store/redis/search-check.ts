// Whether the search index in Redis has every order, for checks of a whole store. The script compares both sides at one moment,
// so that what changes meanwhile is no fault.
import type { StoreReader } from '#store/records.ts';
import { type Connection, textsIn } from './connection.ts';
import { TERM_LENGTH } from './index-pending.ts';
import type { Keys } from './keys.ts';

/** So many orders one script compares. */
const AT_ONCE = 50;

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

export function createSearchCheck(
  { run }: Pick<Connection, 'run'>,
  keys: Keys,
): Pick<StoreReader, 'damage' | 'unfound' | 'termEncoding'> {
  const prefix = keys.order('');

  return {
    termEncoding: 'base64url',
    damage: async () => undefined,
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
