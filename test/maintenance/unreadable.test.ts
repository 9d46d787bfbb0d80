// `npm run store -- verify|backup|copy` of a file that cannot be read, or into one that cannot be written: what is wrong with
// which file, and what to do, in words.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { backupCommand } from '#maintenance/backup.ts';
import { copyCommand } from '#maintenance/copy.ts';
import { runCommand } from '#maintenance/run-command.ts';
import { verifyCommand } from '#maintenance/verify.ts';
import { openStore } from '#store/open.ts';
import { faultInWords } from '#store/sqlite/file-faults.ts';
import { withRawFile } from '#test/store/sqlite-subject.ts';
import { fill } from './full-store.ts';

const MAIN = join(import.meta.dirname, '../../src/maintenance/main.ts');

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'teller-unreadable-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function filled(folder: string): Promise<string> {
  const file = join(folder, 'teller.sqlite');
  const store = await openStore(`sqlite:${file}`, { clock: systemClock });
  await fill(store);
  await store.close();
  return file;
}

/** Puts something else in the place of a table's first page, as a failing disk does. */
function damageTable(file: string, table: string): void {
  const [page, size] = withRawFile(file, (raw) => [
    Number(raw.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)?.['rootpage']),
    Number(raw.prepare('PRAGMA page_size').get()?.['page_size']),
  ]);
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
  closeSync(handle);
}

async function run(...argv: string[]) {
  const said: string[] = [];
  const add = (line: string) => void said.push(line);
  const commands = { backup: backupCommand, copy: copyCommand, verify: verifyCommand };
  const code = await runCommand(commands, argv, { storeUrl: 'sqlite:none', out: add, error: add });
  return { code, said: said.join('\n') };
}

describe('a file that cannot be read', () => {
  test('because a page of it is damaged is named by verify and by copy, and nothing moves', async () => {
    const folder = folderOfTest();
    const file = await filled(folder);
    damageTable(file, 'orders');
    const sentence = `The file ${file} cannot be used: it is damaged. Keep it as it is, and restore a backup.`;
    expect(await run('verify', `sqlite:${file}`)).toEqual({ code: 1, said: sentence });
    expect(await run('copy', `sqlite:${file}`, `sqlite:${file}-2`)).toEqual({ code: 1, said: sentence });
    expect((await run('verify', `sqlite:${file}-2`)).said).toContain('unfinished copy');
  });

  test('because its audit record is damaged is named once the orders were read', async () => {
    const file = await filled(folderOfTest());
    damageTable(file, 'audit');
    expect(await run('verify', `sqlite:${file}`)).toEqual({
      code: 1,
      said: expect.stringContaining(`The file ${file} cannot be used: it is damaged.`),
    });
  });

  test('because only an index of it is damaged is found by verify, and a copy of it is good', async () => {
    const folder = folderOfTest();
    const file = await filled(folder);
    damageTable(file, 'orders_open');
    expect(await run('verify', `sqlite:${file}`)).toEqual({
      code: 1,
      said: expect.stringMatching(
        /Indexes and queues: 1 fault\. A copy .* mends .*\n {2}the file is damaged: .+/,
      ),
    });
    expect(await run('copy', `sqlite:${file}`, `sqlite:${file}-2`)).toMatchObject({ code: 0 });
    expect(await run('verify', `sqlite:${file}-2`)).toMatchObject({ code: 0 });
  });

  test.each(['orders', 'audit', 'work_by_due_at'])(
    'because a page of %s is damaged is no backup: none is left, and the exit code says so',
    async (table) => {
      const folder = folderOfTest();
      const file = await filled(folder);
      damageTable(file, table);
      expect(await run('backup', join(folder, 'backup.sqlite'), `sqlite:${file}`)).toEqual({
        code: 1,
        said: `The file ${file} cannot be backed up: it is damaged. Keep it as it is, and restore an earlier backup.`,
      });
      expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([]);
    },
  );

  test.each(['verify', 'backup', 'copy'])(
    'because it is no database, or a folder, is named by %s with what to do',
    async (command) => {
      const folder = folderOfTest();
      const text = join(folder, 'notes.txt');
      writeFileSync(text, 'Not what it should be. '.repeat(20));
      const isFolder = join(folder, 'a-folder');
      mkdirSync(isFolder);
      const to = join(folder, 'new.sqlite');
      const wordsFor = (file: string) =>
        command === 'backup'
          ? [command, to, `sqlite:${file}`]
          : [command, `sqlite:${file}`, ...(command === 'copy' ? [`sqlite:${to}`] : [])];
      expect(await run(...wordsFor(text))).toEqual({
        code: 1,
        said: `The file ${text} cannot be used: it is no SQLite database. Check the address; if the store was there, restore a backup.`,
      });
      expect(await run(...wordsFor(isFolder))).toEqual({
        code: 1,
        said: `${isFolder} is not a file. Check the address: it must name the file of a store.`,
      });
      expect(readdirSync(folder).sort()).toEqual(['a-folder', 'notes.txt']);
    },
  );

  test.skipIf(process.getuid?.() === 0)('because it is somebody else’s is named', async () => {
    const file = await filled(folderOfTest());
    spawnSync('chmod', ['000', file]);
    expect(await run('verify', `sqlite:${file}`)).toEqual({
      code: 1,
      said: `Teller may not read ${file} (EACCES). Run this as the user that runs Teller.`,
    });
  });

  test('is named as the target of a copy as well', async () => {
    const folder = folderOfTest();
    const file = await filled(folder);
    const text = join(folder, 'notes.txt');
    writeFileSync(text, 'Not what it should be. '.repeat(20));
    expect(await run('copy', `sqlite:${file}`, `sqlite:${text}`)).toEqual({
      code: 1,
      said: expect.stringContaining(`The file ${text} cannot be used: it is no SQLite database.`),
    });
  });
});

describe('a file that cannot be written any further', () => {
  /** In a process in which no file may become larger than 100 or 150 kB, as the shell counts. */
  function runLimited(...words: string[]) {
    const script = 'ulimit -f 100; exec "$@"';
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['-c', script, 'bash', process.execPath, MAIN, ...words],
      { encoding: 'utf8' },
    );
    return { status, stdout, stderr };
  }

  test('is named by a backup, which leaves nothing behind', async () => {
    const folder = folderOfTest();
    const file = await filled(folder);
    const to = join(folder, 'backup.sqlite');
    expect(runLimited('backup', to, `sqlite:${file}`)).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^The backup .*backup\.sqlite cannot be written: its disk takes no more.*\. Check the disk and its room, then try again\.\n$/,
      ),
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([]);
  });

  test('is named by a copy, which can be run again once there is room', async () => {
    const folder = folderOfTest();
    const file = await filled(folder);
    const to = join(folder, 'new.sqlite');
    const { status, stderr } = runLimited('copy', `sqlite:${file}`, `sqlite:${to}`);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /new\.sqlite cannot be (used|opened): its disk takes no more.* then try again\.\n$/,
    );
    expect(await run('copy', `sqlite:${file}`, `sqlite:${to}`)).toMatchObject({ code: 0 });
  });

  test('is not said to be in use when the file of its lock cannot be made', async () => {
    const folder = folderOfTest();
    const file = await filled(folder);
    const to = join(folder, 'new.sqlite');
    mkdirSync(`${to}-lock`);
    expect(await run('copy', `sqlite:${file}`, `sqlite:${to}`)).toEqual({
      code: 1,
      said: expect.stringMatching(/^The store's file .*new\.sqlite cannot be opened: /),
    });
  });

  test('because its disk is full is told in the same words', () => {
    const raw = new DatabaseSync(':memory:');
    raw.exec('PRAGMA max_page_count = 3; CREATE TABLE some (thing)');
    const insert = () => raw.prepare('INSERT INTO some VALUES (randomblob(99999))').run();
    expect(() => {
      try {
        insert();
      } catch (error) {
        throw faultInWords(error, '/data/teller.sqlite');
      }
    }).toThrow(
      'The file /data/teller.sqlite cannot be used: there is no room left for it. Make room on its disk, then try again.',
    );
    raw.close();
  });
});
