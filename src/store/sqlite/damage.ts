// What SQLite finds damaged in a file: a page that is not what it should be, a row that an index lacks. What no query of ours
// comes upon, such as an index that nobody asks today, is found here.
import { type Database, textIn } from './database.ts';
import { isDamage } from './file-faults.ts';

/** The first of it as SQLite says it; undefined for a whole file. Reads all of it in one go: about 3 s for each gigabyte. */
export function damageIn(prepare: Database['prepare']): string | undefined {
  try {
    const said = textIn(prepare('PRAGMA integrity_check(1)').get() ?? {}, 'integrity_check');
    return said === 'ok' ? undefined : said.split('\n').findLast((line) => line !== '');
  } catch (error) {
    if (isDamage(error) && error instanceof Error) return error.message;
    throw error;
  }
}
