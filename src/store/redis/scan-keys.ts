// Every key of a pattern, on one server or on all nodes of a cluster. For moves and listings at the start, not for requests.
import { isCluster } from './client.ts';
import type { Connection } from './connection.ts';

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
    const pages = node.scanIterator({ MATCH: pattern, COUNT: count });
    for (let page = await guard(() => pages.next()); !page.done; page = await guard(() => pages.next()))
      yield page.value;
  }
}
