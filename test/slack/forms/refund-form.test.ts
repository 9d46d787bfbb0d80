// The form that asks for a refund: what it shows, and how it is read.
import { describe, expect, test } from 'vitest';
import type { StatedPayment } from '#orders/payment.ts';
import { readRefundForm, refundForm } from '#slack/forms/refund-form.ts';
import { fieldNamesOf, fillIn, type Typed } from '#test/slack/fill-in.ts';

const KES_1500 = { amount: '1500', currency: 'KES' };
const paidBy = (method: string): StatedPayment => ({
  paid: KES_1500,
  method,
  confirmationCode: 'S1',
  payer: '2547xxx45678',
});
const formFor = (payment: StatedPayment) => refundForm({ payment, reference: 'INV-1', memory: 'INV-1' });
const read = (typed: Typed, payment: StatedPayment) =>
  readRefundForm(fillIn(formFor(payment), typed), payment);

describe('the form that asks for a refund', () => {
  test('asks for an amount only where the service pays back a part', () => {
    expect(fieldNamesOf(formFor(paidBy('MpesaKE')))).toEqual(['remarks']);
    expect(fieldNamesOf(formFor(paidBy('Visa')))).toEqual(['amount', 'remarks']);
  });

  test('takes the whole payment back by mobile money, and up to the whole by card', () => {
    const remarks = 'Wrong size';
    expect(read({ remarks }, paidBy('MpesaKE'))).toMatchObject({ input: { amount: KES_1500, remarks } });
    expect(read({ remarks, amount: '700.50' }, paidBy('Visa'))).toMatchObject({
      input: { amount: { amount: '700.5', currency: 'KES' }, remarks },
    });
    for (const amount of ['1500.01', '0', '-5', '1e3', '700.505', 'all'])
      expect(read({ remarks, amount }, paidBy('Visa')), amount).toMatchObject({
        status: 'invalid',
        errors: { amount: expect.any(String) },
      });
  });

  test.each([
    ['UGX', '1500.5'],
    ['JPY', '99.99'],
    ['USD', '11.538'],
    ['USD', '11.5'],
  ])('takes the amount with which it opens, whatever was paid: %s %s', (currency, amount) => {
    const payment = { ...paidBy('Visa'), paid: { amount, currency } };
    expect(read({ remarks: 'Wrong size' }, payment)).toMatchObject({ input: { amount: payment.paid } });
    expect(read({ remarks: 'Wrong size', amount: '0.001' }, payment)).toMatchObject({ status: 'invalid' });
  });

  test.each([' ', '👍', '...'])('wants a reason in words: %j is none', (remarks) => {
    expect(read({ remarks }, paidBy('MpesaKE'))).toMatchObject({
      status: 'invalid',
      errors: { remarks: expect.any(String) },
    });
  });
});
