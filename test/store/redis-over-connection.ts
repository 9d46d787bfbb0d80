// An order store over a connection that a test breaks or watches, beside a whole store on the same Redis.
import { onTestFinished } from 'vitest';
import { createDigest, type Digest, makeStoreKey } from '#store/digest.ts';
import { readRedisAddress } from '#store/redis/address.ts';
import { createAudit } from '#store/redis/audit.ts';
import { type Commands, connect } from '#store/redis/connection.ts';
import { createIndexPending } from '#store/redis/index-pending.ts';
import { createKeys } from '#store/redis/keys.ts';
import { createOrderStore } from '#store/redis/order-store.ts';
import { createSearch } from '#store/redis/search.ts';
import type { OrderStore } from '#store/store.ts';
import type { createRedisSubjects } from './redis-subject.ts';

export const KEYS = createKeys(undefined);

const ownDigest = async () => createDigest(makeStoreKey());

/** `digest`: that of the whole store, where what is indexed by one is to be found by the other. */
export function storeOver(commands: Commands, digest: () => Promise<Digest> = ownDigest): OrderStore {
  const index = createIndexPending(commands, KEYS, digest);
  const search = createSearch(commands, KEYS, index);
  return createOrderStore(commands, KEYS, digest, search, index, createAudit(commands, KEYS));
}

/** A whole store, and a connection of its own to the same server. Both are closed when the test has ended. */
export async function openBeside(subjects: ReturnType<typeof createRedisSubjects>) {
  const { server, store } = await subjects.openSubject();
  onTestFinished(() => store.close());
  const connection = connect(readRedisAddress(server.url));
  onTestFinished(() => connection.close());
  await connection.established;
  return { server, connection, orders: store.orders, audit: store.audit };
}
