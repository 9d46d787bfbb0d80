// A store over a connection that a test breaks or watches, beside a whole store on the same Redis.
import { onTestFinished } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { readRedisAddress } from '#store/redis/address.ts';
import { type Connection, connect } from '#store/redis/connection.ts';
import { createRedisDriver } from '#store/redis/driver.ts';
import { createStore, type Store } from '#store/store.ts';
import type { createRedisSubjects } from './redis-subject.ts';

const ADDRESS = readRedisAddress('redis://localhost');

/** Has read what the store is already, so that the next command is that of a test. */
export async function storeOver(connection: Connection): Promise<Store> {
  const store = createStore(createRedisDriver(connection, ADDRESS), systemClock);
  await store.digest('');
  return store;
}

/** A whole store, and a connection of its own to the same server. Both are closed when the test has ended. */
export async function openBeside(subjects: ReturnType<typeof createRedisSubjects>) {
  const { server, store } = await subjects.openSubject();
  onTestFinished(() => store.close());
  await store.digest('');
  const connection = connect(readRedisAddress(server.url));
  onTestFinished(() => connection.close());
  await connection.established;
  return { server, connection, orders: store.orders, audit: store.audit };
}
