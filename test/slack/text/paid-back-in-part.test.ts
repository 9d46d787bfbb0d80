// How a payment of which a part went back is told in words: which part, and of which payment.
import { expect, test } from 'vitest';
import type { Refund } from '#orders/refund.ts';
import { resentOrderFrom } from '#orders/resends.ts';
import { describeOwnState, describeResentOrder, describeState } from '#slack/text/orders.ts';
import { orderIn, PAYMENT } from '#test/slack/every-order.ts';
import { received } from '#test/slack/request-samples.ts';

test('an order of which a part was paid back says which part, and of which payment', () => {
  const { confirmationCode } = PAYMENT;
  const visa = { ...PAYMENT, method: 'Visa', paid: { amount: '2500', currency: 'KES' }, reversedAt: 1 };
  const back = (amount: string, own: Partial<Refund> = {}) => {
    const part = {
      ...received,
      confirmationCode,
      status: 'paid_back',
      amount: { amount, currency: 'KES' },
      ...own,
    } as const;
    return orderIn('reversed', 'link', { payments: [visa], refund: part });
  };
  for (const describe of [describeState, describeOwnState]) {
    expect(describe(back('1000'))).toBe('KES 1,000.00 of KES 2,500.00 refunded');
    expect(describe(back('2500'))).toBe('Refunded');
    expect(describe(back('1000', { wasAskedBefore: true }))).toBe('Refunded');
  }
  expect(describeResentOrder(resentOrderFrom(back('1000')))).toBe('partly refunded');
  expect(describeResentOrder(resentOrderFrom(back('2500')))).toBe('refunded');
});
