// The number from which was paid, as the provider writes it: nobody reads it as a whole.
import { expect, test } from 'vitest';
import { newsReply } from '#slack/card/news.ts';
import { orderCard } from '#slack/card/order-card.ts';
import { statusCard } from '#slack/find/status.ts';
import { refundForm } from '#slack/refund/form.ts';
import { orderIn, PAYMENT } from '#test/slack/every-order.ts';
import { expectMasked } from '#test/slack/harmless.ts';

test.each(['254712345678', '+254-712-345-678', '0712.345.678', '+254 (0)712-345678', '0712  345 678'])(
  'the payer’s number that the service writes as %s is masked in the reply, on the card, in the refund form and in a found payment',
  (payer) => {
    const payment = { ...PAYMENT, payer };
    const order = orderIn('paid', 'link', { payments: [payment], customer: {} });
    const news = { kind: 'paid', payment, previousState: 'pending' } as const;
    const transaction = {
      reference: 'INV-77',
      trackingId: undefined,
      outcome: 'completed',
      money: payment.paid,
      payment,
      providerMessage: '',
      createdAt: undefined,
    } as const;
    for (const shown of [
      newsReply(order, { id: 'paid-2', at: 2, news }),
      orderCard(order),
      refundForm({ payment, reference: 'INV-1', memory: 'INV-1' }),
      statusCard({ status: 'external', transaction }, { query: 'INV-77', canShare: true, now: 1 }),
    ]) {
      expectMasked(shown);
      expect(JSON.stringify(shown)).toMatch(/•• ••• 678/);
    }
  },
);
