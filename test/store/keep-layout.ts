// Writes the files of kept/: a store of each kind as this version of Teller writes it, for the versions to come, which must open
// it. To be run when a version is released, with a redis-server on this machine: node test/store/keep-layout.ts <name of the
// layout>
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import { everythingOf, fillOwn } from '#test/maintenance/full-store.ts';
import { startRedis } from './redis-server.ts';

const [, , name = 'unnamed'] = process.argv;
const at = (ending: string) => join(import.meta.dirname, 'kept', `${name}${ending}`);

async function filled(url: string) {
  const store = await openStore(url, { clock: systemClock });
  await fillOwn(store);
  await store.close();
  const { leases: _, ...kept } = await everythingOf(url);
  return { ...kept, values: kept.values.filter(({ endsAt }) => endsAt === undefined) };
}

const file = join(mkdtempSync(join(tmpdir(), 'teller-keep-')), 'teller.sqlite');
const ofSqlite = await filled(`sqlite:${file}`);
writeFileSync(at('.sqlite.gz'), gzipSync(readFileSync(file), { level: 9 }));

const server = await startRedis();
const ofRedis = await filled(server.url);
const commands: string[][] = [];
const texts = async (...command: string[]) => {
  const reply = await server.ask(...command);
  return Array.isArray(reply) ? reply.map(String) : [String(reply)];
};
for (const key of (await texts('KEYS', '*')).sort()) {
  if (Number(await server.ask('PTTL', key)) > 0) continue;
  const type = String(await server.ask('TYPE', key));
  if (type === 'string') commands.push(['SET', key, ...(await texts('GET', key))]);
  if (type === 'hash') commands.push(['HSET', key, ...(await texts('HGETALL', key))]);
  if (type === 'set') commands.push(['SADD', key, ...(await texts('SMEMBERS', key))]);
  if (type === 'list') commands.push(['RPUSH', key, ...(await texts('LRANGE', key, '0', '-1'))]);
  if (type === 'zset') {
    const flat = await texts('ZRANGE', key, '0', '-1', 'WITHSCORES');
    const pairs = flat.flatMap((member, index) => (index % 2 ? [] : [String(flat[index + 1]), member]));
    commands.push(['ZADD', key, ...pairs]);
  }
}
await server.remove();
writeFileSync(at('.redis.jsonl'), `${commands.map((command) => JSON.stringify(command)).join('\n')}\n`);
writeFileSync(at('.records.jsonl'), `${JSON.stringify({ sqlite: ofSqlite, redis: ofRedis })}\n`);
