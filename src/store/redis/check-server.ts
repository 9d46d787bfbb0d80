// Checks how Redis is set up, at the start and for `npm run doctor`, because one that forgets would be noticed only when a
// payment is missing.
import { warning, wrong } from '#lib/diagnosis.ts';
import type { RedisAddress } from './address.ts';
import type { Connection } from './connection.ts';

/**
 * `faults`: settings with which orders may be lost, and what keeps Teller from writing. `what`: the server in a few words. `isSilent`:
 * the server does not say whether it may lose orders, as a managed service that keeps its settings to itself.
 */
export async function checkServer(
  { ask }: Connection,
  { cluster, replicas }: Pick<RedisAddress, 'cluster' | 'replicas'>,
) {
  async function readInfo(...command: string[]): Promise<Map<string, string>> {
    const lines = String(await ask(command).catch(() => '')).matchAll(/^(\w+):(.*?)\r?$/gm);
    return new Map([...lines].map(([, name = '', value = '']) => [name, value]));
  }
  const [info, [setting], clusterState] = await Promise.all([
    readInfo('INFO'),
    ask<string[]>(['CONFIG', 'GET', 'appendfsync']).catch(() => []),
    cluster ? readInfo('CLUSTER', 'INFO') : undefined,
  ]);
  const version = info.get('redis_version') ?? '';
  const policy = info.get('maxmemory_policy');
  const appends = info.get('aof_enabled');
  const flushes = setting?.[1];
  const connected = Number(info.get('connected_slaves') ?? replicas);
  const faults = [
    // Valkey calls itself a Redis 7.2 here.
    /^[0-6]\./.test(version) &&
      warning(`Teller isn’t tested with Redis ${version}.`, 'Use Redis 7 or newer, or Valkey.'),
    info.get('role') === 'slave' && wrong('Redis is a read-only replica.', 'Point STORE_URL to its primary.'),
    ![undefined, 'noeviction'].includes(policy) &&
      warning(
        `Redis may delete orders when its memory is full: maxmemory-policy is ${policy}.`,
        'Set it to noeviction.',
      ),
    appends === '0' &&
      warning('Redis may lose recent orders when it restarts: appendonly is off.', 'Set it to yes.'),
    // Redis answers before it writes, unless it is told to write always.
    appends === '1' &&
      ![undefined, 'always'].includes(flushes) &&
      warning(
        `Redis may lose the last two seconds if it crashes: appendfsync is ${flushes}.`,
        'Set it to always.',
      ),
    connected < replicas &&
      wrong(
        `Redis has ${connected} of the ${replicas} replicas that STORE_URL requires, so Teller can’t save anything.`,
        'Start the others, or change ?replicas.',
      ),
    connected > 0 &&
      replicas === 0 &&
      warning('Redis may lose recent orders when a replica takes over.', 'Add ?replicas=1 to STORE_URL.'),
    info.get('cluster_enabled') === '1' &&
      !cluster &&
      wrong('Redis is one node of a cluster.', 'Add ?cluster=true to STORE_URL.'),
    clusterState?.get('cluster_state') === 'fail' &&
      wrong('The Redis Cluster doesn’t serve all slots.', 'Check CLUSTER INFO.'),
  ].filter((fault) => typeof fault === 'object');
  const valkey = info.get('valkey_version');
  return {
    what: valkey ? `Valkey ${valkey}` : `Redis ${version}`.trim(),
    faults,
    isSilent: [policy, appends, appends === '0' ? 'not asked' : flushes].includes(undefined),
  };
}
