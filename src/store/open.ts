// From the store's address in the settings to the driver that serves it.
import { resolve } from 'node:path';
import type { Clock } from '#lib/clock.ts';
import { openRedisStore } from './redis/redis-store.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';

const ACCEPTED = 'Write it as sqlite:<file> (sqlite:data/teller.sqlite), redis://… or rediss://….';

/**
 * Opens the store at `url`. A relative file is relative to the working directory, and its folder is made if need be;
 * `sqlite::memory:` forgets everything at the end. Rejects with a sentence for people, which never repeats the
 * address of a server: there may be a password in it. A server that is down now is no reason to reject (see
 * openRedisStore). `warn` hears of settings of the server with which orders may be lost, and of files that others
 * can read.
 */
export async function openStore(
  url: string,
  deps: { clock: Clock; warn?: (message: string) => void },
): Promise<Store> {
  const file = fileOf(url);
  return file === undefined ? openRedisStore(url, deps) : openSqliteStore({ file, ...deps });
}

/** The SQLite file that `url` means, as an absolute path or `:memory:`; undefined for Redis. Throws a sentence for people. */
export function fileOf(url: string): string | undefined {
  const colon = url.indexOf(':');
  const scheme = url.slice(0, Math.max(colon, 0)).toLowerCase();
  const rest = url.slice(colon + 1);
  if (scheme === 'redis' || scheme === 'rediss') return undefined;
  if (scheme !== 'sqlite')
    throw new Error(`The address of the store (STORE_URL) is of no known kind. ${ACCEPTED}`);
  if (rest === '') throw new Error(`The address of the store (STORE_URL) names no file. ${ACCEPTED}`);
  if (rest === ':memory:') return rest;
  // Some programs read sqlite:///x as relative and others as absolute: better asked than a second, empty orders.
  if (rest.startsWith('//')) {
    throw new Error(
      'The file of the store in STORE_URL follows "sqlite:" without "//": sqlite:data/teller.sqlite or sqlite:/data/teller.sqlite.',
    );
  }
  return resolve(rest);
}
