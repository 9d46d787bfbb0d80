// `npm run store -- backup`: a store in one new file, which is a store itself: SQLite also while Teller runs, Redis while none does,
// because nothing but Redis itself can write everything in it down as it is at one moment.
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { systemClock } from '#lib/clock.ts';
import { fileIn, openForCopy } from '#store/open.ts';
import { backupSqlite, completeCopied, isWhole } from '#store/sqlite/backup.ts';
import { isWriteFault, reasonOf } from '#store/sqlite/file-faults.ts';
import { createServingLock } from '#store/sqlite/serving-lock.ts';
import { checkOwn, StoreRefusal } from '#store/store-state.ts';
import { type Command, createProgress, type Io, sizeInWords, WrongUse } from './command.ts';
import { copyInto } from './copy.ts';

export const backupCommand: Command = {
  usage: [
    'backup <file> [<store>]',
    'Copies a store (STORE_URL by default) to a new file that only you can read. SQLite stores can be in use.',
    'To restore it, set STORE_URL to sqlite:<file>.',
  ],
  async run([to, url, ...more], io) {
    if (to === undefined || more.length > 0) throw new WrongUse();
    const file = resolve(to);
    if (existsSync(file)) throw new StoreRefusal(`${file} already exists. Choose another name.`);
    const part = `${file}.part`;
    const lock = await lockFor(file);
    try {
      // Empty, in place of what an earlier try left.
      rmSync(part, { force: true });
      closeSync(openSync(part, 'wx', 0o600));
      const from = await write(url ?? io.storeUrl, part, io.progress);
      check({ part, file, from }, io.progress);
      sync(part);
      putInPlace(part, file);
      sync(dirname(file));
    } catch (error) {
      const fault = error instanceof StoreRefusal ? error.cause : error;
      throw isWriteFault(fault) || isFromSystem(fault) ? notWritten(file, fault) : error;
    } finally {
      for (const end of ['', '-lock', '-journal', '-wal', '-shm']) rmSync(part + end, { force: true });
      // Before it is let go: later it may be another one's.
      rmSync(`${file}-lock`, { force: true });
      lock.free();
    }
    const { size } = statSync(file);
    io.say(`Backed up to ${file} (${sizeInWords(size)}).`);
    io.say(`To check it: npm run store -- verify sqlite:${file}`);
    return { isGood: true, facts: { file, bytes: size } };
  },
};

/** Makes the folder, too. Of two with the same name the second would write over what the first one has made. */
async function lockFor(file: string): Promise<{ free(): void }> {
  const lock = createServingLock(file, 0);
  try {
    await lock.take();
    return lock;
  } catch (error) {
    if (!(error instanceof StoreRefusal)) throw notWritten(file, error);
    throw new StoreRefusal(`Another backup to ${file} is running. Wait until it ends.`);
  }
}

function notWritten(file: string, cause: unknown): StoreRefusal {
  const said = cause instanceof Error ? cause.message : String(cause);
  const why = reasonOf(cause) ?? `${said}. Check its folder, who owns it, and the free space on its disk.`;
  return new StoreRefusal(`The backup ${file} can’t be written: ${why}`, { cause });
}

/** As Node's file functions throw it; a source that cannot be read is told by the store. */
function isFromSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}

/** Resolves to the file that was copied; undefined for a Redis. */
async function write(url: string, part: string, progress: Io['progress']): Promise<string | undefined> {
  const from = fileIn(url);
  if (from === undefined) {
    await copyRedis(url, part, progress);
    return undefined;
  }
  const advance = createProgress(progress, systemClock, 'pages', undefined);
  let before = 0;
  await backupSqlite(from, part, (done) => {
    advance(done - before);
    before = done;
  });
  return from;
}

/** From which size on checking it takes several seconds. */
const MANY_BYTES = 1_000_000_000;

/** Throws a sentence unless all of the copy is in its one file. One that is not whole is not kept: whoever looks takes the newest. */
function check(
  { part, file, from }: { part: string; file: string; from: string | undefined },
  progress: Io['progress'],
): void {
  if (!completeCopied(part))
    throw new StoreRefusal(
      `The backup ${file} can’t be written: another program has ${part} open. Close that program, then try again.`,
    );
  if (statSync(part).size >= MANY_BYTES) progress('Checking the copy…');
  if (isWhole(part)) return;
  throw new StoreRefusal(
    from === undefined
      ? `The backup ${file} can’t be written: the copy is damaged. Check the disk, then try again.`
      : `The file ${from} can’t be backed up: it’s damaged. Keep it as it is and restore an earlier backup.`,
  );
}

async function copyRedis(url: string, part: string, progress: Io['progress']): Promise<void> {
  const source = await openForCopy(url, { isTarget: false }).catch((error: unknown) => {
    if (!(error instanceof StoreRefusal)) throw error;
    throw new StoreRefusal(
      `${error.message} To back up while Teller runs, use redis-cli --rdb <file> (docs/operations.md).`,
    );
  });
  try {
    // The backup would not say it; that of a file does, because it is the file as it is.
    checkOwn(await source.state());
    const target = await openForCopy(`sqlite:${part}`, { isTarget: true });
    try {
      await copyInto(source, target, progress);
      await source.checkUnused();
      await target.endCopy();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Both for a file and for a folder, in which the name of a new file is kept. */
function sync(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** A link never replaces what has come there meanwhile, as renaming does; not every file system has links. */
function putInPlace(part: string, file: string): void {
  try {
    linkSync(part, file);
    unlinkSync(part);
  } catch (error) {
    if (existsSync(file)) throw error;
    renameSync(part, file);
  }
}
