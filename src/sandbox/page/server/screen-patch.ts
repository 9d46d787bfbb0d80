// Which parts of a screen have changed since they were last sent. Messages, orders and exchanges go one by one, so that
// a new message does not send the older ones again.
import type { Screen, ScreenPatch } from './screen.ts';

/** How many keys lead to the entries of a part; other parts are sent whole. */
const DEPTHS: Partial<Record<keyof Screen, number>> = { messages: 2, orders: 1, wire: 1 };

/** The returned function gives what differs from the screen of the last call; undefined when nothing does. */
export function createPatches(): (screen: Screen) => ScreenPatch | undefined {
  let sent = new Map<string, string>();

  return (screen) => {
    const patch: Tree = {};
    const now = new Map<string, string>();
    for (const [part, value] of Object.entries(screen)) {
      for (const { path, leaf } of leavesOf([part], value, DEPTHS[part as keyof Screen] ?? 0)) {
        const key = path.join('\n');
        const json = JSON.stringify(leaf);
        now.set(key, json);
        if (sent.get(key) !== json) put(patch, path, leaf);
      }
    }
    for (const key of sent.keys()) if (!now.has(key)) put(patch, key.split('\n'), null);
    sent = now;
    return Object.keys(patch).length > 0 ? patch : undefined;
  };
}

type Tree = { [key: string]: unknown };

function leavesOf(
  path: readonly string[],
  value: unknown,
  depth: number,
): { path: readonly string[]; leaf: unknown }[] {
  if (depth === 0) return [{ path, leaf: value }];
  return Object.entries(Object(value)).flatMap(([key, inner]) => leavesOf([...path, key], inner, depth - 1));
}

function put(tree: Tree, [first = '', ...rest]: readonly string[], leaf: unknown): void {
  if (rest.length === 0) {
    tree[first] = leaf;
    return;
  }
  const inner = (tree[first] ?? {}) as Tree;
  tree[first] = inner;
  put(inner, rest, leaf);
}
