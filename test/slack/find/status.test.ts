// The answer to a look-up: of an order that Teller did not make everything in it is the provider's text.
import { describe, expect, test } from 'vitest';
import type { OtherTransaction } from '#payments/status/find.ts';
import { statusCard } from '#slack/find/status.ts';
import { HOSTILE, hostilePayment, PAYMENT } from '#test/slack/every-order.ts';
import { expectGoodMessage } from '#test/slack/harmless.ts';

const OUTCOMES = ['pending', 'completed', 'failed', 'reversed', 'unknown'] as const;

const TRANSACTION: OtherTransaction = {
  reference: 'INV-77',
  trackingId: undefined,
  outcome: 'completed',
  money: { amount: '1500', currency: 'KES' },
  payment: PAYMENT,
  providerMessage: '',
  createdAt: 1_700_000_000_000,
};

function cardOf(own: Partial<OtherTransaction>) {
  const transaction = { ...TRANSACTION, ...own };
  return statusCard({ status: 'external', transaction }, { query: 'INV-77', canShare: true, now: 1 });
}

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
        providerMessage: HOSTILE,
      });
      expectGoodMessage(content);
      expect(content.text.length).toBeLessThan(150);
    },
  );

  test('an order made elsewhere whose currency is a mention or 3,500 letters long mentions nobody and stays short', () => {
    for (const currency of ['<!channel>', 'K'.repeat(3_500)]) {
      const content = cardOf({ money: { amount: '1500', currency } });
      expectGoodMessage(content);
      expect(content.text).toMatch(/1,500\.00\* · \*Paid\*$/);
      expect(content.text.length).toBeLessThan(60);
    }
  });

  test.each(['', 'KES'])(
    'an order made elsewhere whose record has no amount, and the currency %j, says that the amount is not known',
    (currency) => {
      const content = cardOf({ outcome: 'failed', money: { amount: '0', currency }, payment: undefined });
      expect(JSON.stringify(content.blocks)).toContain('*Amount not known* · *Not paid*');
    },
  );

  test('an order made elsewhere without a tracking id is shared by what it was found by', () => {
    const content = cardOf({});
    expect(JSON.stringify(content.blocks)).toContain('"value":"INV-77"');
    expect(JSON.stringify(content.blocks)).not.toContain('Tracking id');
  });
});
