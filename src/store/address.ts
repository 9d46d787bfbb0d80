// Reads the address of a store, as in STORE_URL, and says what is wrong with one. Opens nothing: called by open.ts, and by config.ts
// so that a wrong address is named together with whatever else is wrong in the settings.
import { readRedisAddress } from './redis/address.ts';
import { WrongAddress } from './store-state.ts';

/** What is wrong with the address, to go on from the name of the setting, without its full stop; undefined for a right one. */
export function faultOfAddress(url: string): string | undefined {
  try {
    if (fileNamedIn(url) === undefined) readRedisAddress(url);
    return undefined;
  } catch (error) {
    if (error instanceof WrongAddress) return error.fault;
    throw error;
  }
}

/** Of a right address of a Redis; '' where there is none. */
export function passwordIn(url: string): string {
  return fileNamedIn(url) === undefined ? (readRedisAddress(url).password ?? '') : '';
}

/** The file of a store as the address names it, or `:memory:`; undefined for one in Redis. Throws WrongAddress for others. */
export function fileNamedIn(url: string): string | undefined {
  const colon = url.indexOf(':');
  const scheme = url.slice(0, Math.max(colon, 0)).toLowerCase();
  const file = url.slice(colon + 1);
  if (scheme === 'redis' || scheme === 'rediss') return undefined;
  if (scheme !== 'sqlite')
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
  return file;
}
