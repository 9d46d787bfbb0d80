// Reads all orders in Redis, past every index: by looking through its keys, because there is no list of all orders.
import { readAll } from '#store/read-order.ts';
import type { Store } from '#store/store.ts';
import { type Commands, type Connection, textsIn } from './connection.ts';
import type { Keys } from './keys.ts';
import { scanKeys } from './scan-keys.ts';

const PAGE_SIZE = 500;

export function createEveryOrder(deps: {
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
