// What can be seen of a file without serving it: whether Teller may write there, who serves it, whether this version reads it, and how
// much room the disk has. Makes and changes nothing, not even the files that SQLite puts beside an open one.
import { existsSync, statfsSync, statSync } from 'node:fs';
import { type Diagnosis, good, warning, wrong, wrongAsSaid } from '#lib/diagnosis.ts';
import { FORMAT } from '#orders/order.ts';
import { checkOwn, otherFormat, StoreRefusal } from '#store/store-state.ts';
import { cannotBeOpened } from './database.ts';
import { openUnchanged } from './open-records.ts';
import { faultOfPlace, nearestFolder } from './place.ts';
import { SELECT_STATE, stateIn } from './reader.ts';
import { formatOf } from './schema.ts';
import { isServed } from './serving-lock.ts';

const MB = 1024 * 1024;
/** Less than this is worth a word, and with less than the second SQLite may soon not be able to write. */
const FEW_BYTES = 200 * MB;
const TOO_FEW_BYTES = 10 * MB;

/** `file` as an absolute path, or `:memory:`. `freeBytes` of a folder's disk, for tests that have no full one. */
export function inspectSqlite(file: string, freeBytes = freeBytesOf): Diagnosis[] {
  if (file === ':memory:')
    return [
      warning(
        'The store is in memory, so all orders are lost when Teller stops.',
        'Set STORE_URL to sqlite:<file>.',
      ),
    ];
  const fault = faultOfPlace(file);
  if (fault) return [fault];
  const folder = nearestFolder(file);
  const room = roomFor(folder, freeBytes(folder));
  if (!existsSync(file)) return [good(`${file} doesn’t exist yet. The first start creates it.`), ...room];
  try {
    return [...stateOf(file), ...room];
  } catch (error) {
    const said = error instanceof StoreRefusal ? error.message : cannotBeOpened(file, error);
    return [wrongAsSaid(said), ...room];
  }
}

function stateOf(file: string): Diagnosis[] {
  const { connection } = openUnchanged(file);
  try {
    // Fails for a file that is damaged, or that is no database at all.
    const format = formatOf(connection);
    if (format !== 0 && format !== FORMAT) throw otherFormat(`The file ${file}`, format);
    if (format === FORMAT) checkOwn(stateIn(connection.prepare(SELECT_STATE).get()));
    const served = isServed(file) ? ' Teller is using it now.' : '';
    return [
      good(`${file} is readable, and every order is on disk before Teller acts on it.${served}`),
      ...privacyOf(file),
    ];
  } finally {
    connection.close();
  }
}

function privacyOf(file: string): Diagnosis[] {
  const mode = statSync(file).mode & 0o777;
  if ((mode & 0o077) === 0) return [];
  return [
    warning(
      `Other users of this machine can open ${file} (mode ${mode.toString(8)}), which has customers’ names and numbers.`,
      `The next start closes it to them if Teller’s user owns the file. Otherwise run chmod 600 ${file}.`,
    ),
  ];
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function roomFor(folder: string, free: number): Diagnosis[] {
  if (free >= FEW_BYTES) return [];
  const found = `Only ${Math.floor(free / MB)} MB are free on the disk of ${folder}.`;
  return [
    (free < TOO_FEW_BYTES ? wrong : warning)(
      found,
      'Free some space: Teller takes no orders on a full disk.',
    ),
  ];
}
