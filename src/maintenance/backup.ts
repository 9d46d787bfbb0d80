// `npm run store -- backup`: a store in one new file, which is a store itself. A SQLite store may be in use; a Redis may not, because
// only Redis itself can write down everything in it as it is at one moment.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileIn } from '#store/address.ts';
import { withPair, withReader } from '#store/open.ts';
import { isWriteFault, reasonOf } from '#store/sqlite/file-faults.ts';
import { backUpSqlite } from '#store/sqlite/open.ts';
import { takeServingLock } from '#store/sqlite/serving-lock.ts';
import { checkOwn, StoreRefusal } from '#store/store-state.ts';
import { type Io, type Outcome, WrongUse } from './command.ts';
import { copyAll } from './copy.ts';

export async function backup([to, url, ...more]: readonly string[], io: Io): Promise<Outcome> {
  if (to === undefined || more.length > 0) throw new WrongUse();
  const file = resolve(to);
  await makeBackup(url ?? io.storeUrl, file, io.progress).catch((error: unknown) => {
    throw nameBackup(error, file);
  });
  const bytes = statSync(file).size;
  const size = (bytes / 1_000_000).toLocaleString('en', { maximumSignificantDigits: 3 });
  io.say(`Backed up to ${file} (${size} MB).`);
  io.say(`To check it: npm run store -- verify sqlite:${file}`);
  return { isGood: true, file, bytes };
}

async function makeBackup(url: string, file: string, progress: Io['progress']): Promise<void> {
  refuseToReplace(file);
  // Of two backups with the same name the second would write over what the first one has made.
  const lock = await takeServingLock(file, `Another backup to ${file} is running. Wait until it ends.`);
  const part = `${file}.part`;
  try {
    // An empty file takes the place of what an earlier try left.
    rmSync(part, { force: true });
    closeSync(openSync(part, 'wx', 0o600));
    await write(url, part, progress);
    // SQLite does not tell when it closes the file without having written everything to it.
    if (existsSync(`${part}-wal`))
      throw notWritten(
        file,
        `another program has ${part} open, or the disk is full. Close that program or free some space, then try again.`,
      );
    if (await withReader(`sqlite:${part}`, (copy) => copy.damage()))
      throw notWritten(file, 'the copy is damaged. Check the disk, then try again.');
    sync(part);
    refuseToReplace(file);
    renameSync(part, file);
    sync(dirname(file));
  } finally {
    // The lock's file goes before the lock is free: later it may be another backup's.
    for (const end of ['.part', '.part-lock', '.part-journal', '.part-wal', '.part-shm', '-lock'])
      rmSync(file + end, { force: true });
    lock.close();
  }
}

function refuseToReplace(file: string): void {
  if (existsSync(file)) throw new StoreRefusal(`${file} already exists. Choose another name.`);
}

async function write(url: string, part: string, progress: Io['progress']): Promise<void> {
  const from = fileIn(url);
  if (from === undefined)
    return withPair(url, `sqlite:${part}`, async (pair) => {
      // Teller would start on a backup of an unfinished copy, or of a store that was moved.
      checkOwn(pair.source.marker);
      await copyAll(pair, [], progress);
    });
  // Rows are copied one by one, so the copy of a damaged file could be whole and lack some of them.
  if (await withReader(url, (store) => store.damage()))
    throw new StoreRefusal(
      `The file ${from} can’t be backed up: it’s damaged. Keep it as it is and restore an earlier backup.`,
    );
  backUpSqlite(from, part);
}

/** Both for a file and for a folder, in which the name of a new file is kept. */
function sync(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** The error as a sentence about the backup where the backup could not be written; any other one as it is. */
function nameBackup(error: unknown, file: string): unknown {
  const reason = reasonOf(error);
  if (reason !== undefined && isWriteFault(error)) return notWritten(file, reason);
  return error instanceof Error && 'path' in error
    ? notWritten(file, `${error.message}. Check its folder, who owns it, and the free space on its disk.`)
    : error;
}

function notWritten(file: string, why: string): StoreRefusal {
  return new StoreRefusal(`The backup ${file} can’t be written: ${why}`);
}
