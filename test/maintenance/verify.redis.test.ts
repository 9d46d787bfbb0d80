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
    const order = (reference: string) => `{teller}:order:${reference}`;
    return {
      url,
      spoil: {
        'an order that is not in its list': () => ask('ZREM', '{teller}:tracking:T-1', 'A-1'),
        'an order in a list that is not its own': async () => {
          const indexes = JSON.parse(String(await ask('HGET', order('A-1'), 'indexes')));
          await ask('ZADD', '{teller}:account:X', '5', 'A-1');
          await ask('HSET', order('A-1'), 'indexes', JSON.stringify({ ...indexes, '{teller}:account:X': 5 }));
        },
        'an order that nobody checks any more': () => ask('ZREM', '{teller}:due:check', 'B-1'),
        'an order that the search index does not have': async () => {
          const terms = String(await ask('HGET', order('A-1'), 'terms'));
          const [, first = ''] = /^\S+ (\S{8})/.exec(terms) ?? [];
          await ask('ZREM', `{teller}:s:${first}`, 'A-1');
        },
        'a version that is not the document’s': async () => {
          await ask('HSET', order('B-1'), 'version', '7');
        },
      },
    };
  });
});
