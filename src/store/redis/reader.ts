// Reads everything under Teller's names in Redis as records. One script reads an order with all of its places and turns, so that
// they fit together also beside a running Teller.
import { noPlaces } from '#store/places.ts';
import type { LeaseRecord, OrderRecord, StoreReader, Turn, ValueRecord } from '#store/records.ts';
import { StoreRefusal } from '#store/store-state.ts';
import { createAudit } from './audit.ts';
import { type Connection, listIn, textsIn } from './connection.ts';
import type { Keys } from './keys.ts';
import { stateIn } from './layout.ts';
import { queueKeys } from './order-store.ts';
import { scanKeys } from './scan-keys.ts';
import { createSearchCheck } from './search-check.ts';

const SCAN_COUNT = 1_000;
/** So many orders one script reads. */
const AT_ONCE = 100;

// KEYS: due and claimed of each queue. ARGV: what the key of an order begins with; references.
// Output: for each order its reference, version, document, a flat list of the indexes that it says and is in with its scores
// there, and for each queue when it is due and its entry among the claimed.
const READ = `
local found = {}
for i = 2, #ARGV do
  local reference = ARGV[i]
  local version, doc, indexes = unpack(redis.call('HMGET', ARGV[1] .. reference, 'version', 'doc', 'indexes'))
  if doc then
    local places = {}
    local isList, names = pcall(cjson.decode, indexes or '{}')
    for name in pairs(isList and names or {}) do
      local score = redis.call('ZSCORE', name, reference)
      if score then
        places[#places + 1] = name
        places[#places + 1] = score
      end
    end
    found[#found + 1] = {reference, version or '0', doc, places,
      redis.call('ZSCORE', KEYS[1], reference), redis.call('HGET', KEYS[2], reference),
      redis.call('ZSCORE', KEYS[3], reference), redis.call('HGET', KEYS[4], reference)}
  end
end
return found`;

export function createReader(
  connection: Connection,
  keys: Keys,
  { address }: { address: string },
): Omit<StoreReader, 'close'> {
  const { ask, run } = connection;
  const { read, head } = createAudit(connection, keys);
  const prefix = keys.order('');

  async function readOrders(references: readonly string[]): Promise<OrderRecord[]> {
    const found = listIn(await run(READ, queueKeys(keys), [prefix, ...references]));
    return found.map((item) => {
      const [reference, version, doc, places, ...turns] = listIn(item);
      const [checkAt, checking, deliverAt, delivering] = textsIn(turns);
      const check = turnIn(checkAt, checking);
      const deliver = turnIn(deliverAt, delivering);
      return {
        reference: String(reference),
        version: Number(version),
        doc: String(doc),
        get places() {
          return placesIn(textsIn(places), keys.prefix);
        },
        turns: { ...(check && { check }), ...(deliver && { deliver }) },
      };
    });
  }

  async function readValue(key: string): Promise<ValueRecord[]> {
    const [, name = '', rest = ''] = /^(.*?)::(.*)$/s.exec(key.slice(keys.keyValues('').length)) ?? [];
    const [text, endsAt] = await textWithEnd(key);
    return text === undefined || endsAt === 'over'
      ? []
      : [{ name: decodeURIComponent(name), key: rest, text, endsAt }];
  }

  async function readLease(key: string): Promise<LeaseRecord[]> {
    const [token, endsAt] = await textWithEnd(key);
    return token === undefined || typeof endsAt !== 'number'
      ? []
      : [{ name: key.slice(keys.lease('').length), token, endsAt }];
  }

  async function textWithEnd(key: string): Promise<[string | undefined, number | undefined | 'over']> {
    const [text, end] = await Promise.all([ask(key, 'GET', key), ask(key, 'PEXPIRETIME', key)]);
    const [found] = textsIn([text]);
    return [found, end === -1 ? undefined : end === -2 ? 'over' : Number(end)];
  }

  async function* eachUnder<Item>(start: string, readKey: (key: string) => Promise<Item[]>) {
    for await (const page of scanKeys(connection, `${start}*`, SCAN_COUNT))
      yield (await Promise.all(page.map(readKey))).flat();
  }

  return {
    address,
    async state() {
      const [layout] = textsIn([await ask(keys.layout, 'GET', keys.layout)]);
      return stateIn(layout);
    },
    async key() {
      const [text] = textsIn([await ask(keys.storeKey, 'GET', keys.storeKey)]);
      if (text === undefined)
        throw new StoreRefusal(`There’s no Teller store at ${address}. Check the address.`);
      return Buffer.from(text, 'base64url');
    },
    async countOrders() {
      return undefined;
    },
    async *orders() {
      for await (const page of scanKeys(connection, `${prefix}*`, SCAN_COUNT)) {
        const references = page.map((key) => key.slice(prefix.length));
        yield (await Promise.all(inParts(references, AT_ONCE).map(readOrders))).flat();
      }
    },
    values: () => eachUnder(keys.keyValues(''), readValue),
    leases: () => eachUnder(keys.lease(''), readLease),
    audit: { read, head },
    ...createSearchCheck(connection, keys),
  };
}

export function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  const parts: Item[][] = [];
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size));
  return parts;
}

/** `flat`: keys of indexes and scores in turns. */
function placesIn(flat: readonly (string | undefined)[], prefix: string): Record<string, number> {
  const places = noPlaces();
  for (let index = 0; index < flat.length; index += 2)
    places[String(flat[index]).slice(prefix.length)] = Number(flat[index + 1]);
  return places;
}

function turnIn(at: string | undefined, claimed: string | undefined): Turn | undefined {
  return at === undefined ? undefined : { at: Number(at), attempt: Number(claimed?.split('|')[0] ?? 0) };
}
