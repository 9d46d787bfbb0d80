// The Lua scripts of the Redis driver. Each runs as a whole or not at all. All keys of one Teller lie in one slot of a cluster, so
// that a script may touch sets and documents that are not among its KEYS; a cluster that is moving the slot refuses those that it
// has moved already. ARGV[1] is what every key begins with; in other arguments and in the output keys and sets come without it.
import { hash } from 'node:crypto';
import { VALUES } from '#store/documents.ts';

export type Script = { readonly lua: string; readonly sha: string };

const makeScript = (lua: string): Script => ({ lua, sha: hash('sha1', lua) });

/** Reads arguments one after the other, and the scores of a document in its sets (setsText). */
const FUNCTIONS = `
local prefix, next = ARGV[1], 2
local function take(count)
  next = next + count
  return unpack(ARGV, next - count, next - 1)
end
local function readScores(text)
  local scores = {}
  for score, names in pairs(cjson.decode(text or '{}')) do
    for _, name in ipairs(names) do scores[name] = score end
  end
  return scores
end`;

// KEYS: the documents. ARGV: what names this commit; 1 in a cluster; 1 if it comes again; how many revisions are expected; for each its key and the
// revision, '' for none, * for any; then for each document that is put or dropped its key, revision ('' to drop it), text, sets
// (setsText) and time to live (ms, '' for ever). Output: key and revision ('' for none) of what is stale; nothing was written then.
export const COMMIT = makeScript(`${FUNCTIONS}
local id, isCluster, isAgain, expectations = take(4)
local stale, commands = {}, {}
for _ = 1, tonumber(expectations) do
  local key, expected = take(2)
  local rev = redis.call('HGET', prefix .. key, 'rev') or ''
  if rev ~= expected and not (expected == '*' and rev ~= '') then stale[#stale + 1] = {key, rev} end
end
if isAgain == '1' then
  for _, doc in ipairs(KEYS) do
    if redis.call('TYPE', doc).ok == 'hash' and redis.call('HGET', doc, 'commit') == id then
      -- The commit has happened. This write lets it wait for replicas again, too.
      redis.call('HSET', doc, 'commit', id)
      return {}
    end
  end
end
if stale[1] then return stale end

while next <= #ARGV do
  local key, rev, text, sets, ttl = take(5)
  local doc = prefix .. key
  local isValue = string.sub(key, 1, ${VALUES.length}) == '${VALUES}'
  local setsNow = isValue and '{}' or redis.call('HGET', doc, 'sets')
  -- A server without memory refuses the first of these, so that nothing has been changed then.
  local write = {'HSET', doc, 'rev', rev, 'text', text, 'sets', sets, 'commit', id}
  if isValue then write = {'SET', doc, text} end
  if rev == '' then write = {'DEL', doc} end
  commands[#commands + 1] = write
  if setsNow ~= sets then
    local before, after = readScores(setsNow), readScores(sets)
    for name in pairs(before) do
      if not after[name] then commands[#commands + 1] = {'ZREM', prefix .. name, key} end
    end
    for name, score in pairs(after) do
      if before[name] ~= score then commands[#commands + 1] = {'ZADD', prefix .. name, score, key} end
    end
  end
  if ttl ~= '' then commands[#commands + 1] = {'PEXPIRE', doc, ttl} end
  -- What stands in sets had no time to live.
  if ttl == '' and setsNow == '{}' then commands[#commands + 1] = {'PERSIST', doc} end
end
if isCluster == '1' then
  -- One that has moved a key elsewhere refuses here, before anything is written.
  for _, command in ipairs(commands) do redis.call('EXISTS', command[2]) end
end
for _, command in ipairs(commands) do redis.call(unpack(command)) end
return stale`);

// KEYS: the set. ARGV: the command that reads it, where it begins and ends; how many entries are wanted; a score whose entries come
// beside these ('' for none). Output: for each entry its key, score, revision and text.
export const LIST = makeScript(`
local limit, score = tonumber(ARGV[5]), ARGV[6]
if score ~= '' then limit = limit + redis.call('ZCOUNT', KEYS[1], score, score) end
local range = redis.call(ARGV[2], KEYS[1], ARGV[3], ARGV[4], 'WITHSCORES', 'LIMIT', 0, limit)
local entries = {}
for i = 1, #range, 2 do
  local doc = redis.call('HMGET', ARGV[1] .. range[i], 'rev', 'text')
  entries[#entries + 1] = {range[i], range[i + 1], doc[1], doc[2]}
end
return entries`);

// KEYS: documents. ARGV: for each its key, revision and sets (setsText). Output: the keys of those that have this revision and do not
// stand in these sets.
export const MISPLACED = makeScript(`${FUNCTIONS}
local misplaced = {}
while next <= #ARGV do
  local key, rev, sets = take(3)
  local doc = redis.call('HMGET', prefix .. key, 'rev', 'sets')
  if doc[1] == rev then
    local isRight = doc[2] == sets
    for name, score in pairs(readScores(sets)) do
      isRight = isRight and tonumber(redis.call('ZSCORE', prefix .. name, key)) == tonumber(score)
    end
    if not isRight then misplaced[#misplaced + 1] = key end
  end
end
return misplaced`);

// KEYS: the sets of all terms. ARGV: those of each clause (JSON); the highest score; how many documents are wanted, and looked at in
// each set. Output: the lowest score that was looked at, -inf at the end; then for each document found its key, score, revision and
// text, highest scores first. All documents of a score come together. The sets of the rarest clause are read; for each document in
// them its own list of sets says whether the other clauses fit.
export const SEARCH = makeScript(`
local prefix, clauses, highest, lowest = ARGV[1], cjson.decode(ARGV[2]), ARGV[3], '-inf'
for _, clause in ipairs(clauses) do
  clause.hits = 0
  for _, set in ipairs(clause) do clause.hits = clause.hits + redis.call('ZCARD', prefix .. set) end
end
table.sort(clauses, function(a, b) return a.hits < b.hits end)

for _, set in ipairs(clauses[1]) do
  local last = redis.call('ZREVRANGEBYSCORE', prefix .. set, highest, lowest, 'WITHSCORES', 'LIMIT', ARGV[5], 1)
  lowest = last[2] or lowest
end
local keys, scores = {}, {}
for _, set in ipairs(clauses[1]) do
  local range = redis.call('ZREVRANGEBYSCORE', prefix .. set, highest, lowest, 'WITHSCORES')
  for i = 1, #range, 2 do
    if not scores[range[i]] then keys[#keys + 1] = range[i] end
    scores[range[i]] = tonumber(range[i + 1])
  end
end
table.sort(keys, function(a, b) return scores[a] > scores[b] end)

local function fits(key)
  local sets = clauses[2] and redis.call('HGET', prefix .. key, 'sets') or ''
  for i = 2, #clauses do
    local has = false
    for _, set in ipairs(clauses[i]) do has = has or string.find(sets, '"' .. set .. '"', 1, true) end
    if not has then return false end
  end
  return true
end

local function format(score) return string.format('%.17g', score) end
local found = {lowest}
for i, key in ipairs(keys) do
  local previous = scores[keys[i - 1]]
  if #found > tonumber(ARGV[4]) and scores[key] ~= previous then
    found[1] = format(previous)
    return found
  end
  if fits(key) then
    found[#found + 1] = {key, format(scores[key]), unpack(redis.call('HMGET', prefix .. key, 'rev', 'text'))}
  end
end
return found`);
