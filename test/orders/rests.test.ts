// What the orders for the rest of an order make of it.
import { describe, expect, test } from 'vitest';
import { receivedBy } from '#orders/charges.ts';
import { applyEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import { eventFromRests } from '#orders/rests.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { AMOUNT, paymentOf } from './any-event.ts';

const PART = { amount: '175', currency: 'KES' };
const MISSING = { amount: '1325', currency: 'KES' };
const reviewed = sampleOrder('A', { amount: AMOUNT, state: 'review', payments: [paymentOf(PART)] });
const paid: Order = { ...reviewed, state: 'paid', restBrought: MISSING };
const restIn = (state: Order['state'], name = 'B', own: Partial<Order> = {}) =>
  sampleOrder(name, {
    amount: MISSING,
    restOf: reviewed.reference,
    state,
    payments: [paymentOf(MISSING)],
    ...own,
  });
const eventOf = (order: Order, ...rests: Order[]) => eventFromRests(order, rests)?.event;

describe('the orders for the rest of an order', () => {
  test('end its review when one was paid', () => {
    expect(eventOf(reviewed)).toBeUndefined();
    expect(eventOf(reviewed, restIn('pending'), restIn('review'))).toBeUndefined();
    expect(eventFromRests(reviewed, [restIn('failed'), restIn('paid', 'C')])).toEqual({
      event: 'rest_paid',
      by: 'C',
      brought: MISSING,
      restPayment: paymentOf(MISSING),
    });
  });

  test('say how much is too much where more had come for the order itself, also when the rest was paid in parts', () => {
    const tooMuchWith = (own: string, rest: Order) => {
      const order: Order = { ...reviewed, payments: [paymentOf({ amount: own, currency: 'KES' })] };
      const news = applyEvent(order, eventFromRests(order, [rest]) ?? never(), 9).announcements.at(-1)?.news;
      return news?.kind === 'rest_paid' ? news.tooMuch?.amount : undefined;
    };
    expect(tooMuchWith('175', restIn('paid'))).toBeUndefined();
    expect(tooMuchWith('1200', restIn('paid'))).toBe('1025');
    expect(tooMuchWith('1200', restIn('paid', 'B', { payments: [paymentOf(PART)] }))).toBe('1025');
  });

  test('end it as accepted when one was accepted with less, and as paid when with more', () => {
    const less = restIn('paid', 'B', { acceptedBy: 'U2', payments: [paymentOf(PART)] });
    expect(eventFromRests(reviewed, [less])).toEqual({ event: 'accepted_as_paid', by: 'U2' });
    const more = restIn('paid', 'B', { acceptedBy: 'U2', payments: [paymentOf(AMOUNT)] });
    expect(eventOf(reviewed, more)).toBe('rest_paid');
  });

  test('put it under review again when none is paid any more', () => {
    expect(eventFromRests(paid, [restIn('failed'), restIn('reversed', 'C')])).toEqual({
      event: 'rest_gone_back',
      by: 'C',
    });
    // Its own rest went back.
    expect(eventOf(paid, restIn('review'))).toBe('rest_gone_back');
    expect(eventOf(reviewed, restIn('reversed'))).toBeUndefined();
  });

  test('name the one that has changed last, of which the rest was paid until then', () => {
    const [older, newer] = [{ changedAt: 1_000 }, { changedAt: 2_000 }];
    const backNow = [restIn('reversed', 'B', newer), restIn('review', 'C', older)];
    expect(eventFromRests(paid, backNow)).toMatchObject({ by: 'B' });
    const backBefore = [restIn('reversed', 'B', older), restIn('review', 'C', newer)];
    expect(eventFromRests(paid, backBefore)).toMatchObject({ by: 'C' });
  });

  test('leave it paid while what they hold stays the same, and without any that was paid', () => {
    expect(eventOf(paid, restIn('reversed'), restIn('paid', 'C'))).toBeUndefined();
    expect(eventOf(paid)).toBeUndefined();
    expect(eventOf(paid, restIn('pending'), restIn('cancelled'))).toBeUndefined();
  });

  test('end the review for too much when one of two that were paid goes back', () => {
    const twice: Order = { ...reviewed, restBrought: { amount: '2650', currency: 'KES' } };
    const event = eventFromRests(twice, [restIn('reversed'), restIn('paid', 'C')]);
    expect(event).toEqual({ event: 'rest_gone_back', by: 'B', brought: MISSING });
    const after = applyEvent(twice, event ?? never(), 9);
    expect(after).toMatchObject({ state: 'paid', restBrought: MISSING });
    const news = { kind: 'rest_gone_back', by: 'B', isEnough: true };
    expect(after.announcements).toMatchObject([{ id: 'rest_gone_back-1', news }]);
  });
});

describe('what the orders for the rest of an order have brought', () => {
  const KES = (amount: string) => ({ amount, currency: 'KES' });
  const less = (own: Partial<Order> = {}) =>
    restIn('paid', 'B', { acceptedBy: 'U2', payments: [paymentOf(PART)], ...own });
  const broughtTo = (order: Order, ...rests: Order[]) => {
    const event = eventFromRests(order, rests);
    return event && applyEvent(order, event, 9).restBrought;
  };

  test('is what they hold, with what those for their own rest have brought', () => {
    const accepted: Order = { ...reviewed, state: 'paid', acceptedBy: 'U2' };
    expect(broughtTo(accepted, less())).toEqual(PART);
    const more = less({ restBrought: KES('25') });
    expect(broughtTo(accepted, more, restIn('failed', 'C'))).toEqual(KES('200'));
    expect(receivedBy({ ...accepted, restBrought: KES('200') })).toEqual(KES('375'));
    expect(receivedBy(paid)).toEqual(AMOUNT);
  });

  test('is nothing once it went back, while it is under review, and in another currency', () => {
    const dollars = less({ payments: [paymentOf({ amount: '10', currency: 'USD' })] });
    for (const rest of [restIn('reversed'), restIn('review'), dollars])
      expect(broughtTo(paid, rest)).toBeUndefined();
  });
});

describe('an order whose rest goes back', () => {
  const event = { event: 'rest_gone_back', by: referenceOf('B') } as const;

  test('keeps what came for itself, and is under review once more', () => {
    const after = applyEvent(paid, event, 9);
    expect(after).toMatchObject({ state: 'review', changedAt: 9, payments: [paymentOf(PART)] });
    expect(after.announcements).toEqual([
      { id: `rest_gone_back-${paid.version + 1}`, at: 9, news: { kind: 'rest_gone_back', by: 'B' } },
    ]);
    const again = applyEvent(
      after,
      { event: 'rest_paid', by: referenceOf('C'), brought: MISSING, restPayment: paymentOf(MISSING) },
      10,
    );
    expect(again.state).toBe('paid');
  });

  test('stays paid when all of it has come for itself, or somebody has accepted less', () => {
    const whole: Order = { ...paid, payments: [paymentOf(AMOUNT)] };
    const accepted: Order = { ...paid, acceptedBy: 'U2' };
    for (const order of [whole, accepted]) {
      const { restBrought: _, ...without } = order;
      expect(applyEvent(order, event, 9)).toStrictEqual(without);
    }
  });
});

function never(): never {
  throw new Error('it has an event');
}
