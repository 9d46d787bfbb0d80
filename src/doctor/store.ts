// What can be seen of a store without serving it: whether Teller may use it, whether it keeps every order, and whether this version
// reads it. Makes and changes nothing, not even the files that SQLite puts beside an open one.
import { existsSync, statfsSync, statSync } from 'node:fs';
import { systemClock, withTimeout } from '#lib/clock.ts';
import { type Diagnosis, good, warning, wrong, wrongAsSaid } from '#lib/diagnosis.ts';
import { fileIn } from '#store/address.ts';
import { checkInUse } from '#store/marker.ts';
import { readRedisAddress } from '#store/redis/address.ts';
import { checkServer } from '#store/redis/check-server.ts';
import { connect } from '#store/redis/connection.ts';
import { createRedisDriver } from '#store/redis/driver.ts';
import { describeUnreachable } from '#store/redis/unreachable.ts';
import { diagnosePath, nearestFolder } from '#store/sqlite/files.ts';
import { openSqliteReader } from '#store/sqlite/open.ts';
import { isServed } from '#store/sqlite/serving-lock.ts';

/** `url` as openStore takes it. Ends within seconds, and never rejects. */
export async function inspectStore(url: string): Promise<Diagnosis[]> {
  try {
    const file = fileIn(url);
    return file === undefined ? await inspectRedis(url) : await inspectSqlite(file);
  } catch (error) {
    return [wrongAsSaid(error instanceof Error ? error.message : String(error))];
  }
}

const MB = 1024 * 1024;
/** Less than this is worth a word, and with less than the second SQLite may soon not be able to write. */
const FEW_BYTES = 200 * MB;
const TOO_FEW_BYTES = 10 * MB;

async function inspectSqlite(file: string): Promise<Diagnosis[]> {
  if (file === ':memory:')
    return [
      warning(
        'The store is in memory, so all orders are lost when Teller stops.',
        'Set STORE_URL to sqlite:<file>.',
      ),
    ];
  const fault = diagnosePath(file);
  if (fault) return [fault];
  const room = inspectRoom(nearestFolder(file));
  if (!existsSync(file)) return [good(`${file} doesn’t exist yet. The first start creates it.`), ...room];
  try {
    const driver = openSqliteReader(file);
    await checkInUse(driver).finally(driver.close);
  } catch (error) {
    return [wrongAsSaid(error instanceof Error ? error.message : String(error)), ...room];
  }
  const served = isServed(file) ? ' Teller is using it now.' : '';
  return [
    good(`${file} is readable, and every order is on disk before Teller acts on it.${served}`),
    ...inspectPrivacy(file),
    ...room,
  ];
}

function inspectPrivacy(file: string): Diagnosis[] {
  const mode = statSync(file).mode & 0o777;
  if ((mode & 0o077) === 0) return [];
  return [
    warning(
      `Other users of this machine can open ${file} (mode ${mode.toString(8)}), which has customers’ names and numbers.`,
      `The next start closes it to them if Teller’s user owns the file. Otherwise run chmod 600 ${file}.`,
    ),
  ];
}

function inspectRoom(folder: string): Diagnosis[] {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= FEW_BYTES) return [];
  const say = free < TOO_FEW_BYTES ? wrong : warning;
  const found = `Only ${Math.floor(free / MB)} MB are free on the disk of ${folder}.`;
  return [say(found, 'Free some space: Teller takes no orders on a full disk.')];
}

/** A server that is there answers long before. */
const WAIT_MS = 4_000;

const SILENT = warning(
  'Redis doesn’t say whether it keeps every order.',
  'Set maxmemory-policy to noeviction, appendonly to yes and appendfsync to always.',
);

/** Rejects with a sentence when the address is wrong, or with what the server refuses. */
async function inspectRedis(url: string): Promise<Diagnosis[]> {
  const address = readRedisAddress(url);
  const connection = connect(address);
  try {
    const connected = connection.established.then(() => true);
    if (!(await withTimeout(systemClock, WAIT_MS, connected, false)))
      return [wrongAsSaid(describeUnreachable(address, connection.trouble(), 'STORE_URL'))];
    const { what, faults, isSilent } = await checkServer(connection, address);
    if (faults.some(({ status }) => status === 'wrong')) return [...faults];
    const driver = createRedisDriver(connection, address);
    await checkInUse(driver);
    // Nothing is written, but both are refused whenever a save would be: no right to run scripts or to write, no memory, no disk.
    await driver.commit({});
    await connection.ask(['SET', connection.prefix, '', 'XX']);
    const warnings = [...faults, ...(isSilent ? [SILENT] : [])];
    const promise = warnings.length === 0 ? ' and keeps every order' : '';
    return [good(`${what} at ${address.host}:${address.port} answers${promise}.`), ...warnings];
  } finally {
    await connection.close();
  }
}
