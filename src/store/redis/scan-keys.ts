// Every key of a pattern, on one server or on all nodes of a cluster. For moves and listings at the start, not for requests.
import { isCluster } from './client.ts';
import { type Connection, listIn, textsIn } from './connection.ts';

/** The keys that match `pattern`, about `count` at a time; a key may come twice. */
export async function* scanKeys(
  { client, guard }: Connection,
  pattern: string,
  count: number,
): AsyncGenerator<string[]> {
  const nodes = isCluster(client)
    ? await guard(() => Promise.all(client.masters.map((node) => client.nodeClient(node))))
    : [client];
  for (const node of nodes) {
    let cursor = '0';
    do {
      // Not the client's own iterator: after a failure that one cannot be asked for the same page again.
      const command = ['SCAN', cursor, 'MATCH', pattern, 'COUNT', String(count)];
      const [next, keys] = listIn(await guard(() => node.sendCommand(command)));
      yield textsIn(keys).map(String);
      cursor = String(next);
    } while (cursor !== '0');
  }
}
