// A search whose words have a day that cannot be one: what is wrong with it is said, also where older orders may have the words.
import { expect, test } from 'vitest';
import type { FoundPage } from '#payments/finding/search-orders.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { createSearchTask } from '#slack/tasks/search.ts';

function searchingFor(page: FoundPage) {
  const unused = () => Promise.reject(new Error('not called'));
  return createSearchTask({
    searchOrders: async () => page,
    store: { indexProgress: async () => ({ isComplete: true, indexed: 0, total: 0 }) },
    keptWords: { keep: async () => 'kept', forget: unused, read: unused },
    cardUrlOf: unused,
    clock: createMovingClock(),
    defaultCurrency: 'KES',
    timeZone: 'Africa/Nairobi',
    recorder: { recordFirst: async () => {} },
  });
}

const GOES_ON: FoundPage = { orders: [], next: { searchesLeft: 0, createdAt: 1, reference: 'A' } };

test('a range the wrong way round is said to be one, though older orders were not looked at', async () => {
  const { search } = searchingFor(GOES_ON);
  expect(await search('2026-11-15..2026-11-01', 'U1')).toMatchObject({ status: 'fault' });
});

test('words without a fault offer to look further back', async () => {
  const { search } = searchingFor(GOES_ON);
  expect(await search('Jane', 'U1')).toMatchObject({ status: 'list' });
});
