// The store in a file, with several connections and with several processes: whatever they do at the same time could have been
// done one after the other.
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import { openSqliteSubject } from '#test/store/sqlite-subject.ts';
import { BREAK, broken } from './broken-stores.ts';
import { runInProcesses } from './client-processes.ts';
import { expectLinearizable, expectNoViolation, findViolation } from './histories.ts';

async function openThree() {
  const subject = await openSqliteSubject();
  onTestFinished(() => subject.cleanUp());
  return { subject, stores: [subject.store, await subject.another(), await subject.another()] };
}

describe('the store in a file', () => {
  test('what three connections do at the same time could have been done one after the other', async () => {
    const { stores } = await openThree();
    expectNoViolation(await findViolation(stores));
  });

  test('what three processes do at the same time could have been done one after the other', async () => {
    const { subject } = await openThree();
    for (const history of await runInProcesses(`sqlite:${subject.file}`, subject.store))
      expectLinearizable(history);
  });

  // In memory, because it is the checker that is tried, and many histories are needed for what seldom goes wrong.
  test.each(Object.entries(BREAK))('a store %s is found out', async (_, own) => {
    const store = await openStore('sqlite::memory:', { clock: systemClock });
    onTestFinished(() => store.close());
    const bad = broken(store, own(store));
    expect(await findViolation([bad, bad, bad], 5_000)).toBeDefined();
  });

  test('nothing is found where nothing is broken', async () => {
    const store = await openStore('sqlite::memory:', { clock: systemClock });
    onTestFinished(() => store.close());
    expectNoViolation(await findViolation([store, store, store]));
  });
});
