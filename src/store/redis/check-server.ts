// Checks how Redis is set up, at the start and for `npm run doctor`, because one that forgets would be noticed only when a
// payment is missing.
import { type Diagnosis, warning, wrong } from '#lib/diagnosis.ts';
import type { RedisAddress } from './address.ts';
import type { Connection } from './connection.ts';
import { type Node, nodesOf } from './scan-keys.ts';

/**
 * `what`: the server in a few words, for whoever runs Teller. `isSilent`: it does not say whether it may lose orders, as a service
 * that keeps its settings to itself.
 */
type ServerCheck = {
  readonly what: string;
  readonly faults: readonly Diagnosis[];
  readonly isSilent: boolean;
};

type Address = Pick<RedisAddress, 'cluster' | 'replicas'>;

/**
 * Settings of the server with which orders may be lost, and what keeps Teller from writing there; in a cluster those of each node
 * that leads, because key values lie on all of them. Managed services keep some to themselves; those are passed over.
 */
export async function checkServer(connection: Connection, address: Address): Promise<ServerCheck> {
  const nodes = await nodesOf(connection).catch(() => []);
  const checks = await Promise.all(nodes.map((node) => checkNode(node, address)));
  const byWords = new Map(checks.flatMap(({ faults }) => faults.map((fault) => [fault.found, fault])));
  return {
    what: checks[0]?.what ?? 'Redis',
    faults: [...byWords.values()],
    isSilent: checks.length === 0 || checks.some(({ isSilent }) => isSilent),
  };
}

async function checkNode(node: Node, { cluster, replicas }: Address): Promise<ServerCheck> {
  const [info, policySet, appendsSet, flushes, clusterState] = await Promise.all([
    infoOf(node, 'INFO'),
    settingOf(node, 'maxmemory-policy'),
    settingOf(node, 'appendonly'),
    settingOf(node, 'appendfsync'),
    cluster ? infoOf(node, 'CLUSTER', 'INFO') : undefined,
  ]);
  const policy = info.get('maxmemory_policy') ?? policySet;
  const appends = { '0': 'no', '1': 'yes' }[info.get('aof_enabled') ?? ''] ?? appendsSet;
  const faults: Diagnosis[] = [...faultsOfVersion(info.get('redis_version'))];
  if (info.get('role') === 'slave') {
    faults.push(wrong('Redis is a read-only replica.', 'Point STORE_URL to its primary.'));
  }
  if (policy !== undefined && policy !== 'noeviction') {
    faults.push(
      warning(
        `Redis may delete orders when its memory is full: maxmemory-policy is ${policy}.`,
        'Set it to noeviction.',
      ),
    );
  }
  if (appends === 'no') {
    faults.push(
      warning('Redis may lose recent orders when it restarts: appendonly is off.', 'Set it to yes.'),
    );
  }
  // It answers before it writes, unless it is told to write always.
  if (appends === 'yes' && flushes !== undefined && flushes !== 'always') {
    faults.push(
      warning(
        `Redis may lose the last two seconds if it crashes: appendfsync is ${flushes}.`,
        'Set it to always.',
      ),
    );
  }
  const connected = Number(info.get('connected_slaves') ?? replicas);
  if (connected < replicas) {
    faults.push(
      wrong(
        `Redis has ${connected} of the ${replicas} replicas that STORE_URL requires, so Teller can’t save anything.`,
        'Start the others, or change ?replicas.',
      ),
    );
  }
  if (connected > 0 && replicas === 0) {
    faults.push(
      warning('Redis may lose recent orders when a replica takes over.', 'Add ?replicas=1 to STORE_URL.'),
    );
  }
  if (info.get('cluster_enabled') === '1' && !cluster) {
    faults.push(wrong('Redis is one node of a cluster.', 'Add ?cluster=true to STORE_URL.'));
  }
  if (clusterState?.get('cluster_state') === 'fail') {
    faults.push(wrong('The Redis Cluster doesn’t serve all slots.', 'Check CLUSTER INFO.'));
  }
  const isSilent = [policy, appends, appends === 'no' ? 'not asked' : flushes].includes(undefined);
  return { what: whatIs(info), faults, isSilent };
}

/** Valkey calls itself a Redis 7.2 here. The first command that is missing before 6.2 is ZADD's LT, before 7 PEXPIRETIME. */
function faultsOfVersion(version: string | undefined): Diagnosis[] {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version ?? '') ?? [];
  const number = Number(major) + Number(minor) / 100;
  if (Number.isNaN(number) || number >= 7) return [];
  const next = 'Use Redis 7 or newer, or Valkey.';
  return number < 6.02
    ? [wrong(`Redis ${version} is too old for Teller.`, next)]
    : [warning(`Redis ${version} is too old for npm run store.`, next)];
}

function whatIs(info: ReadonlyMap<string, string>): string {
  const valkey = info.get('valkey_version');
  const version = valkey ?? info.get('redis_version');
  return [valkey ? 'Valkey' : 'Redis', ...(version ? [version] : [])].join(' ');
}

async function infoOf(node: Node, ...command: string[]): Promise<Map<string, string>> {
  const text = await node(...command).catch(() => '');
  const lines = String(text).matchAll(/^(\w+):(.*?)\r?$/gm);
  return new Map([...lines].map(([, name = '', value = '']) => [name, value]));
}

async function settingOf(node: Node, name: string): Promise<string | undefined> {
  const reply = await node('CONFIG', 'GET', name).catch(() => undefined);
  return Array.isArray(reply) && typeof reply[1] === 'string' ? reply[1] : undefined;
}
