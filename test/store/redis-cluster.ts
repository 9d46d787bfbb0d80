// A Redis Cluster of three nodes of a test's own, each with a third of the slots.
import type { RedisServer } from './redis-server.ts';
import { startRedis } from './redis-server.ts';

const NODES = 3;
const SLOTS = 16_384;

/** As one server: commands go to the node that has the key, FLUSHALL to all. */
export async function startRedisCluster(
  settings: readonly string[] = [],
): Promise<RedisServer & { readonly nodes: readonly RedisServer[] }> {
  const clustered = [...settings, '--cluster-enabled', 'yes', '--cluster-config-file', 'nodes.conf'];
  const nodes = await Promise.all(Array.from({ length: NODES }, () => startRedis(clustered)));
  const [first] = nodes;
  if (!first) throw new Error('no node');

  for (const [index, node] of nodes.entries()) {
    const [from, to] = [index, index + 1].map((part) => Math.floor((part * SLOTS) / NODES));
    await node.ask('CLUSTER', 'ADDSLOTSRANGE', String(from), String(Number(to) - 1));
    await node.ask('CLUSTER', 'MEET', '127.0.0.1', String(first.port), String(first.busPort));
  }
  for (const node of nodes) {
    const isWhole = async () => {
      const info = String(await node.ask('CLUSTER', 'INFO'));
      return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${NODES}`);
    };
    while (!(await isWhole())) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const each = async (work: (node: RedisServer) => Promise<void>) => {
    await Promise.all(nodes.map(work));
  };
  return {
    ...first,
    nodes,
    url: `${first.url}?cluster=true`,
    start: () => each((node) => node.start()),
    kill: () => each((node) => node.kill()),
    remove: () => each((node) => node.remove()),
    signal(signal) {
      for (const node of nodes) node.signal(signal);
    },
    async ask(...command) {
      if (command[0] === 'FLUSHALL') return Promise.all(nodes.map((node) => node.ask(...command)));
      return Promise.any(nodes.map((node) => node.ask(...command)));
    },
  };
}
