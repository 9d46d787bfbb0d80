// `npm run store -- backup` of a Redis: only while no Teller uses it.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { backupCommand } from '#maintenance/backup.ts';
import { openForCopy, openPair, openStore } from '#store/open.ts';
import { LEFT_OUT, NO_REDIS, startRedis } from '#test/store/redis-server.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { everythingOf, fill } from './full-store.ts';

describe.skipIf(NO_REDIS)(`a backup of a Redis${LEFT_OUT}`, () => {
  test('is refused while a Teller uses it, with how Redis does it; later it has everything, and Teller goes on', async () => {
    const { url, remove } = await startRedis();
    onTestFinished(remove);
    const folder = mkdtempSync(join(tmpdir(), 'teller-backup-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'backup.sqlite');
    const io = { storeUrl: url, say: () => {}, progress: () => {} };
    const store = await openStore(url, { clock: systemClock });
    await store.serve();
    await fill(store);
    await expect(backupCommand.run([file], io)).rejects.toThrow(/^Teller is using .*redis-cli --rdb/);
    expect(readdirSync(folder)).toEqual([]);
    await store.close();
    const before = await everythingOf(url);
    expect(await backupCommand.run([file], io)).toMatchObject({ isGood: true });
    expect(await everythingOf(`sqlite:${file}`)).toEqual(before);
    expect(readdirSync(folder)).toEqual(['backup.sqlite']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const at of [url, `sqlite:${file}`]) {
      const again = await openStore(at, { clock: systemClock });
      await again.serve();
      await again.close();
    }
  });

  test('is refused when Redis was silent until a Teller could begin, because its parts may not fit together', async () => {
    const server = await startRedis();
    onTestFinished(server.remove);
    const folder = mkdtempSync(join(tmpdir(), 'teller-backup-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const store = await openStore(server.url, { clock: systemClock });
    for (let number = 0; number < 6_000; number += 1)
      await store.keyValues('threads').set(`C1:${number}`, 'A-1');
    await store.orders.insert(sampleOrder('A-1'));
    await store.close();
    const io = { storeUrl: server.url, say: () => {}, progress: () => {} };
    const file = join(folder, 'backup.sqlite');
    const backup = backupCommand.run([file], io);
    backup.catch(() => undefined);
    // It is made once Redis is held.
    while (!existsSync(`${file}.part-lock`)) await setTimeout(1);
    server.signal('SIGSTOP');
    await setTimeout(11_000);
    server.signal('SIGCONT');
    await expect(backup).rejects.toThrow(
      /^The copy stalled, and Teller may have used redis:\S+ in the meantime\. Run it again\.$/,
    );
    expect(readdirSync(folder)).toEqual([]);
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
    const io = { storeUrl: url, say: (line: string) => void said.push(line), progress: () => {} };
    const backup = backupCommand.run([file], io);
    backup.catch(() => undefined);
    while (!existsSync(`${file}.part-wal`)) await setTimeout(1);
    // Whoever reads keeps SQLite from writing the log into the file, as a full disk does, and closing does not tell.
    const reader = new DatabaseSync(`${file}.part`, { readOnly: true, timeout: 5_000 });
    onTestFinished(() => reader.close());
    reader.exec('BEGIN; SELECT 1 FROM sqlite_schema');
    await expect(backup).rejects.toThrow(
      `The backup ${file} can’t be written: another program has ${file}.part open. Close that program, then try again.`,
    );
    expect([said, readdirSync(folder)]).toEqual([[], []]);
  });

  test('is refused of an unfinished copy, and of one that was moved, because a Teller would start on it', async () => {
    const { url, remove } = await startRedis();
    onTestFinished(remove);
    const folder = mkdtempSync(join(tmpdir(), 'teller-backup-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const source = `sqlite:${join(folder, 'source.sqlite')}`;
    await (await openStore(source, { clock: systemClock })).close();
    const backUp = () =>
      backupCommand.run([join(folder, 'backup.sqlite')], {
        storeUrl: url,
        say: () => {},
        progress: () => {},
      });
    const pair = await openPair(source, url);
    await pair.target.beginCopy(pair.source.address, await pair.source.key());
    await pair.target.close();
    await expect(backUp()).rejects.toThrow('This store is an unfinished copy of sqlite:');
    const again = await openForCopy(url, { isTarget: true });
    await again.endCopy();
    await again.markMoved('sqlite:/elsewhere.sqlite');
    await again.close();
    await expect(backUp()).rejects.toThrow('This store was moved to sqlite:/elsewhere.sqlite.');
    await pair.source.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([]);
  });
});
