// `npm run store -- verify` of a Redis in which something is wrong.
import { afterAll, describe } from 'vitest';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { verifyContract } from './verify-contract.ts';

let shared: RedisServer | undefined;
afterAll(() => shared?.remove());

describe.skipIf(NO_REDIS)(`a store in Redis${LEFT_OUT}`, () => {
  verifyContract('Redis', async () => {
    shared ??= await startRedis();
    const { ask, url } = shared;
    await ask('FLUSHALL');
    return {
      url,
      spoil: {
        'an order that is not in its list': () => ask('ZREM', '{teller}:tracking:T-1', 'order:A-1'),
        'an order in a list that is not its own': async () => {
          const sets = JSON.parse(String(await ask('HGET', '{teller}:order:C-1', 'sets')));
          await ask('ZADD', '{teller}:account:X', '5', 'order:C-1');
          await ask('HSET', '{teller}:order:C-1', 'sets', JSON.stringify({ ...sets, 5: ['account:X'] }));
        },
        'an order that nobody checks any more': async () => {
          await ask('ZREM', '{teller}:due:check', 'check:B-1');
          await ask('DEL', '{teller}:check:B-1');
        },
        'an order that the search index does not have': async () => {
          const [term = ''] = /s:\w+/.exec(String(await ask('HGET', '{teller}:order:D-1', 'sets'))) ?? [];
          await ask('ZREM', `{teller}:${term}`, 'order:D-1');
        },
        'a queue entry that its queue lacks': () => ask('ZREM', '{teller}:due:check', 'check:A-1'),
        'a version that is not the document’s': () => ask('HSET', '{teller}:order:B-1', 'rev', '7'),
      },
    };
  });
});
