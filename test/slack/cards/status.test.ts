// The answer to a look-up: of an order that Teller did not make everything in it is the service's text.
import { describe, expect, test } from 'vitest';
import type { OtherTransaction } from '#payments/status/find.ts';
import { statusCard } from '#slack/cards/status.ts';
import { HOSTILE, hostile, hostilePayment, orderIn, PAYMENT } from '#test/slack/every-order.ts';
import { expectGoodMessage } from '#test/slack/harmless.ts';
import { received } from '#test/slack/request-samples.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

const OUTCOMES = ['pending', 'completed', 'failed', 'reversed', 'unknown'] as const;

const TRANSACTION: OtherTransaction = {
  reference: 'INV-77',
  trackingId: undefined,
  outcome: 'completed',
  money: { amount: '1500', currency: 'KES' },
  payment: PAYMENT,
  serviceMessage: '',
  createdAt: 1_700_000_000_000,
};

function cardOf(own: Partial<OtherTransaction>) {
  const transaction = { ...TRANSACTION, ...own };
  return statusCard({ status: 'elsewhere', transaction }, { query: 'INV-77', canShare: true, now: 1 });
}

test('an order of which the service gave no answer is old news to screen readers and in notifications too', () => {
  const stale = { reason: 'unavailable', serviceMessage: '' } as const;
  const found = { status: 'ours', order: sampleOrder('INV-77', { state: 'pending' }), stale } as const;
  const content = statusCard(found, { query: 'INV-77', canShare: false, now: 1 });
  expectGoodMessage(content);
  expect(content.text).toMatch(/: Waiting for the customer’s PIN\. .*This is what Teller knew before/);
});

test('an order of which a part was paid back is answered with that part in its card’s thread', () => {
  const order = orderIn('reversed', 'link', {
    payments: [{ ...PAYMENT, paid: { amount: '2500', currency: 'KES' }, reversedAt: 1 }],
    refund: {
      ...received,
      confirmationCode: PAYMENT.confirmationCode,
      status: 'paid_back',
      amount: { amount: '1000', currency: 'KES' },
    },
  });
  const options = { query: 'INV-1', canShare: false, now: 1, isAtCard: true } as const;
  expect(statusCard({ status: 'ours', order }, options).text).toBe(
    'KES 1,000.00 of KES 2,500.00 paid back to the customer. Checked just now.',
  );
  const stale = { reason: 'unavailable', serviceMessage: '' } as const;
  for (const found of [{ order: hostile(order) }, { order: hostile(order), stale }])
    expectGoodMessage(statusCard({ status: 'ours', ...found }, options));
});

describe('an order made elsewhere', () => {
  test.each(OUTCOMES)(
    'an order made elsewhere that is %s shows hostile text as plain text, cut',
    (outcome) => {
      const content = cardOf({
        outcome,
        reference: HOSTILE.slice(0, 2_000),
        trackingId: '7e6b62d9-883e-440f-a63e-e1105bbfadc3',
        money: { amount: '1500', currency: HOSTILE },
        payment: hostilePayment(PAYMENT),
        serviceMessage: HOSTILE,
      });
      expectGoodMessage(content);
      expect(content.text.length).toBeLessThan(150);
    },
  );

  test('an order made elsewhere whose currency is a mention or 3,500 letters long mentions nobody and stays short', () => {
    for (const currency of ['<!channel>', 'K'.repeat(3_500)]) {
      const content = cardOf({ money: { amount: '1500', currency } });
      expectGoodMessage(content);
      expect(content.text).toContain('1,500.00 · Paid');
      expect(content.text.length).toBeLessThan(60);
    }
  });

  test.each(['', 'KES'])(
    'an order made elsewhere whose record has no amount, and the currency %j, says that the amount is not known',
    (currency) => {
      const content = cardOf({ outcome: 'failed', money: { amount: '0', currency }, payment: undefined });
      expect(content.text).toBe('Amount not known · Not paid');
      expect(JSON.stringify(content.blocks)).toContain('*Amount not known* · *Not paid*');
    },
  );

  test('an order made elsewhere whose record has an amount and no currency says that the amount is not known', () => {
    expect(cardOf({ money: { amount: '1500', currency: '' } }).text).toBe('Amount not known · Paid');
  });

  test('an order made elsewhere without a tracking id is shared by what it was found by', () => {
    const content = cardOf({});
    expect(JSON.stringify(content.blocks)).toContain('"value":"INV-77"');
    expect(JSON.stringify(content.blocks)).not.toContain('Tracking id');
  });
});
