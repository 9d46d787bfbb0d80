// Finding orders by anything but their reference: one script reads an index and the orders in it.
import type { Order } from '#orders/order.ts';
import { addDays } from '#orders/recurrence.ts';
import type { Digest } from '#store/digest.ts';
import { promptTo } from '#store/found-by.ts';
import { entriesPageOf, type Place, readDayPlace } from '#store/order-change.ts';
import { readAll, readOrder } from '#store/read-order.ts';
import type { OrderStore } from '#store/store.ts';
import { type Commands, listIn, textsIn } from './connection.ts';
import type { Keys } from './keys.ts';

type Lists = Pick<
  OrderStore,
  'findByTrackingId' | 'findByAccountNumber' | 'promptsTo' | 'openOf' | 'closedOf' | 'entriesBetween'
> & {
  /** The newest order with this `FoundBy.foldedReference`. */
  newestFolded(folded: string): Promise<Order | undefined>;
};

// KEYS: the index.
// ARGV: what the key of an order begins with; commands that read ranges of the index (JSON: name and arguments after the key).
// Output: for each entry of each range its reference, score and document.
const READ = `
local entries = {}
for _, command in ipairs(cjson.decode(ARGV[2])) do
  local range = redis.call(command[1], KEYS[1], unpack(command, 2))
  for i = 1, #range, 2 do
    entries[#entries + 1] = {range[i], range[i + 1], redis.call('HGET', ARGV[1] .. range[i], 'doc')}
  end
end
return entries`;

type Entry = Place & { readonly text: string };

export function createLists({ run }: Commands, keys: Keys, readDigest: () => Promise<Digest>): Lists {
  async function read(index: string, ...ranges: readonly (readonly string[])[]): Promise<Entry[]> {
    const commands = ranges.map((range) => [...range, 'WITHSCORES']);
    const entries = await run(READ, [index], [keys.order(''), JSON.stringify(commands)]);
    return listIn(entries).map((entry) => {
      const [reference = '', at, text = ''] = textsIn(entry);
      return { reference, at: Number(at), text };
    });
  }

  /** The first `count`, or those that come after `start`. */
  async function readSome(index: string, start: Place | undefined, count: number): Promise<Entry[]> {
    const upTo = ['+inf', 'LIMIT', '0', String(count)];
    if (!start) return read(index, ['ZRANGEBYSCORE', '-inf', ...upTo]);
    // Orders of one millisecond stand in the order of their references; some of them may have been on the page before.
    const time = String(start.at);
    const same = ['ZRANGEBYSCORE', time, time];
    const entries = await read(index, same, ['ZRANGEBYSCORE', `(${time}`, ...upTo]);
    return entries.filter(({ at, reference }) => at !== start.at || reference > start.reference);
  }

  async function listOf(
    agent: string,
    open: boolean,
    limit: number,
    after?: Parameters<OrderStore['openOf']>[2],
  ) {
    if (limit < 1) return [];
    const index = keys.agent(agent, open);
    const size = Math.floor(limit);
    if (!after) return readAll(await read(index, ['ZREVRANGE', '0', String(size - 1)])).orders;
    // As in `readSome`, from the newest on.
    const time = String(after.createdAt);
    const same = ['ZREVRANGEBYSCORE', time, time];
    const entries = await read(index, same, [
      'ZREVRANGEBYSCORE',
      `(${time}`,
      '-inf',
      'LIMIT',
      '0',
      String(size),
    ]);
    const behind = entries.filter(
      ({ at, reference }) => at !== after.createdAt || reference < after.reference,
    );
    return readAll(behind.slice(0, size)).orders;
  }

  return {
    async findByTrackingId(trackingId) {
      const [oldest] = await read(keys.tracking(trackingId), ['ZRANGE', '0', '0']);
      return oldest && readOrder(oldest.text, oldest.reference);
    },
    async findByAccountNumber(accountNumber) {
      const entries = await read(keys.account(accountNumber), ['ZREVRANGE', '0', '-1']);
      return entries.map(({ text, reference }) => readOrder(text, reference));
    },
    async newestFolded(folded) {
      const [newest] = await read(keys.folded(folded), ['ZREVRANGE', '0', '0']);
      return newest && readOrder(newest.text, newest.reference);
    },
    async promptsTo(msisdn, since) {
      const key = keys.prompts(promptTo(msisdn, await readDigest()));
      return readAll(await read(key, ['ZREVRANGEBYSCORE', '+inf', String(since)])).orders;
    },
    openOf: (agent, limit, after) => listOf(agent, true, limit, after),
    closedOf: (agent, limit) => listOf(agent, false, limit),
    async entriesBetween({ firstDay, lastDay }, { limit, after }) {
      const size = Math.max(1, Math.floor(limit));
      const begin = after === undefined ? undefined : readDayPlace(after);
      const found: (Entry & { readonly day: string })[] = [];
      for (let day = begin?.day ?? firstDay; day <= lastDay && found.length <= size; day = addDays(day, 1)) {
        const start = day === begin?.day ? begin : undefined;
        const entries = await readSome(keys.entries(day), start, size + 1 - found.length);
        found.push(...entries.map((entry) => ({ ...entry, day })));
      }
      return entriesPageOf(found, size);
    },
  };
}
