// What can be seen of a Redis without using it: whether it answers and takes writes, whether it forgets, and whether this
// version of Teller knows what is in it. Changes nothing.
import { systemClock, withTimeout } from '#lib/clock.ts';
import { type Diagnosis, good, warning, wrongAsSaid } from '#lib/diagnosis.ts';
import { readRedisAddress } from './address.ts';
import { checkServer } from './check-server.ts';
import { connect } from './connection.ts';
import { createKeys } from './keys.ts';
import { createLayout } from './layout.ts';
import { describeUnreachable } from './unreachable.ts';

/** A server that is there answers long before. */
const WAIT_MS = 4_000;

// KEYS: one that is not there. Writes nothing, and is refused whenever a save would be: no memory, no disk, no right to write or
// to run scripts, too few replicas.
const WRITE_NOTHING = `redis.call('SET', KEYS[1], '', 'XX')`;

const SILENT = warning(
  'Redis doesn’t say whether it keeps every order.',
  'Set maxmemory-policy to noeviction, appendonly to yes and appendfsync to always.',
);

/** Rejects with a sentence when the address is wrong, or with what the server refuses. */
export async function inspectRedis(url: string): Promise<Diagnosis[]> {
  const address = readRedisAddress(url);
  const connection = connect(address);
  try {
    const connected = connection.established.then(() => true);
    if (!(await withTimeout(systemClock, WAIT_MS, connected, false)))
      return [wrongAsSaid(describeUnreachable(address, connection.trouble(), 'STORE_URL'))];
    const { what, faults: found, isSilent } = await checkServer(connection, address);
    if (found.some(({ status }) => status === 'wrong')) return [...found];
    const keys = createKeys(address.namespace);
    await createLayout(connection, keys).check();
    await connection.run(WRITE_NOTHING, [keys.pulse], []);
    const faults = [...found, ...(isSilent ? [SILENT] : [])];
    const promise = faults.length === 0 ? ' and keeps every order' : '';
    return [good(`${what} at ${address.host}:${address.port} answers${promise}.`), ...faults];
  } finally {
    await connection.close();
  }
}
