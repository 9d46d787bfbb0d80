// What a receipt says is true whenever it is opened: of what was paid, and of what went back.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { receiptOf } from '#customers/receipt.ts';
import { ORDER_STATES, wasPaid } from '#orders/lifecycle.ts';
import { LANGUAGES, type Language, type Order } from '#orders/order.ts';
import { chargeReference } from '#orders/reference.ts';
import type { Refund } from '#orders/refund.ts';
import { msisdn, PHONE } from '#test/slack/every-order.ts';
import { PAYMENT, received } from '#test/slack/request-samples.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';

const paid = sampleOrder('BR6ZC-VV9H9', {
  state: 'paid',
  description: 'Two bags of flour',
  customer: { firstName: 'Jane', lastName: 'Wanjiru', phone: msisdn() },
  prompt: { msisdn: msisdn(), method: 'MpesaKE' },
  payments: [PAYMENT],
  changedAt: Date.parse('2026-11-25T22:00:00Z'),
});
const kes = (amount: string) => ({ amount, currency: 'KES' });
const less = { ...PAYMENT, paid: kes('500') };
const goneBack = (order: Order): Order => ({
  ...order,
  state: 'reversed',
  payments: order.payments?.map((payment) => ({ ...payment, reversedAt: order.changedAt })) ?? [],
});
const refunded = (own: Partial<Refund> = {}): Order => ({
  ...goneBack(paid),
  refund: { ...received, status: 'paid_back', ...own },
});

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
function read(order: Order, language: Language = 'en', timeZone = 'Africa/Nairobi') {
  const receipt = receiptOf(order, { language, timeZone });
  return {
    exists: receipt !== undefined,
    paid: plain(receipt?.paid ?? ''),
    rows: receipt?.rows.map(([label, value]) => `${label}: ${value}`),
    notes: receipt?.notes.map(plain) ?? [],
    isPaidBack: receipt?.isPaidBack,
    text: plain(JSON.stringify(receipt ?? '')),
  };
}

describe('the receipt of a paid order', () => {
  test('the receipt says what was paid, for what, when, how, with which code and reference', () => {
    expect(read(paid)).toMatchObject({
      paid: 'KES 1,500.00',
      rows: [
        'For: Two bags of flour',
        'When: 22 November 2026, 12:24 (East Africa Time)',
        'Paid with: M-PESA Kenya',
        'Confirmation code: S9992K0001',
        'Reference: BR6ZC-VV9H9',
      ],
      notes: [],
      isPaidBack: false,
    });
  });

  test.each(LANGUAGES)('the receipt is whole in %s', (language) => {
    const { rows, paid: amount } = read(paid, language);
    expect(rows).toHaveLength(5);
    expect(amount).toMatch(/1[, ]500[.,]00/);
    for (const row of rows ?? []) expect(row).toMatch(/\S+: \S+/);
  });

  test('the receipt has the day and time of the time zone that is set', () => {
    expect(read(paid, 'en', 'Pacific/Auckland').rows?.[1]).toBe(
      'When: 22 November 2026, 22:24 (New Zealand Daylight Time)',
    );
  });

  test('the receipt of a payment without a date says when Teller learned of it, or nothing', () => {
    const { paidAt: _, ...dateless } = PAYMENT;
    const at = Date.parse('2026-11-22T10:00:00Z');
    const entry = {
      kind: 'payment',
      money: kes('1500'),
      payment: 0,
      day: '2026-11-22',
      learnedAt: 1,
    } as const;
    const entered = { ...paid, payments: [dateless], entries: [{ ...entry, at }] };
    expect(read(entered).rows?.[1]).toBe('When: 22 November 2026, 13:00 (East Africa Time)');
    expect(read({ ...paid, payments: [dateless] }).rows?.map((row) => row.split(':')[0])).toEqual([
      'For',
      'Paid with',
      'Confirmation code',
      'Reference',
    ]);
  });

  test('the receipt leaves out what is not known', () => {
    const bare = { ...paid, description: ' ', payments: [{ ...PAYMENT, method: '', confirmationCode: '' }] };
    expect(read(bare).rows).toEqual([
      'When: 22 November 2026, 12:24 (East Africa Time)',
      'Reference: BR6ZC-VV9H9',
    ]);
  });

  test('the receipt of a charge has the reference of the order that it belongs to', () => {
    const parent = referenceOf('GYM-12');
    const charge = {
      ...paid,
      kind: 'charge',
      reference: chargeReference(parent, 'af22'),
      chargeOf: parent,
    } as const;
    expect(read(charge).rows?.at(-1)).toBe('Reference: GYM-12');
    expect(read(charge).text).not.toContain('af22');
  });

  test('the receipt of a payment made elsewhere does not say what for, because Teller does not know', () => {
    const elsewhere = { ...paid, kind: 'elsewhere', description: 'Payment made elsewhere' } as const;
    expect(read(elsewhere).text).not.toContain('elsewhere');
    expect(read(elsewhere)).toMatchObject({ paid: 'KES 1,500.00', notes: [] });
  });
});

describe('the receipt of another amount', () => {
  test('the receipt under review says how much of what was paid, and whom to ask', () => {
    expect(read({ ...paid, state: 'review', payments: [less] })).toMatchObject({
      paid: 'KES 500.00 of KES 1,500.00',
      notes: ['KES 1,500.00 was requested. Ask the seller about the difference.'],
    });
  });

  test.each([
    ['more', kes('2000'), 'KES 2,000.00'],
    ['another currency', { amount: '10', currency: 'USD' }, 'USD 10.00'],
  ])('the receipt under review of %s says what was paid and what was requested', (_, money, shown) => {
    expect(read({ ...paid, state: 'review', payments: [{ ...PAYMENT, paid: money }] })).toMatchObject({
      paid: shown,
      notes: ['KES 1,500.00 was requested. Ask the seller about the difference.'],
    });
  });

  test('the receipt of what was accepted as paid says so, with what was really paid', () => {
    expect(read({ ...paid, payments: [less], acceptedBy: 'U2' })).toMatchObject({
      paid: 'KES 500.00',
      notes: ['KES 1,500.00 was requested. The seller accepted this as payment in full.'],
    });
  });

  test('the receipt of which the rest was paid says that, as long as the rest is paid', () => {
    const balanceOf = paid.reference;
    const rest = { reference: referenceOf('REST-1'), version: 3, state: 'paid', balanceOf } as const;
    const asked = 'KES 1,500.00 was requested. ';
    expect(read({ ...paid, payments: [less], resentAs: rest }).notes).toEqual([
      `${asked}The rest is paid too and has its own receipt.`,
    ]);
    expect(read({ ...paid, payments: [less], resentAs: { ...rest, state: 'reversed' } }).notes).toEqual([
      `${asked}Ask the seller about the difference.`,
    ]);
  });
});

describe('the receipt of what was refunded', () => {
  test('the receipt says when all of it was refunded, whoever requested it', () => {
    const note = 'Refunded in full on 26 November 2026.';
    for (const order of [goneBack(paid), refunded(), refunded({ endedBy: 'U2' })])
      expect(read(order)).toMatchObject({ paid: 'KES 1,500.00', notes: [note], isPaidBack: true });
  });

  test('the receipt says how much was refunded in part, also when an approver said so', () => {
    const note = 'KES 500.00 was refunded on 26 November 2026.';
    for (const order of [refunded({ amount: kes('500') }), refunded({ amount: kes('500'), endedBy: 'U2' })])
      expect(read(order)).toMatchObject({ paid: 'KES 1,500.00', notes: [note], isPaidBack: true });
  });

  test('the receipt names no amount when somebody requested the refund without Teller', () => {
    const { requestedAt: _, ...unasked } = received;
    const order: Order = {
      ...goneBack(paid),
      refund: { ...unasked, status: 'paid_back', wasAskedBefore: true },
    };
    expect(read(order).notes).toEqual(['All or part of this payment was refunded on 26 November 2026.']);
  });

  test('the receipt of another amount says nothing of the difference once it went back', () => {
    expect(read(goneBack({ ...paid, payments: [less] })).notes).toEqual([
      'Refunded in full on 26 November 2026.',
    ]);
  });

  test('the receipt says nothing of a refund that is only asked for, refused, or did not come', () => {
    for (const status of ['waiting', 'approved', 'received', 'unknown', 'refused', 'not_paid_back'] as const)
      expect(read({ ...paid, refund: { ...received, status } })).toMatchObject({
        notes: [],
        isPaidBack: false,
      });
  });
});

describe('any receipt', () => {
  test.each(ORDER_STATES)(
    'a receipt of an order that is %s is there exactly when money has come',
    (state) => {
      const { payments: _, ...unpaid } = paid;
      const order = wasPaid(state) ? paid : unpaid;
      expect(read({ ...order, state }).exists).toBe(wasPaid(state));
      expect(read({ ...paid, state, erasedAt: 1 }).exists).toBe(false);
    },
  );

  test('a receipt has no name, no address, no payer and nobody of the team', () => {
    const customer = { firstName: 'Jane', lastName: 'Wanjiru', email: 'jane@shop.test', phone: msisdn() };
    const { text } = read({ ...refunded({ endedBy: 'U2' }), customer, acceptedBy: 'U3' });
    for (const hidden of ['Jane', 'Wanjiru', 'shop.test', PAYMENT.payer, PHONE, '"U', 'Wrong size'])
      expect(text).not.toContain(hidden);
  });

  test.each([
    '254712345678',
    '+254 712 345 678',
    '0712345678',
    '0712-345-678',
    '(0712) 345.678',
    '712345678',
  ])('a receipt shows no number of the customer that was typed into the description as %s', (number) => {
    expect(read({ ...paid, description: `Flour for ${number}, two bags` }).rows?.[0]).toBe(
      'For: Flour for +254 7•• ••• 678, two bags',
    );
  });

  test('a receipt hides a number that was taken for the reference, and leaves other numbers as they are', () => {
    expect(read({ ...paid, reference: referenceOf('0712345678') }).rows?.at(-1)).toBe(
      'Reference: +254 7•• ••• 678',
    );
    const invoice = { ...paid, description: 'Invoice 20261122001, 2 x 500' };
    expect(read(invoice).rows?.[0]).toBe('For: Invoice 20261122001, 2 x 500');
  });

  test('a receipt of any text is of single lines without direction marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...LANGUAGES), (text, language) => {
        const order = {
          ...paid,
          description: text,
          payments: [{ ...PAYMENT, method: text, confirmationCode: text }],
        };
        for (const [, value] of receiptOf(order, { language, timeZone: 'UTC' })?.rows ?? []) {
          expect(value.isWellFormed()).toBe(true);
          expect(value).not.toMatch(/[\n\r\u2028\u2029\u202a-\u202e\u2066-\u2069]|^$/);
        }
      }),
    );
  });
});
