// Checks at the start how Redis is set up, because one that forgets would be noticed only when a payment is missing.
import type { RedisAddress } from './address.ts';
import type { Connection } from './connection.ts';

/** Sentences about settings of the server with which orders may be lost. Managed services keep some to themselves; those are passed over. */
export async function faultsOfServer(
  connection: Connection,
  { cluster, replicas }: Pick<RedisAddress, 'cluster' | 'replicas'>,
): Promise<string[]> {
  const [info, policySet, appendsSet, flushes] = await Promise.all([
    infoOf(connection),
    settingOf(connection, 'maxmemory-policy'),
    settingOf(connection, 'appendonly'),
    settingOf(connection, 'appendfsync'),
  ]);
  const policy = info.get('maxmemory_policy') ?? policySet;
  const appends = { '0': 'no', '1': 'yes' }[info.get('aof_enabled') ?? ''] ?? appendsSet;
  const faults: string[] = [];
  if (policy !== undefined && policy !== 'noeviction') {
    faults.push(
      `Redis may drop what Teller keeps when its memory is full: maxmemory-policy is ${policy}. Set it to noeviction.`,
    );
  }
  if (appends === 'no') {
    faults.push('Redis may lose the last orders when it restarts: appendonly is off. Set it to yes.');
  }
  // It answers before it writes, unless it is told to write always.
  if (appends === 'yes' && flushes !== undefined && flushes !== 'always') {
    faults.push(
      `Redis may lose the last two seconds when it is killed: appendfsync is ${flushes}. Set it to always.`,
    );
  }
  const connected = Number(info.get('connected_slaves') ?? replicas);
  if (connected < replicas) {
    faults.push(
      `Redis has ${connected} of the ${replicas} replicas that STORE_URL asks for, so it takes nothing: start them, or change ?replicas.`,
    );
  }
  if (connected > 0 && replicas === 0) {
    faults.push(
      'Redis may lose the last orders when a replica takes over: write ?replicas=1 at the end of STORE_URL.',
    );
  }
  if (info.get('cluster_enabled') === '1' && !cluster) {
    faults.push('Redis is one node of a cluster: write ?cluster=true at the end of STORE_URL.');
  }
  return faults;
}

async function infoOf({ ask }: Connection): Promise<Map<string, string>> {
  const text = await ask(undefined, 'INFO').catch(() => '');
  const lines = String(text).matchAll(/^(\w+):(.*?)\r?$/gm);
  return new Map([...lines].map(([, name = '', value = '']) => [name, value]));
}

async function settingOf({ ask }: Connection, name: string): Promise<string | undefined> {
  const reply = await ask(undefined, 'CONFIG', 'GET', name).catch(() => undefined);
  return Array.isArray(reply) && typeof reply[1] === 'string' ? reply[1] : undefined;
}
