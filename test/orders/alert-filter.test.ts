// Which news a channel's filter lets through: within a part any value fits, between parts all must.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALERT_KINDS, ALERT_METHODS, type AlertFilter, passesFilter } from '#orders/alert-filter.ts';
import type { AlertNews } from '#orders/announcement.ts';
import { FAILURE, orderIn, PAYMENT } from '#test/slack/every-order.ts';

const paid = (amount: string, currency = 'KES', method = 'MpesaKE') => ({
  kind: 'paid' as const,
  payment: { ...PAYMENT, paid: { amount, currency }, method },
  previousState: 'pending' as const,
});
const order = orderIn('paid', 'link', { agent: 'U1' });
const passes = (filter: AlertFilter, news: AlertNews = paid('1500')) => passesFilter(order, news, filter);

describe('a filter of alerts', () => {
  test('a filter without parts lets payments, reviews and refunds through, and no failures', () => {
    expect(passes({})).toBe(true);
    expect(passes({}, { kind: 'review', payment: PAYMENT, previousState: 'pending' })).toBe(true);
    expect(passes({}, { kind: 'reversed', payment: undefined })).toBe(true);
    expect(passes({}, { kind: 'failed', failure: FAILURE })).toBe(false);
    expect(passes({ only: ['failed'] }, { kind: 'failed', failure: FAILURE })).toBe(true);
  });

  test('a filter over an amount wants more than it', () => {
    const over = [{ amount: '1500', currency: 'KES' }];
    expect(passes({ over }, paid('1500'))).toBe(false);
    expect(passes({ over }, paid('1500.01'))).toBe(true);
    expect(passes({ over }, paid('999.99'))).toBe(false);
  });

  test('a filter over an amount asks of money that is paid back how much that is, and not how much had been paid', () => {
    const over = [{ amount: '1000', currency: 'KES' }];
    const { payment } = paid('1500');
    const back = (amount: string) => ({
      kind: 'reversed' as const,
      payment,
      refunded: { amount, currency: 'KES' },
    });
    expect(passes({ over }, back('200'))).toBe(false);
    expect(passes({ over }, back('1200'))).toBe(true);
    // All of it, where nobody had asked for a part.
    expect(passes({ over }, { kind: 'reversed', payment })).toBe(true);
  });

  test('a filter over an amount with its currency lets no other currency through, and without one all of them', () => {
    const threshold = { amount: '1500', currency: 'KES' };
    expect(passes({ over: [threshold] }, paid('9000', 'USD'))).toBe(false);
    expect(passes({ over: [{ ...threshold, othersPass: true }] }, paid('9', 'USD'))).toBe(true);
    expect(passes({ over: [{ ...threshold, othersPass: true }] }, paid('9'))).toBe(false);
    const both = [
      { ...threshold, othersPass: true as const },
      { amount: '50', currency: 'USD' },
    ];
    expect(passes({ over: both }, paid('9', 'USD'))).toBe(false);
  });

  test.each([
    ['MpesaKE', 'mpesa'],
    ['M-PESA', 'mpesa'],
    ['AirtelUG', 'airtel'],
    ['Airtel Money', 'airtel'],
    ['Visa', 'card'],
    ['', 'card'],
  ] as const)('a payment by %j passes the filter %s and no other method', (method, fitting) => {
    for (const one of ALERT_METHODS)
      expect(passes({ methods: [one] }, paid('1', 'KES', method))).toBe(one === fitting);
  });

  test('a payment that failed counts by the method and the amount that were asked for', () => {
    const prompt = orderIn('failed', 'prompt', { amount: { amount: '70', currency: 'KES' } });
    const news: AlertNews = { kind: 'failed', failure: FAILURE };
    const filter: AlertFilter = { only: ['failed'], methods: ['mpesa'] };
    expect(passesFilter(prompt, news, filter)).toBe(true);
    expect(passesFilter(prompt, news, { ...filter, over: [{ amount: '70', currency: 'KES' }] })).toBe(false);
  });

  test('a filter lets through what each of its parts alone lets through, and nothing else', () => {
    const part = <Value>(values: readonly Value[]) =>
      fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });
    fc.assert(
      fc.property(
        part(ALERT_KINDS),
        part(ALERT_METHODS),
        part(['U1', 'U2']),
        part([
          { amount: '100', currency: 'KES' },
          { amount: '5000', currency: 'USD' },
        ]),
        fc.constantFrom('99', '100', '101', '9000'),
        fc.constantFrom('MpesaKE', 'AirtelKE', 'Visa'),
        (only, methods, by, over, amount, method) => {
          const news = paid(amount, 'KES', method);
          const whole: AlertFilter = {
            ...(only && { only }),
            ...(methods && { methods }),
            ...(by && { by }),
            ...(over && { over }),
          };
          const alone = [only && { only }, methods && { methods }, by && { by }, over && { over }];
          expect(passes(whole, news)).toBe(alone.every((filter) => passes(filter ?? {}, news)));
        },
      ),
    );
  });
});
