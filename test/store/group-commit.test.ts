// Many writes, one transaction: each is answered for itself, and one that fails takes no other with it.
import { describe, expect, test } from 'vitest';
import { createGroupCommit } from '#store/sqlite/group-commit.ts';

/** A store that can be undone: what stands in `kept` has been committed. */
function start({ locked = false } = {}) {
  let kept: string[] = [];
  let pending: string[] = [];
  const commits: string[][] = [];
  /** Whether each transaction had to wait for the disk. */
  const waited: boolean[] = [];
  const { write, writeUnsynced, flush } = createGroupCommit((change, isDurable) => {
    if (locked) throw new Error('database is locked');
    pending = [...kept];
    change();
    waited.push(isDurable);
    commits.push(pending.slice(kept.length));
    kept = pending;
  });
  const add = (word: string) =>
    write(() => {
      if (word === 'bad') throw new Error('bad');
      pending.push(word);
      return `${word} is number ${pending.length}`;
    });
  const addUnsynced = (word: string) => writeUnsynced(() => pending.push(word));
  return { add, addUnsynced, flush, commits, waited, kept: () => kept };
}

describe('writes of one moment', () => {
  test('share a transaction, in the order in which they were asked for, and each gets its own answer', async () => {
    const { add, commits } = start();
    expect(await Promise.all(['a', 'b', 'c'].map(add))).toEqual([
      'a is number 1',
      'b is number 2',
      'c is number 3',
    ]);
    expect(commits).toEqual([['a', 'b', 'c']]);
  });

  test('wait for the disk if one of them must be there, and else do not', async () => {
    const { add, addUnsynced, waited } = start();
    await addUnsynced('a claim');
    await Promise.all([addUnsynced('a claim'), add('a payment')]);
    expect(waited).toEqual([false, true]);
  });

  test('are not written before the moment is over', async () => {
    const { add, commits } = start();
    const writing = add('a');
    expect(commits).toEqual([]);
    await writing;
    expect(commits).toEqual([['a']]);
  });

  test('are kept although one of them fails, which alone rejects and leaves nothing behind', async () => {
    const { add, kept } = start();
    const [a, bad, b] = await Promise.allSettled(['a', 'bad', 'b'].map(add));
    expect([a?.status, bad?.status, b?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(kept()).toEqual(['a', 'b']);
  });

  test('all reject when the transaction cannot even begin', async () => {
    const { add, kept } = start({ locked: true });
    const endings = await Promise.allSettled(['a', 'b'].map(add));
    expect(endings.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(kept()).toEqual([]);
  });

  test('are written at once when the store closes', async () => {
    const { add, flush, kept } = start();
    const writing = add('a');
    flush();
    expect(kept()).toEqual(['a']);
    expect(await writing).toBe('a is number 1');
  });

  test('that were asked for later are another transaction', async () => {
    const { add, commits } = start();
    await add('a');
    await Promise.all(['b', 'c'].map(add));
    expect(commits).toEqual([['a'], ['b', 'c']]);
  });
});
