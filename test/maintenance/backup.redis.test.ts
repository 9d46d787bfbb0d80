// `npm run store -- backup` of a Redis: only while no Teller uses it.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { backup } from '#maintenance/backup.ts';
import { markerDoc } from '#store/marker.ts';
import { openStore } from '#store/open.ts';
import type { StoreState } from '#store/store-state.ts';
import { LEFT_OUT, NO_REDIS, startRedis } from '#test/store/redis-server.ts';
import { everythingOf, fill } from './full-store.ts';

describe.skipIf(NO_REDIS)(`a backup of a Redis${LEFT_OUT}`, () => {
  test('is refused while a Teller uses it, with how Redis does it; later it has everything, and Teller goes on', async () => {
    const { url, remove } = await startRedis();
    onTestFinished(remove);
    const folder = mkdtempSync(join(tmpdir(), 'teller-backup-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'backup.sqlite');
    const io = { storeUrl: url, isConfirmed: false, say: () => {}, progress: () => {} };
    const store = await openStore(url, { clock: systemClock });
    await store.serve();
    await fill(store);
    await expect(backup([file], io)).rejects.toThrow(/^Teller is using .*redis-cli --rdb/);
    expect(readdirSync(folder)).toEqual([]);
    await store.close();
    const before = await everythingOf(url);
    expect(await backup([file], io)).toMatchObject({ isGood: true });
    expect(await everythingOf(`sqlite:${file}`)).toEqual(before);
    expect(readdirSync(folder)).toEqual(['backup.sqlite']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const at of [url, `sqlite:${file}`]) {
      const again = await openStore(at, { clock: systemClock });
      await again.serve();
      await again.close();
    }
  });

  test('is none while part of it is still in the log beside it, which is not kept', async () => {
    const { url, remove } = await startRedis();
    onTestFinished(remove);
    const folder = mkdtempSync(join(tmpdir(), 'teller-backup-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const store = await openStore(url, { clock: systemClock });
    await fill(store);
    await store.close();
    const file = join(folder, 'backup.sqlite');
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const ending = backup([file], { storeUrl: url, isConfirmed: false, say, progress: () => {} });
    ending.catch(() => undefined);
    while (!existsSync(`${file}.part-wal`)) await setTimeout(1);
    // Whoever reads keeps SQLite from writing the log into the file, as a full disk does, and closing does not tell.
    const reader = new DatabaseSync(`${file}.part`, { readOnly: true, timeout: 5_000 });
    onTestFinished(() => reader.close());
    reader.exec('BEGIN; SELECT 1 FROM sqlite_schema');
    await expect(ending).rejects.toThrow(
      `The backup ${file} can’t be written: another program has ${file}.part open, or the disk is full. Close that program or free some space, then try again.`,
    );
    expect([said, readdirSync(folder)]).toEqual([[], []]);
  });

  test('is refused of an unfinished copy, and of one that was moved, because a Teller would start on it', async () => {
    const { url, ask, remove } = await startRedis();
    onTestFinished(remove);
    const folder = mkdtempSync(join(tmpdir(), 'teller-backup-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const io = { storeUrl: url, isConfirmed: false, say: () => {}, progress: () => {} };
    const backUp = () => backup([join(folder, 'backup.sqlite')], io);
    const mark = (state: StoreState) => {
      const { rev, text } = markerDoc(state, Buffer.alloc(32));
      return ask('HSET', '{teller}:store', 'rev', rev, 'text', text, 'sets', '{}');
    };
    await mark({ status: 'copy', from: 'sqlite:/elsewhere.sqlite' });
    await expect(backUp()).rejects.toThrow('This store is an unfinished copy of sqlite:');
    await mark({ status: 'moved', to: 'sqlite:/elsewhere.sqlite' });
    await expect(backUp()).rejects.toThrow('This store was moved to sqlite:/elsewhere.sqlite.');
    expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([]);
  });
});
