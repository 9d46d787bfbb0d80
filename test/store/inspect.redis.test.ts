// What the doctor sees of a Redis.
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { inspectStore } from '#store/inspect.ts';
import { openStore } from '#store/open.ts';
import { startRedisCluster } from './redis-cluster.ts';
import { LEFT_OUT, NO_REDIS, startRedis } from './redis-server.ts';

async function redisWith(...settings: string[]) {
  const server = await startRedis(settings);
  onTestFinished(() => server.remove());
  return server;
}
const inspect = async (url: string) =>
  (await inspectStore(url)).map(({ status, found, next = '' }) => `${status}: ${found} ${next}`.trim());

describe.skipIf(NO_REDIS)(`a Redis that is looked at${LEFT_OUT}`, () => {
  test('is good when it keeps everything, and nothing is written to it', async () => {
    const server = await redisWith('--appendfsync', 'always');
    expect(await inspect(server.url)).toEqual([
      expect.stringMatching(
        /^good: (Redis|Valkey) [\d.]+ at 127\.0\.0\.1:\d+ answers, and keeps every order\.$/,
      ),
    ]);
    expect(await server.ask('DBSIZE')).toBe(0);
  });

  test('is warned of what it may lose, as at the start', async () => {
    const server = await redisWith('--maxmemory-policy', 'allkeys-lru', '--appendfsync', 'everysec');
    const [first, ...others] = await inspect(server.url);
    expect(first).toMatch(/^good: .* answers\.$/);
    const warnings: string[] = [];
    const store = await openStore(server.url, { clock: systemClock, warn: (text) => warnings.push(text) });
    await store.close();
    expect(others).toEqual(warnings.map((text) => `warning: ${text}`));
    expect(others).toHaveLength(2);
  });

  test('is wrong when it is a replica, or a node of a cluster that the address does not name as one', async () => {
    const replica = await redisWith('--replicaof', '127.0.0.1 1', '--appendfsync', 'always');
    expect(await inspect(replica.url)).toEqual([
      'wrong: Redis is a replica there and takes no writes. Let STORE_URL lead to its primary.',
    ]);
    const node = await redisWith('--cluster-enabled', 'yes', '--appendfsync', 'always');
    expect(await inspect(node.url)).toEqual([
      expect.stringMatching(/^wrong: Redis is one node of a cluster\. .*\?cluster=true/),
    ]);
    expect(await inspect(`${node.url}?cluster=true`)).toEqual([expect.stringMatching(/^wrong: /)]);
  });

  test.each([
    {
      refusal: 'has no memory left',
      make: ['CONFIG', 'SET', 'maxmemory', '1'],
      said: 'its memory is full (OOM',
    },
    {
      refusal: 'lets its user write nothing',
      make: ['ACL', 'SETUSER', 'default', '-@write'],
      said: 'its user may not do that (',
    },
    {
      refusal: 'lets its user run no scripts',
      make: ['ACL', 'SETUSER', 'default', '-eval', '-evalsha'],
      said: 'its user may not do that (NOPERM',
    },
    {
      refusal: 'misses the replicas that it wants before a write',
      make: ['CONFIG', 'SET', 'min-replicas-to-write', '1'],
      said: 'it has too few replicas (NOREPLICAS',
    },
  ])('is wrong when it takes no writes, because it $refusal', async ({ make, said }) => {
    const server = await redisWith('--appendfsync', 'always');
    await server.ask(...make);
    const [line, ...others] = await inspect(server.url);
    expect(line).toMatch(/^wrong: Redis at .* did not do what was asked: /);
    expect(line).toContain(said);
    expect(others).toEqual([]);
  });

  test.each([
    { kept: 'the settings', commands: ['-config'] },
    { kept: 'everything about itself', commands: ['-config', '-info'] },
  ])('is not said to keep every order when it keeps $kept to itself', async ({ commands }) => {
    const server = await redisWith('--appendfsync', 'always');
    await server.ask('ACL', 'SETUSER', 'default', ...commands);
    expect(await inspect(server.url)).toEqual([
      expect.stringMatching(/^good: .* answers\.$/),
      'warning: Redis does not say whether it keeps every order. See to it that maxmemory-policy is noeviction, appendonly is yes and appendfsync is always.',
    ]);
  });

  test('is warned of what any node of a cluster may lose, because each of them keeps some of it', async () => {
    const cluster = await startRedisCluster(['--appendfsync', 'always']);
    onTestFinished(() => cluster.remove());
    expect(await inspect(cluster.url)).toEqual([
      expect.stringMatching(/^good: .*, and keeps every order\.$/),
    ]);
    for (const node of cluster.nodes) {
      await node.ask('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
      expect(await inspect(cluster.url)).toEqual([
        expect.stringMatching(/^good: .* answers\.$/),
        expect.stringMatching(/^warning: .*: maxmemory-policy is allkeys-lru\. Set it to noeviction\.$/),
      ]);
      await node.ask('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
    }
  });

  test('is wrong when a newer version of Teller has written it', async () => {
    const server = await redisWith('--appendfsync', 'always');
    await server.ask('SET', '{teller}:layout', '99');
    expect(await inspect(server.url)).toEqual([
      'wrong: Redis was written by a newer version of Teller. Use that version.',
    ]);
  });

  test('is wrong when it refuses the password, which is not shown', async () => {
    const server = await redisWith('--requirepass', 'right');
    const [line] = await inspect(server.url.replace('://', '://:hunter2@'));
    expect(line).toMatch(/^wrong: Redis at .* does not accept the user or password of STORE_URL \(WRONGPASS/);
    expect(line).not.toContain('hunter2');
  });

  test('is wrong when it wants a password and the address has none', async () => {
    const server = await redisWith('--requirepass', 'right');
    expect(await inspect(server.url)).toEqual([
      expect.stringMatching(
        /^wrong: Redis at .* does not accept the user or password of STORE_URL \(NOAUTH .*\)\. Correct STORE_URL\.$/,
      ),
    ]);
  });

  test('is wrong when nobody answers there', async () => {
    expect(await inspect('redis://127.0.0.1:1')).toEqual([
      expect.stringMatching(
        /^wrong: Redis cannot be reached yet at 127\.0\.0\.1:1 \(.*ECONNREFUSED.*\)\. Check STORE_URL/,
      ),
    ]);
  });
});
