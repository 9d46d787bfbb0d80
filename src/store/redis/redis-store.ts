// The shared store: the port's four parts over one Redis, for several replicas at once.
import { type Clock, systemClock } from '#lib/clock.ts';
import { withTimeout } from '#lib/timeout.ts';
import { createKeyValues } from '#store/key-values.ts';
import type { KeyValueStore, Store } from '#store/store.ts';
import { readRedisAddress } from './address.ts';
import { faultsOfServer } from './check-server.ts';
import { connect } from './connection.ts';
import { createKeyValueStorage } from './key-value-storage.ts';
import { PULSE } from './keys.ts';
import { createLeases } from './leases.ts';
import { createOrderStore } from './order-store.ts';

/** A server that is there answers long before; one that is not must not hold up the start. */
const START_WAIT_MS = 2_000;

/**
 * Opens the store at `url`. Rejects only when the address is wrong: with a server that is down it resolves all the same,
 * and every method rejects until the server is there. `warn` hears what may lose orders, in sentences without secrets.
 */
export async function openRedisStore(
  url: string,
  deps: { clock: Clock; warn?: ((message: string) => void) | undefined },
): Promise<Store> {
  const { clock, warn = () => {} } = deps;
  const address = readRedisAddress(url);
  const connection = connect(address);
  const notes = new Map<string, KeyValueStore>();

  async function checkServer(): Promise<true> {
    await connection.established;
    for (const fault of await faultsOfServer(connection, address.cluster)) warn(fault);
    return true;
  }
  if (!(await withTimeout(systemClock, START_WAIT_MS, checkServer(), false))) {
    warn(`Redis cannot be reached yet (${connection.trouble()}); Teller goes on trying.`);
  }

  return {
    orders: createOrderStore(connection),
    leases: createLeases(connection),
    keyValues(name) {
      const known = notes.get(name) ?? createKeyValues(name, createKeyValueStorage(connection, name));
      notes.set(name, known);
      return known;
    },
    async ping() {
      await connection.ask(PULSE, 'SET', PULSE, String(clock.now()));
    },
    close: connection.close,
  };
}
