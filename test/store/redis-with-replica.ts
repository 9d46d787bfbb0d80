// A Redis with one replica, at an address that moves to the replica when the Redis has died.
import { type RedisServer, startRedis } from './redis-server.ts';
import { startRelay } from './relay.ts';

export type RedisWithReplica = RedisServer & {
  /** What is written from now on does not reach the replica. */
  holdReplica(): void;
  /** Kills the one that leads, and has the replica lead at the same address. It gets a new replica of its own. */
  failOver(): Promise<void>;
};

/** `delayMs`: how long copies take to the replica, and its word that it has them back. */
export async function startRedisWithReplica({ delayMs = 0 } = {}): Promise<RedisWithReplica> {
  const settings = ['--appendfsync', 'always', '--repl-diskless-sync-delay', '0'];
  const first = await startRedis(settings);
  const copies = await startRelay(first.port, { delayMs });
  const second = await startRedis([...settings, '--replicaof', '127.0.0.1', String(copies.port)]);
  const address = await startRelay(first.port);
  const others: RedisServer[] = [];
  let leader = first;
  while (!String(await second.ask('INFO', 'replication')).includes('master_link_status:up'))
    await new Promise((resolve) => setTimeout(resolve, 10));
  // The replica tells the other one once a second how far it is.
  while (Number(await first.ask('WAIT', '1', '100')) < 1);
  return {
    port: address.port,
    busPort: first.busPort,
    url: `redis://127.0.0.1:${address.port}`,
    start: () => leader.start(),
    kill: () => leader.kill(),
    signal: (signal) => leader.signal(signal),
    ask: (...command) => leader.ask(...command),
    holdReplica: () => copies.hold(),
    async failOver() {
      await first.kill();
      await second.ask('REPLICAOF', 'NO', 'ONE');
      leader = second;
      address.switchTo(second.port);
      others.push(await startRedis([...settings, '--replicaof', '127.0.0.1', String(second.port)]));
    },
    async remove() {
      await Promise.all([
        address.stop(),
        copies.stop(),
        ...[first, second, ...others].map((server) => server.remove()),
      ]);
    },
  };
}
