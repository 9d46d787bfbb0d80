// More comes for an order that is paid: its payment is replaced, the difference is news, and what is not owed of it is named.
import { describe, expect, test } from 'vitest';
import type { Money } from '#lib/money.ts';
import { applyEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import { isPaidWithRest, unowedOf } from '#orders/successor.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { AMOUNT, paymentOf } from './any-event.ts';

const AT = 1_800_000_000_000;
const KES = (amount: string): Money => ({ amount, currency: 'KES' });
const paid = (money: Money, own: Partial<Order> = {}) =>
  sampleOrder('INV-1', { amount: AMOUNT, version: 4, state: 'paid', payment: paymentOf(money), ...own });
const BY = { acceptedBy: 'U7' };
const completed = (order: Order, money: Money) =>
  applyEvent(order, { event: 'completed', payment: paymentOf(money) }, AT);

describe('more money for an order that is paid', () => {
  test('takes the place of what came before, and is announced with both', () => {
    const before = paid(KES('175'), { acceptedBy: 'U7' });
    const after = completed(before, AMOUNT);
    const news = { kind: 'paid', payment: paymentOf(AMOUNT), previousState: 'paid', before: KES('175') };
    expect(after).toStrictEqual({
      ...before,
      payment: paymentOf(AMOUNT),
      changedAt: AT,
      announcements: [{ id: 'paid-5', at: AT, news }],
    });
    expect(completed(after, AMOUNT)).toBe(after);
  });

  test('is no news when it is less, the same, or of another currency', () => {
    const before = paid(AMOUNT);
    for (const money of [KES('175'), AMOUNT, { amount: '9000', currency: 'TZS' }])
      expect(completed(before, money)).toBe(before);
  });

  test('comes to nothing once the payment went back', () => {
    const reversed = paid(AMOUNT, { state: 'reversed' });
    expect(completed(reversed, KES('1700'))).toBe(reversed);
  });
});

describe('what is not owed of it', () => {
  test.each<[says: string, before: Order, by: string, tooMuch: string | undefined]>([
    ['all that is more than was paid in full', paid(AMOUNT), '1700', '200'],
    ['what is still more after that', paid(KES('1700')), '1800', '100'],
    ['nothing up to what was asked for, where less was accepted', paid(KES('175'), BY), '1500', undefined],
    ['what is beyond that, where less was accepted', paid(KES('175'), BY), '1700', '200'],
    ['what is beyond it, where more was accepted', paid(KES('1600'), BY), '1700', '100'],
    ['all of it, where the rest came with another order', paid(KES('175')), '1000', '825'],
    ['nothing where it is told as paid twice', paid(KES('175')), '1500', undefined],
    [
      'what is beyond it with its rest, where that was accepted with less',
      paid(KES('600'), { ...BY, restBrought: KES('800') }),
      '1000',
      '300',
    ],
    ['nothing up to that', paid(KES('600'), { ...BY, restBrought: KES('300') }), '1200', undefined],
    [
      'nothing where it is told as paid twice with such a rest',
      paid(KES('600'), { ...BY, restBrought: KES('800') }),
      '1500',
      undefined,
    ],
    ['nothing of what was made elsewhere', paid(AMOUNT, { kind: 'elsewhere' }), '1700', undefined],
  ])('%s', (_, before, by, tooMuch) => {
    expect(unowedOf(before, KES(by))).toEqual(tooMuch && KES(tooMuch));
    const news = completed(before, KES(by)).announcements.at(-1)?.news;
    expect(news?.kind === 'paid' && news.tooMuch).toEqual(tooMuch && KES(tooMuch));
  });

  test('nothing of a payment in another currency, which somebody accepted', () => {
    const dollars = (amount: string) => ({ amount, currency: 'USD' });
    expect(unowedOf(paid(dollars('10'), BY), dollars('12'))).toBeUndefined();
  });
});

test('an order for which all has come by itself needs no rest, however much it is', () => {
  expect([KES('175'), AMOUNT, KES('1700')].map((money) => isPaidWithRest(paid(money)))).toEqual([
    true,
    false,
    false,
  ]);
});
