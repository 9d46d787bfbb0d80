// The shared store: the port's parts over one Redis, for several replicas at once.
import { type Clock, systemClock, withTimeout } from '#lib/clock.ts';
import { asText } from '#lib/diagnosis.ts';
import { createKeyValues } from '#store/key-values.ts';
import type { KeyValueStore, Store } from '#store/store.ts';
import { readRedisAddress } from './address.ts';
import { createAudit } from './audit.ts';
import { checkServer } from './check-server.ts';
import { type Commands, connect } from './connection.ts';
import { createEveryOrder } from './every-order.ts';
import { createIndexPending } from './index-pending.ts';
import { createKeyValueStorage } from './key-value-storage.ts';
import { createKeys } from './keys.ts';
import { createLayout } from './layout.ts';
import { createLeases } from './leases.ts';
import { createOrderStore } from './order-store.ts';
import { createSearch } from './search.ts';
import { createDigestReader } from './store-key.ts';
import { describeUnreachable } from './unreachable.ts';

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
  const keys = createKeys(address.namespace);
  const leases = createLeases(connection, keys);
  const keyValues = new Map<string, KeyValueStore>();
  const layout = createLayout(connection, keys);

  async function whenUsable(): Promise<void> {
    if (!layout.isUsable()) await layout.check();
  }

  async function warnOfServer(): Promise<true> {
    await connection.established;
    const { faults } = await checkServer(connection, address);
    for (const fault of faults) warn(asText(fault));
    return true;
  }
  const commands: Commands = {
    ask: (...command) => whenUsable().then(() => connection.ask(...command)),
    run: (...script) => whenUsable().then(() => connection.run(...script)),
  };
  const readDigest = createDigestReader(commands, keys);
  const index = createIndexPending(commands, keys, readDigest);
  const search = createSearch(commands, keys, index);
  const { keys: auditKeys, chained, ...audit } = createAudit(commands, keys);

  if (!(await withTimeout(systemClock, START_WAIT_MS, warnOfServer(), false))) {
    warn(`${describeUnreachable(address, connection.trouble(), 'STORE_URL')} Trying again.`);
  } else {
    // What does not work now is tried again by whoever uses the orders, and hears why.
    await readDigest().catch(() => undefined);
  }

  return {
    orders: createOrderStore(commands, keys, readDigest, search, index, { keys: auditKeys, chained }),
    audit,
    everyOrder: createEveryOrder({ commands, connection, keys }),
    leases,
    keyValues(name) {
      const known =
        keyValues.get(name) ?? createKeyValues(name, createKeyValueStorage(connection, keys.keyValues(name)));
      keyValues.set(name, known);
      return known;
    },
    digest: async (text) => (await readDigest())(text),
    async ping() {
      await layout.check();
      await commands.ask(keys.pulse, 'SET', keys.pulse, String(clock.now()));
    },
    // The server ends key values by itself. What its append-only file keeps of older values goes when it is rewritten, which is
    // its operator's to ask for (docs/security.md): the server may be shared, and many do not allow it to clients.
    async scrub() {},
    serve: layout.serve,
    async close() {
      await layout.leave();
      await connection.close();
    },
  };
}
