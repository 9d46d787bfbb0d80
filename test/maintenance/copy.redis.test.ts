// `npm run store -- copy` from and to Redis.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, onTestFinished } from 'vitest';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { withRawFile } from '#test/store/sqlite-subject.ts';
import { copyContract } from './copy-contract.ts';

let shared: RedisServer | undefined;
afterAll(() => shared?.remove());

async function fresh(): Promise<RedisServer> {
  shared ??= await startRedis();
  await shared.ask('FLUSHALL');
  return shared;
}

function freshFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'teller-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'teller.sqlite');
}

describe.skipIf(NO_REDIS)(`moving house${LEFT_OUT}`, () => {
  copyContract('from SQLite to Redis', async () => {
    const server = await fresh();
    const file = freshFile();
    return {
      from: `sqlite:${file}`,
      to: `${server.url}?namespace=north`,
      async damage(reference, doc) {
        withRawFile(file, (raw) =>
          raw.prepare('UPDATE orders SET doc = ? WHERE reference = ?').run(doc, reference),
        );
      },
    };
  });

  copyContract('from Redis to SQLite', async () => {
    const server = await fresh();
    return {
      from: server.url,
      to: `sqlite:${freshFile()}`,
      async damage(reference, doc) {
        await server.ask('HSET', `{teller}:order:${reference}`, 'doc', doc);
      },
    };
  });

  copyContract('from one namespace of a Redis to another', async () => {
    const server = await fresh();
    return {
      from: `${server.url}?namespace=north`,
      to: server.url,
      async damage(reference, doc) {
        await server.ask('HSET', `{teller:north}:order:${reference}`, 'doc', doc);
      },
    };
  });
});
