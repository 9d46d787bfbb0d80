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
