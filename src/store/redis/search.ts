// Searches in the index: for each term a sorted set of references by when their orders were created. The order's hash says in
// which it is (index-pending.ts).
import { clausesOf, type Hit, type Position, readPosition, searchPageOf } from '#store/search-page.ts';
import type { OrderStore } from '#store/store.ts';
import { type Commands, listIn, textsIn } from './connection.ts';
import { type IndexPending, TERM_LENGTH } from './index-pending.ts';
import type { Keys } from './keys.ts';

/** So many orders one script looks at, because nothing else runs meanwhile. */
const AT_ONCE = 2_000;

// KEYS: the sets of all terms of the query, clause after clause.
// ARGV: how many terms each clause has (JSON); what the key of an order begins with; the highest score, as ZCOUNT takes a
// minimum that lies above it; the reference that comes before ('' for none) and its score; how many orders are wanted, and
// looked at, at most.
// Output: score and reference of the last order that was looked at, '' at the end; then for each order found its reference,
// score and document, newest first. The sets of the rarest clause are read side by side; the other clauses are asked for
// each order in them.
const SEARCH = `
local clauses, key = {}, 0
for i, size in ipairs(cjson.decode(ARGV[1])) do
  local clause = {hits = 0}
  for n = 1, size do
    clause[n] = KEYS[key + n]
    clause.hits = clause.hits + redis.call('ZCARD', clause[n])
  end
  key = key + size
  clauses[i] = clause
end
table.sort(clauses, function(a, b) return a.hits < b.hits end)

local heads = {}
local function advance(head)
  head.at = head.at + 2
  if head.at > #head.page then
    head.page, head.at = redis.call('ZREVRANGE', head.set, head.rank, head.rank + 49, 'WITHSCORES'), 1
    head.rank = head.rank + 50
  end
  head.reference, head.score = head.page[head.at], tonumber(head.page[head.at + 1])
end
for _, set in ipairs(clauses[1]) do
  local head = {set = set, page = {}, at = 1, rank = redis.call('ZCOUNT', set, ARGV[3], '+inf')}
  advance(head)
  heads[#heads + 1] = head
end

local function fits(reference)
  if not clauses[2] then return true end
  local terms = redis.call('HGET', ARGV[2] .. reference, 'terms') or ''
  for i = 2, #clauses do
    local has = false
    for _, set in ipairs(clauses[i]) do has = has or string.find(terms, string.sub(set, -${TERM_LENGTH}), 1, true) end
    if not has then return false end
  end
  return true
end

local found = {''}
for _ = 1, tonumber(ARGV[7]) do
  local newest
  for _, head in ipairs(heads) do
    if head.reference and (not newest or head.score > newest.score
      or (head.score == newest.score and head.reference > newest.reference)) then newest = head end
  end
  if not newest then
    found[1] = ''
    return found
  end
  local reference, score, text = newest.reference, newest.score, newest.page[newest.at + 1]
  for _, head in ipairs(heads) do
    if head.reference == reference then advance(head) end
  end
  if (ARGV[4] == '' or score < tonumber(ARGV[5]) or reference < ARGV[4]) and fits(reference) then
    found[#found + 1] = {reference, text, redis.call('HGET', ARGV[2] .. reference, 'doc')}
    if #found > tonumber(ARGV[6]) then return found end
  end
  found[1] = text .. '/' .. reference
end
return found`;

export function createSearch(
  { run }: Commands,
  keys: Keys,
  { indexPending, readTermDigest }: Pick<IndexPending, 'indexPending' | 'readTermDigest'>,
): Pick<OrderStore, 'search'> {
  return {
    async search(query, { limit, after, createdBefore }) {
      const size = Math.max(1, Math.floor(limit));
      const clauses = clausesOf(query, await readTermDigest());
      if (clauses.some((terms) => terms.length === 0)) return { orders: [], next: undefined };
      await indexPending();
      const sets = clauses.flat().map(keys.term);
      const sizes = JSON.stringify(clauses.map((terms) => terms.length));
      const hits: Hit[] = [];
      let from = after === undefined ? undefined : readPosition(after);
      for (;;) {
        const wanted = size + 1 - hits.length;
        const reply = listIn(
          await run(SEARCH, sets, [
            sizes,
            keys.order(''),
            ...startOf(from, createdBefore),
            String(wanted),
            String(AT_ONCE),
          ]),
        );
        const [last, ...entries] = reply;
        hits.push(...entries.map(hitIn));
        if (hits.length > size || entries.length === wanted || last === '') return searchPageOf(hits, size);
        from = readPosition(String(last));
      }
    },
  };
}

/** Three arguments of SEARCH: a minimum for ZCOUNT, a reference and its score. */
function startOf(
  from: Position | undefined,
  createdBefore = Number.POSITIVE_INFINITY,
): [string, string, string] {
  if (from && from.createdAt < createdBefore)
    return [`(${from.createdAt}`, from.reference, String(from.createdAt)];
  return [createdBefore === Number.POSITIVE_INFINITY ? '(+inf' : String(createdBefore), '', '0'];
}

function hitIn(entry: unknown): Hit {
  const [reference = '', createdAt, text = ''] = textsIn(entry);
  return { reference, createdAt: Number(createdAt), text };
}
