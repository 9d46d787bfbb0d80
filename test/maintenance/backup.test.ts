// `npm run store -- backup` of a file: what is in it, what it never does, and that a Teller goes on from it.
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { backupCommand } from '#maintenance/backup.ts';
import { sizeInWords } from '#maintenance/command.ts';
import { openStore } from '#store/open.ts';
import { backupSqlite } from '#store/sqlite/backup.ts';
import { sampleDeed } from '#test/store/sample-deed.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { withRawFile } from '#test/store/sqlite-subject.ts';
import { everythingOf, fill } from './full-store.ts';
import { verified } from './verify-contract.ts';

async function filled() {
  const folder = mkdtempSync(join(tmpdir(), 'teller-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'teller.sqlite');
  const store = await openStore(`sqlite:${file}`, { clock: systemClock });
  onTestFinished(() => store.close());
  await store.serve();
  await fill(store);
  return { store, folder, file, url: `sqlite:${file}`, to: join(folder, 'backup.sqlite') };
}

async function backUp(to: string, url: string) {
  const said: string[] = [];
  const io = { storeUrl: 'sqlite:none', say: (line: string) => void said.push(line), progress: () => {} };
  const { isGood } = await backupCommand.run([to, url], io);
  return { isGood, said };
}

test('a backup has everything, in one file that only its owner reads, beside a Teller that serves', async () => {
  const { store, folder, url, to } = await filled();
  const before = await everythingOf(url);
  expect(await backUp(to, url)).toMatchObject({ isGood: true });
  expect(await everythingOf(`sqlite:${to}`)).toEqual(before);
  expect(statSync(to).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual(['backup.sqlite']);
  expect(await store.orders.insert(sampleOrder('NEXT-1'))).toBe(true);
});

test('a backup by a link to the file has what a Teller that serves it has just written', async () => {
  const { folder, url, to } = await filled();
  const link = join(folder, 'linked.sqlite');
  symlinkSync('teller.sqlite', link);
  const before = await everythingOf(url);
  expect(await backUp(to, `sqlite:${link}`)).toMatchObject({ isGood: true });
  expect(await everythingOf(`sqlite:${to}`)).toEqual(before);
});

test('a backup is as the store was at one moment, whatever is written meanwhile', async () => {
  const { store, url, to } = await filled();
  let isOver = false;
  const writing = (async () => {
    for (let number = 0; !isOver; number += 1) {
      const reference = referenceOf(`BUSY-${number}`);
      const deed = sampleDeed({ deed: 'asked', order: reference });
      await store.orders.insert(sampleOrder(reference), { check: number + 1 }, [deed]);
    }
  })();
  await backUp(to, url).finally(() => {
    isOver = true;
  });
  await writing;
  const { orders, lines } = await everythingOf(`sqlite:${to}`);
  const busy = orders.filter(({ reference }) => reference.startsWith('BUSY-'));
  expect(lines.filter(({ line }) => line?.order?.startsWith('BUSY-'))).toHaveLength(busy.length);
  expect((await verified(`sqlite:${to}`)).said.join('\n')).toContain('complete and unchanged');
});

test('a backup of a file that was opened, written and closed meanwhile would be of two moments, and is refused', async () => {
  const { store, file, to } = await filled();
  await store.close();
  // More pages than are copied at once, so that the first row is copied before the others, and the last one after that.
  withRawFile(file, (raw) =>
    raw.exec(`INSERT INTO notes (name, key, value) WITH RECURSIVE up (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM up LIMIT 2500)
      SELECT 'n', printf('%05d', n), printf('0%.3000c', 'x') FROM up`),
  );
  closeSync(openSync(to, 'wx', 0o600));
  let times = 0;
  const backingUp = backupSqlite(file, to, () => {
    times += 1;
    if (times > 1) return;
    withRawFile(file, (raw) =>
      raw.exec("UPDATE notes SET value = '1' || substr(value, 2) WHERE key IN ('00000', '02499')"),
    );
  });
  await expect(backingUp).rejects.toThrow(`The file ${file} changed in the meantime. Try again.`);
  expect(existsSync(`${file}-wal`)).toBe(false);
  const firstLetters = withRawFile(to, (raw) =>
    raw.prepare("SELECT substr(value, 1, 1) AS letter FROM notes WHERE key IN ('00000', '02499')").all(),
  );
  expect(firstLetters.map(({ letter }) => letter)).toEqual(['0', '1']);
});

test('a backup is restored by starting on it: what waited waits, and links and receipts keep their addresses', async () => {
  const { store, file, url, to } = await filled();
  const digest = await store.digest('receipt');
  await backUp(to, url);
  await store.orders.insert(sampleOrder('LOST-1'));
  await store.close();
  for (const name of ['', '-wal', '-shm']) rmSync(`${file}${name}`, { force: true });
  writeFileSync(file, readFileSync(to), { mode: 0o600 });
  const restored = await openStore(url, { clock: systemClock });
  onTestFinished(() => restored.close());
  await restored.serve();
  expect(await restored.digest('receipt')).toBe(digest);
  expect(await restored.orders.get(referenceOf('LOST-1'))).toBeUndefined();
  expect(await restored.orders.nextDue('deliver')).toBeDefined();
  expect(await restored.keyValues('threads').get('C1:1.2')).toBe('PROMPT-1');
  expect(await restored.orders.insert(sampleOrder('NEXT-1'), {}, [sampleDeed()])).toBe(true);
});

test('a backup says how large it is as people write it', async () => {
  const { url, to } = await filled();
  const { said } = await backUp(to, url);
  expect(said[0]).toBe(`Backed up to ${to} (${Math.round(statSync(to).size / 1_000)} kB).`);
  expect([999, 1_000, 217_088, 1_340_000, 151_000_000, 2_440_000_000].map(sizeInWords)).toEqual([
    '999 bytes',
    '1 kB',
    '217 kB',
    '1.34 MB',
    '151 MB',
    '2.44 GB',
  ]);
});

test('a backup goes over no file, and what a cut off one left is not in the way', async () => {
  const { url, to } = await filled();
  writeFileSync(to, 'mine');
  await expect(backUp(to, url)).rejects.toThrow('already exists');
  expect(readFileSync(to, 'utf8')).toBe('mine');
  rmSync(to);
  writeFileSync(`${to}.part`, 'half of one');
  expect(await backUp(to, url)).toMatchObject({ isGood: true });
  expect(existsSync(`${to}.part`)).toBe(false);
  await expect(backUp(join(to, 'no-folder'), url)).rejects.toThrow();
  await expect(backUp(`${to}-2`, 'sqlite:/nowhere.sqlite')).rejects.toThrow('no store at /nowhere.sqlite');
  expect(existsSync(`${to}-2`)).toBe(false);
});

test('of two backups of the same name at once the first goes on, and the second says why it does not', async () => {
  const { folder, url, to } = await filled();
  const before = await everythingOf(url);
  const [first, second] = await Promise.allSettled([backUp(to, url), backUp(to, url)]);
  expect(second).toMatchObject({
    reason: { message: `Another backup to ${to} is running. Wait until it ends.` },
  });
  expect(first).toMatchObject({ value: { isGood: true } });
  expect(await everythingOf(`sqlite:${to}`)).toEqual(before);
  expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual(['backup.sqlite']);
});

test('a file of another format is not backed up', async () => {
  const { store, file, url, to } = await filled();
  await store.close();
  withRawFile(file, (raw) => raw.exec('PRAGMA user_version = 999'));
  await expect(backUp(to, url)).rejects.toThrow('written by another version of Teller');
});

test('a backup makes the folders that it lies in, which only their owner reads', async () => {
  const { folder, url } = await filled();
  const to = join(folder, 'backups', 'of-may', 'backup.sqlite');
  expect(await backUp(to, url)).toMatchObject({ isGood: true });
  expect(statSync(join(folder, 'backups')).mode & 0o777).toBe(0o700);
});

test('a backup that cannot be written says of which file, why, and what to check', async () => {
  const { folder, file, url } = await filled();
  const to = join(file, 'backup.sqlite');
  await expect(backUp(to, url)).rejects.toThrow(
    /^The backup .*backup\.sqlite can’t be written: .*(EEXIST|ENOTDIR).*\. Check its folder, who owns it, and the free space on its disk\.$/,
  );
  expect(readdirSync(folder).some((name) => name.endsWith('.part'))).toBe(false);
});
