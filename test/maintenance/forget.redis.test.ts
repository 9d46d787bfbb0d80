// `npm run store -- forget` of a store in Redis, beside a copy.
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { openForCopy } from '#store/open.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { forgetContract, forgetZawadi, openedWithOrder } from './forget-contract.ts';

let shared: RedisServer | undefined;
afterAll(() => shared?.remove());

async function fresh(): Promise<RedisServer> {
  shared ??= await startRedis();
  await shared.ask('FLUSHALL');
  return shared;
}

describe.skipIf(NO_REDIS)(`forget on Redis${LEFT_OUT}`, () => {
  forgetContract('Redis', fresh);

  test('a copy that has begun while it waits for a yes is not erased from behind its back', async () => {
    const { url } = await fresh();
    const store = await openedWithOrder(url);
    const erasing = forgetZawadi(store, async () => {
      const source = await openForCopy(url, { isTarget: false });
      onTestFinished(() => source.close());
      return true;
    });
    await expect(erasing).rejects.toThrow(
      'This store is just being copied, from here or to here. Try again when that has ended. Nothing was erased.',
    );
    expect(shared && (await shared.ask('HGET', '{teller}:order:DONE-1', 'doc'))).toContain(
      'zawadi@example.com',
    );
  });
});
