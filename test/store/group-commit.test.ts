// Many writes, one transaction: each is answered for itself, and one that fails takes no other with it.
import { describe, expect, test } from 'vitest';
import { createGroupCommit } from '#store/sqlite/group-commit.ts';

const LOCK_WAIT_MS = 100;

/** A store that can be undone: what stands in `kept` has been committed. `isLocked`: before each transaction. */
function start(isLocked: () => boolean = () => false) {
  let kept: string[] = [];
  let pending: string[] = [];
  const commits: string[][] = [];
  /** Whether each transaction had to wait for the disk. */
  const waited: boolean[] = [];
  const { write, writeUnsynced, settle } = createGroupCommit((change, isDurable) => {
    if (isLocked()) throw Object.assign(new Error('database is locked'), { errcode: 5 });
    pending = [...kept];
    change();
    waited.push(isDurable);
    commits.push(pending.slice(kept.length));
    kept = pending;
  }, LOCK_WAIT_MS);
  const add = (word: string) =>
    write(() => {
      if (word === 'bad') throw new Error('bad');
      pending.push(word);
      return `${word} is number ${pending.length}`;
    });
  const addUnsynced = (word: string) => writeUnsynced(() => pending.push(word));
  return { add, addUnsynced, settle, commits, waited, kept: () => kept };
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

  test('all reject when another process keeps the lock for too long, and later ones have their own time', async () => {
    let locked = true;
    const { add, kept } = start(() => locked);
    const early = Promise.allSettled(['a', 'b'].map(add));
    await new Promise(setImmediate);
    const late = add('c');
    expect((await early).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    locked = false;
    expect(await late).toBe('c is number 1');
    expect(kept()).toEqual(['c']);
  });

  test('keep their order when another process takes the lock between them', async () => {
    // The first transaction is undone because of the bad one, and then each is tried alone.
    const tries = [false, false, true, false];
    const { add, kept } = start(() => tries.shift() ?? false);
    const endings = await Promise.allSettled(['a', 'b', 'bad', 'c'].map(add));
    expect(endings.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(kept()).toEqual(['a', 'b', 'c']);
    expect(tries).toEqual([]);
  });

  test('are answered before the store closes', async () => {
    const tries = [true, true];
    const { add, settle, kept } = start(() => tries.shift() ?? false);
    const writing = add('a');
    await settle();
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
