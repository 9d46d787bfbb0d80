// The node-redis client that @keyv/redis brings along: one server, or a cluster of them.
import { isIP } from 'node:net';
import { createClient, createCluster } from '@keyv/redis';
import type { RedisAddress } from './address.ts';

type RedisClient = ReturnType<typeof createOne> | ReturnType<typeof createMany>;

/** An idle connection is asked this often whether it lives, and is dropped when it has been silent for longer. */
const PING_INTERVAL_MS = 1_000;
const SILENT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 2_000;
const MAX_DELAY_MS = 1_000;

/**
 * A client that is not connected yet. `goOn` is asked before each new attempt to connect. Commands are never queued for
 * later: what cannot be sent now rejects, and nothing that was given up is sent after all.
 */
export function createRedisClient(address: RedisAddress, goOn: () => boolean): RedisClient {
  const client = address.cluster ? createMany(address, goOn) : createOne(address, goOn);
  // Each key value store listens with an adapter of its own.
  client.setMaxListeners(0);
  return client;
}

function createOne(address: RedisAddress, goOn: () => boolean) {
  const { host, port, database } = address;
  const socket = { ...socketOptions(address, goOn), host, port };
  return createClient({ ...clientOptions(address), database, socket });
}

function createMany(address: RedisAddress, goOn: () => boolean) {
  const { host, port } = address;
  return createCluster({
    rootNodes: [{ socket: { host, port } }],
    defaults: { ...clientOptions(address), socket: socketOptions(address, goOn) },
  });
}

function clientOptions({ username, password }: RedisAddress) {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
  };
}

function socketOptions({ host, tls }: RedisAddress, goOn: () => boolean) {
  return {
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENT_MS,
    reconnectStrategy: (retries: number) => goOn() && Math.min(50 * 2 ** Math.min(retries, 10), MAX_DELAY_MS),
    ...(tls ? { tls: true as const, ...(isIP(host) ? {} : { servername: host }) } : {}),
  };
}

/** For one server: connected and greeted. A cluster does not say; its nodes are asked as they are. */
export function isReady(client: RedisClient): boolean {
  return isCluster(client) ? client.isOpen : client.isReady;
}

export function isCluster(client: RedisClient): client is ReturnType<typeof createMany> {
  return 'slots' in client;
}

/** `key` decides which node of a cluster is asked; without one it is any. */
export function send(
  client: RedisClient,
  key: string | undefined,
  command: readonly string[],
): Promise<unknown> {
  return isCluster(client) ? client.sendCommand(key, false, [...command]) : client.sendCommand([...command]);
}
