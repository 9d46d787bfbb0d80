// The servers behind one address: one, or the nodes of a cluster that lead. For what is asked of each of them.
import { isCluster } from './client.ts';
import type { Connection } from './connection.ts';

/** Sends a command to one server, with the limits of Connection.ask. */
export type Node = (...command: readonly string[]) => Promise<unknown>;

export async function nodesOf({ client, guard }: Pick<Connection, 'client' | 'guard'>): Promise<Node[]> {
  if (!isCluster(client)) return [(...command) => guard(() => client.sendCommand([...command]))];
  const leading = await guard(async () => {
    // A client that connects anew knows none for a moment, and nothing would be asked of anybody.
    if (client.masters.length === 0) throw new TypeError('no node is known');
    return client.masters;
  });
  return leading.map(
    (node) =>
      (...command) =>
        guard(async () => (await client.nodeClient(node)).sendCommand([...command])),
  );
}
