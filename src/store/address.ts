// Reads the address of a store, as in STORE_URL, and says what is wrong with one. Opens nothing, so that the settings can name a
// wrong address together with whatever else is wrong in them.
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readRedisAddress } from './redis/address.ts';
import { WrongAddress } from './store-state.ts';

/** What is wrong with the address, to go on from the name of the setting, without its full stop; undefined for a right one. */
export function faultOfAddress(url: string): string | undefined {
  try {
    if (fileIn(url) === undefined) readRedisAddress(url);
    return undefined;
  } catch (error) {
    if (error instanceof WrongAddress) return error.fault;
    throw error;
  }
}

/** Of a right address of a Redis; '' where there is none. */
export function passwordIn(url: string): string {
  return fileIn(url) === undefined ? (readRedisAddress(url).password ?? '') : '';
}

/** The file of a store (absolute, or `:memory:`); undefined for a store in Redis. Throws WrongAddress for other addresses. */
export function fileIn(url: string): string | undefined {
  const [, scheme = '', file = ''] = /^(\w+):(.*)$/s.exec(url) ?? [];
  if (/^rediss?$/i.test(scheme)) return undefined;
  if (!/^sqlite$/i.test(scheme))
    throw new WrongAddress(
      'must start with sqlite:, redis:// or rediss://, such as sqlite:data/teller.sqlite',
    );
  if (file === '') throw new WrongAddress('must name a file, such as sqlite:data/teller.sqlite');
  // Some programs read sqlite:///x as relative and others as absolute: better asked than a second, empty orders.
  if (file.startsWith('//'))
    throw new WrongAddress(
      'can’t have // before the file. Write sqlite:data/teller.sqlite or sqlite:/data/teller.sqlite',
    );
  // Only a shell puts the home directory there, and it does not behind "sqlite:".
  if (/^~[^/]*\//.test(file))
    throw new WrongAddress(
      'can’t start its file with ~. Write the whole path, such as sqlite:/home/teller/teller.sqlite. If ~ is the folder’s real name, write sqlite:./~/teller.sqlite',
    );
  return file === ':memory:' ? file : realPath(resolve(file));
}

/** SQLite keeps its log, and Teller its lock, beside the file that a link leads to. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return existsSync(dirname(path)) ? join(realpathSync(dirname(path)), basename(path)) : path;
}
