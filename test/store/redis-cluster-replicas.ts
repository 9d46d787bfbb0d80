// A Redis Cluster of three nodes with a replica each, in which a replica takes over from a node that has died.
import { type RedisServer, startRedis } from './redis-server.ts';

const SHARDS = 3;
const SLOTS = 16_384;
/** A node that is silent for so long counts as dead. */
const NODE_TIMEOUT_MS = 1_000;

export type ClusterWithReplicas = {
  readonly url: string;
  /** The node that leads the slot of `key` now; undefined while none does. */
  leaderOf(key: string): Promise<RedisServer | undefined>;
  remove(): Promise<void>;
};

export async function startClusterWithReplicas(): Promise<ClusterWithReplicas> {
  const nodes = await Promise.all(Array.from({ length: 2 * SHARDS }, startNode));
  const [first] = nodes;
  if (!first) throw new Error('no node');
  const leaders = nodes.slice(0, SHARDS);
  for (const [index, node] of leaders.entries()) {
    const [from, to] = [index, index + 1].map((part) => Math.floor((part * SLOTS) / SHARDS));
    await node.ask('CLUSTER', 'ADDSLOTSRANGE', String(from), String(Number(to) - 1));
  }
  for (const node of nodes.slice(1))
    await node.ask('CLUSTER', 'MEET', '127.0.0.1', String(first.port), String(first.busPort));
  await until(nodes, async (node) => (await infoOf(node)).includes(`cluster_known_nodes:${2 * SHARDS}`));
  for (const [index, replica] of nodes.slice(SHARDS).entries()) {
    const id = String(await leaders[index]?.ask('CLUSTER', 'MYID'));
    await until([replica], (node) =>
      node.ask('CLUSTER', 'REPLICATE', id).then(
        () => true,
        () => false,
      ),
    );
  }
  await until(nodes, async (node) => (await infoOf(node)).includes('cluster_state:ok'));
  await until(nodes.slice(SHARDS), async (node) =>
    String(await node.ask('INFO', 'replication')).includes('master_link_status:up'),
  );
  return {
    url: `redis://127.0.0.1:${first.port}?cluster=true`,
    async leaderOf(key) {
      const slots = nodes.map((node) => node.ask('CLUSTER', 'KEYSLOT', key));
      const slot = Number(await Promise.any(slots));
      for (const node of nodes) {
        const mine = await node.ask('CLUSTER', 'NODES').catch(() => '');
        const [, ranges = ''] = /^\S+ \S+ myself,master .*? connected(.*)$/m.exec(String(mine)) ?? [];
        const isIn = [...ranges.matchAll(/(\d+)-(\d+)/g)].some(
          ([, a, b]) => slot >= Number(a) && slot <= Number(b),
        );
        if (isIn) return node;
      }
      return undefined;
    },
    async remove() {
      await Promise.all(nodes.map((node) => node.remove()));
    },
  };
}

const startNode = () =>
  startRedis([
    ...['--cluster-enabled', 'yes', '--cluster-config-file', 'nodes.conf', '--appendfsync', 'always'],
    ...['--cluster-node-timeout', String(NODE_TIMEOUT_MS), '--repl-diskless-sync-delay', '0'],
  ]);

const infoOf = async (node: RedisServer) => String(await node.ask('CLUSTER', 'INFO'));

async function until(
  nodes: readonly RedisServer[],
  isTrue: (node: RedisServer) => Promise<boolean>,
): Promise<void> {
  for (const node of nodes)
    while (!(await isTrue(node))) await new Promise((resolve) => setTimeout(resolve, 50));
}
