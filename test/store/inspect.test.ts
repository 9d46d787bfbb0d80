// What the doctor sees of a store. That of Redis is in inspect.redis.test.ts.
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { inspectStore } from '#store/inspect.ts';
import { openStore } from '#store/open.ts';
import { inspectSqlite } from '#store/sqlite/inspect.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'teller-inspect-'));
  file = join(folder, 'teller.sqlite');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const inspect = async (path = file) =>
  (await inspectStore(`sqlite:${path}`)).map(({ status, found, next = '' }) =>
    `${status}: ${found} ${next}`.trim(),
  );
const open = () => openStore(`sqlite:${file}`, { clock: systemClock });
const made = async () => (await open()).close();

describe('a SQLite store that is looked at', () => {
  it('is good before it is there, and is not made, nor is its folder', async () => {
    const later = join(folder, 'data', 'below', 'teller.sqlite');
    expect(await inspect(later)).toEqual([`good: ${later} is not there yet: the first start makes it.`]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is good when nobody serves it, and every byte and file stays as it is', async () => {
    await made();
    const before = [await readdir(folder), await readFile(file), (await stat(file)).mtimeMs];
    expect(await inspect()).toEqual([
      `good: ${file} can be read, and every order is on the disk before it counts.`,
    ]);
    expect([await readdir(folder), await readFile(file), (await stat(file)).mtimeMs]).toEqual(before);
  });

  it('is good while a Teller serves it, which goes on serving it', async () => {
    const store = await open();
    await store.serve();
    const [line] = await inspect();
    expect(line).toMatch(/^good: .* A Teller serves it now\.$/);
    await store.ping();
    await store.close();
    expect((await inspect())[0]).not.toContain('serves it now');
  });

  it('of an older version is a warning, and is not upgraded', async () => {
    await made();
    setVersion(3);
    expect((await inspect())[1]).toMatch(/^warning: .*older version of Teller.* Make a backup first/);
    expect(versionOf()).toBe(3);
  });

  it('of a newer version is wrong', async () => {
    await made();
    setVersion(999);
    expect(await inspect()).toEqual([
      `wrong: The file ${file} was written by a newer version of Teller. Use that version.`,
    ]);
  });

  it('that was moved, or is an unfinished copy, is wrong, with the sentence of the start', async () => {
    await made();
    for (const [column, sentence] of [
      ['moved_to', 'Everything in this store was moved to redis://there. Set STORE_URL to that address.'],
      ['copy_of', 'This store is an unfinished copy of redis://there.'],
    ] as const) {
      change(`INSERT OR REPLACE INTO moves (only, ${column}) VALUES (1, 'redis://there')`);
      expect((await inspect())[0]).toContain(`wrong: ${sentence}`);
      const store = await open();
      await expect(store.serve()).rejects.toThrow(sentence);
      await store.close();
    }
  });

  it('that is no database is wrong', async () => {
    await writeFile(file, 'These are not orders. '.repeat(100), { mode: 0o600 });
    expect(await inspect()).toEqual([
      expect.stringMatching(/^wrong: .*cannot be opened: it is no SQLite database\. Check the address/),
    ]);
  });

  it('below a file, or where a folder is, is wrong, and the start says the same', async () => {
    await writeFile(join(folder, 'a-file'), '');
    const below = join(folder, 'a-file', 'x', 'teller.sqlite');
    const sentence = `${folder}/a-file is a file, so nothing can lie below it. Correct STORE_URL.`;
    expect(await inspect(below)).toEqual([`wrong: ${sentence}`]);
    await expect(openStore(`sqlite:${below}`, { clock: systemClock })).rejects.toThrow(sentence);
    await mkdir(file);
    expect(await inspect()).toEqual([
      `wrong: ${file} is not a file. STORE_URL must name a file, not a folder.`,
    ]);
  });

  it('that others can open is a warning', async () => {
    await made();
    await chmod(file, 0o644);
    expect((await inspect())[1]).toMatch(
      /^warning: Other users of this machine may open .* \(mode 644\).*chmod 600/,
    );
  });

  it('in memory is a warning', async () => {
    expect(await inspect(':memory:')).toEqual([expect.stringMatching(/^warning: The store is in memory/)]);
  });

  it('on a disk with little room is a warning, and almost full it is wrong', () => {
    const MB = 1024 * 1024;
    const said = (free: number) =>
      inspectSqlite(file, () => free).map(({ status, found }) => `${status}: ${found}`);
    expect(said(200 * MB)).toHaveLength(1);
    expect(said(199.5 * MB)[1]).toBe(`warning: The disk of ${folder} has only 199 MB free.`);
    expect(said(9 * MB)[1]).toBe(`wrong: The disk of ${folder} has only 9 MB free.`);
  });

  it('on a full disk is wrong, and is not said to take writes', async () => {
    await made();
    expect(inspectSqlite(file, () => 0)).toEqual([
      { status: 'good', found: `${file} can be read, and every order is on the disk before it counts.` },
      {
        status: 'wrong',
        found: `The disk of ${folder} has only 0 MB free.`,
        next: 'Make room: on a full disk no order is taken.',
      },
    ]);
  });

  // Root may write everywhere, so nothing can be seen of it there.
  it.skipIf(process.getuid?.() === 0)(
    'that Teller may not write is wrong, with whose it should be',
    async () => {
      await made();
      await chmod(file, 0o400);
      expect(await inspect()).toEqual([
        expect.stringContaining(`wrong: Teller may not write to ${file} (EACCES).`),
      ]);
      await expect(open()).rejects.toThrow(`cannot be opened: Teller may not write to ${file} (EACCES).`);
      await chmod(folder, 0o500);
      expect(await inspect()).toEqual([
        expect.stringContaining(`wrong: Teller may not write to ${folder} (EACCES).`),
      ]);
      await chmod(folder, 0o700);
    },
  );
});

it('an address that cannot be a store is wrong, with how it should be', async () => {
  for (const url of [
    'postgres://x',
    'sqlite:',
    'sqlite:///data/x',
    'sqlite:~/x',
    'redis://',
    'redis://h/x?y',
  ]) {
    const [finding] = await inspectStore(url);
    expect(finding?.status, url).toBe('wrong');
    expect(finding?.found, url).toContain('STORE_URL');
  }
});

const setVersion = (version: number) => change(`PRAGMA user_version = ${version}`);

function change(sql: string): void {
  const connection = new DatabaseSync(file);
  connection.exec(sql);
  connection.close();
}

function versionOf(): unknown {
  const connection = new DatabaseSync(file);
  const version = connection.prepare('PRAGMA user_version').get()?.['user_version'];
  connection.close();
  return version;
}
