// Every key of a pattern, on one server or on all nodes of a cluster. For moves and listings at the start, not for requests.

import { isCluster } from './client.ts';
import { type Connection, listIn, textsIn } from './connection.ts';

/**
 * The keys that match `pattern`, about `count` at a time; a key may come twice. Rejects at its end when a server was started anew
 * meanwhile: it lists its keys in another order then, and some were left out.
 */
export async function* scanKeys(
  connection: Pick<Connection, 'client' | 'guard'>,
  pattern: string,
  count: number,
): AsyncGenerator<string[]> {
  for (const node of await nodesOf(connection)) {
    // Undefined where it is not to be known.
    const readRunId = async () => {
      const info = await node('INFO', 'server').catch(() => '');
      return /^run_id:(\w+)/m.exec(String(info))?.[1];
    };
    const runId = await readRunId();
    let cursor = '0';
    do {
      // Not the client's own iterator: after a failure that one cannot be asked for the same page again.
      const page = await node('SCAN', cursor, 'MATCH', pattern, 'COUNT', String(count));
      const [next, keys] = listIn(page);
      yield textsIn(keys).map(String);
      cursor = String(next);
    } while (cursor !== '0');
    if ((await readRunId()) !== runId)
      throw new Error('Redis was started again while its keys were being listed. Try again.');
  }
}

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
