// Work on the same thing is done one after the other.
import { expect, test } from 'vitest';
import { createInTurn } from '#lib/in-turn.ts';

function start() {
  const inTurn = createInTurn<string>();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  /** Begins work that lasts until `ends` has its name called. */
  const work = (name: string, keys: readonly string[]) =>
    inTurn(keys, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { inTurn, work, end, begun };
}

test('work on one thing waits for the work on it that was begun before, and work on another does not', async () => {
  const { work, end, begun } = start();
  const all = Promise.all([work('a1', ['a']), work('a2', ['a']), work('b', ['b']), work('a3', ['a'])]);
  await end('nothing');
  expect(begun).toEqual(['a1', 'b']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b', 'a2']);
  await end('a2');
  expect(begun).toEqual(['a1', 'b', 'a2', 'a3']);
  await end('b');
  await end('a3');
  expect(await all).toEqual(['a1', 'a2', 'b', 'a3']);
});

test('work on two things waits for both, and those that name them in another order do not wait for each other', async () => {
  const { work, end, begun } = start();
  const all = Promise.all([
    work('a', ['a']),
    work('ab', ['a', 'b']),
    work('ba', ['b', 'a']),
    work('b', ['b']),
  ]);
  await end('nothing');
  expect(begun).toEqual(['a']);
  for (const name of ['a', 'ab', 'ba', 'b']) await end(name);
  expect(begun).toEqual(['a', 'ab', 'ba', 'b']);
  await all;
});

test('work that fails rejects as it did, and the next work begins', async () => {
  const { inTurn } = start();
  const failed = inTurn(['a'], async () => Promise.reject(new Error('no luck')));
  const next = inTurn(['a'], async () => 'luck');
  await expect(failed).rejects.toThrow('no luck');
  expect(await next).toBe('luck');
});
