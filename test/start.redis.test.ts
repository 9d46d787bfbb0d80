// What whoever starts Teller reads about a Redis that refuses it or comes late.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from './journeys/rig.ts';
import { LEFT_OUT, NO_REDIS, startRedis } from './store/redis-server.ts';
import { start } from './teller-process.ts';

/** Nothing answers at these addresses but Redis. */
async function startWith(storeUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'teller-start-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return start({
    SLACK_BOT_TOKEN: 'xoxb-stand-in-token',
    SLACK_APP_TOKEN: 'xapp-stand-in-token',
    SLACK_API_URL: 'http://127.0.0.1:1/api',
    PROVIDER_BASE_URL: 'http://127.0.0.1:1',
    PROVIDER_CONSUMER_KEY: 'stand-in-key',
    PROVIDER_CONSUMER_SECRET: 'stand-in-secret',
    PUBLIC_URL: 'https://teller.test',
    PORT: '0',
    STORE_URL: storeUrl,
  });
}

describe.skipIf(NO_REDIS)(`a process on Redis${LEFT_OUT}`, () => {
  it.each([
    ['refuses the password', 'teller:hunter2@', 'WRONGPASS'],
    ['wants a password that the address does not have', '', 'NOAUTH'],
  ])('that %s names STORE_URL, shows no password, and repeats it once only', async (_, user, reason) => {
    const redis = await startRedis(['--requirepass', 'sesame-open']);
    onTestFinished(() => redis.remove());
    const teller = await startWith(`redis://${user}127.0.0.1:${redis.port}`);
    await teller.url();
    const told = `Redis at 127.0.0.1:${redis.port} rejects the user or password in STORE_URL (${reason}`;
    expect(teller.log()).toContain(told);
    const waits = () => teller.log().split('The store doesn’t answer').length - 1;
    await until(() => waits() === 1);
    const from = performance.now();
    await until(() => performance.now() - from > 3_000);
    expect(waits()).toBe(1);
    expect(teller.log() + teller.errors()).not.toContain('hunter2');
  });

  it('that comes late is said once to be away, and once to answer', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.remove());
    await redis.kill();
    const teller = await startWith(redis.url);
    await teller.url();
    expect(teller.log()).toContain(`Redis can’t be reached at 127.0.0.1:${redis.port} (`);
    expect(teller.log()).toContain('Check STORE_URL and the server. Trying again.');
    await until(() => teller.log().includes('The store doesn’t answer'));
    await redis.start();
    await until(() => teller.log().includes('Connected to the store'));
    expect(teller.log().split('The store doesn’t answer').length - 1).toBe(1);
  });
});
