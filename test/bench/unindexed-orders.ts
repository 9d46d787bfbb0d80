// The orders of a store as the drivers would keep them without a search index, for what the index costs a save.

import { readRedisAddress } from '#store/redis/address.ts';
import { createAudit as createRedisAudit } from '#store/redis/audit.ts';
import { connect } from '#store/redis/connection.ts';
import { createKeys } from '#store/redis/keys.ts';
import { createOrderStore as createRedisOrders } from '#store/redis/order-store.ts';
import { createDigestReader } from '#store/redis/store-key.ts';
import { createAudit as createSqliteAudit } from '#store/sqlite/audit.ts';
import { openDatabase } from '#store/sqlite/database.ts';
import { createOrderStore as createSqliteOrders } from '#store/sqlite/order-store.ts';
import type { OrderStore } from '#store/store.ts';

export type OpenOrders = { readonly orders: OrderStore; close(): Promise<void> };

export async function openUnindexed(url: string): Promise<OpenOrders> {
  const search = () => Promise.reject(new Error('there is no index'));
  if (url.startsWith('sqlite:')) {
    const database = openDatabase(url.slice('sqlite:'.length), 5_000);
    const orders = createSqliteOrders(
      database,
      { indexLater: () => {}, discardUnsaved: () => {}, search },
      createSqliteAudit(database),
    );
    return { orders, close: database.close };
  }
  const connection = connect(readRedisAddress(url));
  await connection.established;
  const keys = createKeys(undefined);
  const readDigest = createDigestReader(connection, keys);
  const orders = createRedisOrders(
    connection,
    keys,
    readDigest,
    { search },
    { indexLater: () => {} },
    createRedisAudit(connection, keys),
  );
  return { orders, close: connection.close };
}
