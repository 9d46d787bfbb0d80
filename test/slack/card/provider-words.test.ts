// What the provider says is shown as its own words: with a customer's number masked, and as a sentence that ends once.
import { expect, test } from 'vitest';
import { describeRequest } from '#slack/approval/requests.ts';
import { orderCard } from '#slack/card/order-card.ts';
import { describeCancel } from '#slack/order/cancel.ts';
import { describeUnaccepted } from '#slack/resend/text.ts';
import { describeFailure } from '#slack/text/orders.ts';
import { mrkdwnOf } from '#slack/ui/say.ts';
import { orderIn } from '#test/slack/every-order.ts';

test.each(['254712345678', '0712 345 678'])(
  'a number like %s in the words of the payment service is shown to nobody as a whole',
  (number) => {
    const failure = { reason: 'declined', providerMessage: `Wallet ${number} is closed` } as const;
    const refund = {
      amount: { amount: '1500', currency: 'KES' },
      confirmationCode: 'SJK7QWERTY',
      remarks: 'Wrong size',
      requestedBy: 'U1',
      status: 'refused',
      failure,
    } as const;
    const order = orderIn('paid', 'prompt', { refund });
    for (const shown of [
      mrkdwnOf(describeRequest({ kind: 'refund_refused', refund }, order)),
      describeCancel({ status: 'refused', order, providerMessage: failure.providerMessage }),
      describeFailure(failure).providerText,
      JSON.stringify(orderCard(order)),
    ]) {
      expect(shown).toContain('Wallet');
      expect(shown).not.toContain(number);
      expect(shown).toMatch(/•• ••• \d{3}/);
    }
  },
);

test.each([
  ['Account closed', 'Pesapal says: Account closed. '],
  ['Account closed.', 'Pesapal says: Account closed. '],
  ['Try again?', 'Pesapal says: Try again? '],
])('the words “%s” of the payment service end once in a sentence', (providerMessage, said) => {
  const failure = { reason: 'declined', providerMessage } as const;
  const order = orderIn('pending', 'prompt');
  expect(describeUnaccepted(order, failure)).toContain(said);
  expect(`${describeCancel({ status: 'refused', order, providerMessage })} `).toContain(said);
});
