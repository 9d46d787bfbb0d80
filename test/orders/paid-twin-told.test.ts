// Two payments for one thing of which people were told, when more comes for one of them.
import { expect, test } from 'vitest';
import { paidTwin } from '#orders/successor.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { paymentOf } from './any-event.ts';

const kes = (amount: string) => ({ amount, currency: 'KES' });
const twin = (name: string) => ({
  reference: referenceOf(name),
  confirmationCode: 'S1',
  isTold: true as const,
});

test('an order and its rest stay twins when more comes for one of them after people were told', () => {
  const first = sampleOrder('INV-1', {
    state: 'review',
    amount: kes('350'),
    payments: [paymentOf(kes('400'))],
  });
  const restOf = referenceOf('INV-1');
  const rest = sampleOrder('INV-2', {
    state: 'paid',
    restOf,
    amount: kes('175'),
    payments: [paymentOf(kes('175'), 'S2')],
  });
  const told = [
    { ...first, paidTwin: twin('INV-2') },
    { ...rest, paidTwin: twin('INV-1') },
  ];
  expect(told.map((one) => paidTwin(one, told)?.reference)).toEqual(['INV-2', 'INV-1']);
  // Of which nobody was told, they are none: what is too much of the first is told by itself.
  expect(paidTwin(first, [first, rest])).toBeUndefined();
});
