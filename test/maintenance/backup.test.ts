// `npm run store -- backup` of a file: what is in it, what it never does, and that a Teller goes on from it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { backup } from '#maintenance/backup.ts';
import { openStore } from '#store/open.ts';
import { sampleAuditEvent } from '#test/store/sample-audit-event.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { withRawFile } from '#test/store/sqlite-subject.ts';
import { countOf, everythingOf, fill } from './full-store.ts';
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
  const say = (line: string) => void said.push(line);
  const io = { storeUrl: 'sqlite:none', isConfirmed: false, say, progress: () => {} };
  const { isGood } = await backup([to, url], io);
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
      const event = sampleAuditEvent({ event: 'asked', order: reference });
      await store.orders.insert(sampleOrder(reference), { check: number + 1 }, [event]);
    }
  })();
  await backUp(to, url).finally(() => {
    isOver = true;
  });
  await writing;
  const docs = await everythingOf(`sqlite:${to}`);
  const lines = docs.filter(({ key, text }) => key.startsWith('line:') && text.includes('BUSY-'));
  expect(lines).toHaveLength(countOf(docs, 'order:BUSY-'));
  expect(countOf(docs, 'check:BUSY-')).toBe(lines.length);
  expect((await verified(`sqlite:${to}`)).said.join('\n')).toContain('complete and unchanged');
});

test('a backup of a file that others have written to and closed meanwhile is refused', async () => {
  const { store, folder, file, url, to } = await filled();
  await store.close();
  // So much that the first of it is copied before the rest is read.
  withRawFile(file, (raw) =>
    raw.exec(`INSERT INTO docs (key, rev, text, sets) WITH RECURSIVE up (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM up LIMIT 9000)
      SELECT printf('note:n::%05d', n), 'value', printf('0%.3000c', 'x'), '{}' FROM up`),
  );
  const child = spawn(process.execPath, ['src/maintenance/main.ts', 'backup', to, url]);
  const said = text(child.stderr);
  const ended = once(child, 'exit');
  while (!(statSync(`${to}.part`, { throwIfNoEntry: false })?.size ?? 0)) await setTimeout(1);
  child.kill('SIGSTOP');
  withRawFile(file, (raw) => raw.exec("UPDATE docs SET rev = 'later' WHERE key = 'note:n::08999'"));
  child.kill('SIGCONT');
  await ended;
  expect(await said).toBe(`The file ${file} changed in the meantime. Try again.\n`);
  expect(readdirSync(folder)).not.toContain('backup.sqlite');
});

test('a damaged file is not backed up', async () => {
  const { store, folder, file, url, to } = await filled();
  await store.close();
  const page = withRawFile(file, (raw) =>
    raw.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'docs_by_search_id'").get(),
  );
  const bytes = readFileSync(file);
  writeFileSync(
    file,
    bytes.fill(0, (Number(page?.['rootpage']) - 1) * 4096, Number(page?.['rootpage']) * 4096),
  );
  await expect(backUp(to, url)).rejects.toThrow(
    `The file ${file} can’t be backed up: it’s damaged. Keep it as it is and restore an earlier backup.`,
  );
  expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([]);
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
  expect(await restored.orders.insert(sampleOrder('NEXT-1'), {}, [sampleAuditEvent()])).toBe(true);
});

test('a backup says how large it is as people write it', async () => {
  const { url, to } = await filled();
  const { said } = await backUp(to, url);
  expect(said[0]).toBe(`Backed up to ${to} (0.${Math.round(statSync(to).size / 1_000)} MB).`);
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
