// The shared store: the port's parts over one Redis, for several replicas at once.
import KeyvRedis from '@keyv/redis';
import { type Clock, systemClock, withTimeout } from '#lib/clock.ts';
import { asText } from '#lib/diagnosis.ts';
import { createKeyValues, type TextStorage } from '#store/key-values.ts';
import { readAll } from '#store/read-order.ts';
import type { KeyValueStore, Store } from '#store/store.ts';
import { readRedisAddress } from './address.ts';
import { createAudit } from './audit.ts';
import { checkServer } from './check-server.ts';
import { type Commands, type Connection, connect, textsIn } from './connection.ts';
import { createIndexPending } from './index-pending.ts';
import { createKeys, type Keys } from './keys.ts';
import { createLayout } from './layout.ts';
import { createLeases } from './leases.ts';
import { createOrderStore } from './order-store.ts';
import { scanKeys } from './scan-keys.ts';
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

const PAGE_SIZE = 500;

function createEveryOrder(deps: {
  commands: Commands;
  connection: Connection;
  keys: Keys;
}): Store['everyOrder'] {
  const { commands, connection, keys } = deps;
  const prefix = keys.order('');

  return async function* everyOrder() {
    for await (const page of scanKeys(connection, `${prefix}*`, PAGE_SIZE)) {
      const documents = page.map(async (key) => {
        const [text = ''] = textsIn([await commands.ask(key, 'HGET', key, 'doc')]);
        return { reference: key.slice(prefix.length), text };
      });
      yield readAll(await Promise.all(documents));
    }
  };
}

/** The storage whose keys begin with `prefix`. Outages reject, and a store that is closed stays closed. */
function createKeyValueStorage({ client, guard, guardWrite }: Connection, prefix: string): TextStorage {
  const adapter = new KeyvRedis<string>(client, {
    namespace: prefix,
    throwOnErrors: true,
    throwOnConnectError: true,
  });
  adapter.on('error', () => {
    // The call that failed rejects; a second word about it would end the process.
  });
  const keyOf = (key: string) => adapter.createKeyPrefix(key, prefix);
  return {
    get: (key) => guard(() => adapter.get(key)),
    set: (key, text, ttlMs) => guardWrite(keyOf(key), () => adapter.set(key, text, ttlMs)),
    delete: (key) => guardWrite(keyOf(key), () => adapter.delete(key)),
  };
}
