// From the store's address in the settings to the driver that serves it.
import { randomUUID } from 'node:crypto';
import { existsSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Clock, systemClock } from '#lib/clock.ts';
import { type Diagnosis, wrongAsSaid } from '#lib/diagnosis.ts';
import { inspectRedis } from '#store/redis/inspect.ts';
import { refusalOf } from '#store/redis/unreachable.ts';
import { reasonOf } from '#store/sqlite/file-faults.ts';
import { inspectSqlite } from '#store/sqlite/inspect.ts';
import { openSqliteKeeper, openSqliteReader } from '#store/sqlite/open-records.ts';
import { openSqliteStore } from '#store/sqlite/sqlite-store.ts';
import { fileNamedIn } from './address.ts';
import type { StoreKeeper, StoreReader } from './records.ts';
import type { Store } from './store.ts';
import { StoreRefusal, sameStore } from './store-state.ts';

/** Loaded by those only who have a Redis: its client is a quarter of everything that a start reads. */
const redisStore = () => import('./redis/redis-store.ts');
const redisRecords = () => import('./redis/open-records.ts');

/**
 * Opens the store at `url`. A relative file is relative to the working directory, and its folder is made if need be;
 * `sqlite::memory:` forgets everything at the end. Rejects with a sentence for people, which never repeats the
 * address of a server: there may be a password in it. A server that is down now is no reason to reject (see
 * openRedisStore). `warn` hears of settings of the server with which orders may be lost, of files that others can
 * read, and that Store.serve waits for another process.
 */
export async function openStore(
  url: string,
  deps: { clock: Clock; warn?: (message: string) => void },
): Promise<Store> {
  const file = fileIn(url);
  if (file === undefined) return (await redisStore()).openRedisStore(url, deps);
  return openSqliteStore({ file, ...deps });
}

/**
 * Opens the store at `url` for reading all of it, also beside a running Teller. Changes nothing: makes no file, takes no
 * lock, ends no claim. Rejects with a sentence for people: nothing is there, a server cannot be reached, or it has another format.
 */
export async function openForReading(url: string): Promise<StoreReader> {
  const file = fileIn(url);
  return file === undefined
    ? (await redisRecords()).openRedisReader(url)
    : openSqliteReader(file, systemClock.now);
}

/**
 * Opens the store at `url` for copying from it, or into it (`isTarget`; a file is made if need be). Rejects as openForReading
 * does, and while a Teller uses it. Until it is closed, no Teller starts on it. `holder` names the copy, both of whose stores
 * may be opened under it.
 */
export async function openForCopy(
  url: string,
  options: { isTarget: boolean; holder?: string },
): Promise<StoreKeeper> {
  const file = fileIn(url);
  if (file === ':memory:') throw new StoreRefusal('A store in memory can’t be copied.');
  if (file === undefined) return (await redisRecords()).openRedisKeeper(url, options);
  return openSqliteKeeper(file, { ...options, now: systemClock.now });
}

/** Opens both stores of a copy, each with openForCopy. Rejects with a sentence when both addresses lead to the same one. */
export async function openPair(
  from: string,
  to: string,
): Promise<{ source: StoreKeeper; target: StoreKeeper }> {
  // On Redis the two meet: whoever holds it says who that is.
  const holder = randomUUID();
  const source = await openForCopy(from, { isTarget: false, holder });
  try {
    if (isSameFile(fileIn(from), fileIn(to))) throw sameStore();
    return { source, target: await openForCopy(to, { isTarget: true, holder }) };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** By what the system says, because a file can have several names. */
function isSameFile(file: string | undefined, other: string | undefined): boolean {
  if (file === undefined || other === undefined) return false;
  const [one, two] = [file, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return one !== undefined && one.dev === two?.dev && one.ino === two.ino;
}

/** The file of a store in one (absolute, or `:memory:`); undefined for one in Redis. Throws a sentence for other addresses. */
export function fileIn(url: string): string | undefined {
  const file = fileNamedIn(url);
  return file === undefined || file === ':memory:' ? file : behindLinks(resolve(file));
}

/** As many as Linux follows. */
const MAX_LINKS = 40;

/**
 * The file that a link leads to, also where it is not there yet. SQLite keeps its log beside that one, so whoever looks for the log,
 * or takes the lock, by the name of a link would find neither what was just written nor who serves the file.
 */
function behindLinks(path: string, left = MAX_LINKS): string {
  const next = linkAt(path);
  if (next === undefined || left === 0) return path;
  if (existsSync(path)) return realpathSync(path);
  return behindLinks(resolve(realpathSync(dirname(path)), next), left - 1);
}

/** Undefined where no link is, for whatever reason: whoever opens the path says what is wrong with it. */
function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** `url` as openStore takes it. Ends within seconds, and never rejects. */
export async function inspectStore(url: string): Promise<Diagnosis[]> {
  try {
    const file = fileIn(url);
    return file === undefined ? await inspectRedis(url) : inspectSqlite(file);
  } catch (error) {
    return [wrongAsSaid(error instanceof Error ? error.message : String(error))];
  }
}

const REFUSED = 'it’s locked for Teller. Restart Teller to see why.';

/** A sentence, with the next step where the reason is known, about what `Store.ping` has rejected with. */
export function whyUnusable(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  const why = error instanceof StoreRefusal ? REFUSED : (reasonOf(error) ?? refusalOf(cause)?.join('. '));
  return why === undefined ? 'the store can’t be reached' : `the store can’t be used: ${why}`;
}
