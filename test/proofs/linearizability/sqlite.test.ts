// The store in a file, with several connections and with several processes: whatever they do at the same time could have been
// done one after the other.
import { describe, expect, onTestFinished, test } from 'vitest';
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

  test.each(Object.entries(BREAK))('a store %s is found out', async (_, own) => {
    const { stores } = await openThree();
    const bad = stores.map((store) => broken(store, own(store.orders)));
    expect(await findViolation(bad, 2_000)).toBeDefined();
  });
});
