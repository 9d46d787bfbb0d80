// Which order may follow another, over every mixture of states that a chain can have.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Money } from '#lib/money.ts';
import { ORDER_STATES, type OrderState, wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { cameToNothing, missingMoney, planResend } from '#orders/resends.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { paymentOf } from './any-event.ts';

const AMOUNT = { amount: '350', currency: 'KES' };

const PART = { ...AMOUNT, amount: '175' };
/** Each order has a payment of its own. */
const paidAs = (reference: string, paid: Money, back = {}) => ({
  payments: [{ ...paymentOf(paid, `S${reference}`), ...back }],
});

function order(reference: string, state: OrderState, own: Partial<Order> = {}): Order {
  const back = state === 'reversed' && { reversedAt: 1 };
  const paid = paidAs(reference, state === 'review' ? PART : AMOUNT, back);
  return sampleOrder(reference, { state, amount: AMOUNT, ...(wasPaid(state) ? paid : {}), ...own });
}

type Link = { state: OrderState; isUnanswered: boolean; isForBalance: boolean };
const anyLink: fc.Arbitrary<Link> = fc.record({
  state: fc.constantFrom(...ORDER_STATES),
  isUnanswered: fc.boolean(),
  isForBalance: fc.boolean(),
});

/** Each order follows the one before; from the first balance on, all request what the first order lacks. */
function chainOf(links: readonly [Link, ...Link[]]): [Order, ...Order[]] {
  const firstBalance = links.findIndex(({ isForBalance }, index) => index > 0 && isForBalance);
  const [first, ...more] = links.map(({ state, isUnanswered }, index) =>
    order(`INV-${index}`, state, {
      ...(isUnanswered ? { noPinAt: 1 } : {}),
      ...(firstBalance > 0 && index >= firstBalance ? { balanceOf: referenceOf('INV-0') } : {}),
      ...(index > 0 && !(index === 1 && firstBalance === 1)
        ? { resendOf: referenceOf(`INV-${index - 1}`) }
        : {}),
    }),
  );
  if (!first) throw new Error('a chain has an order');
  return [first, ...more];
}

const anyChain = fc
  .tuple(anyLink, fc.array(anyLink, { maxLength: 4 }))
  .map(([first, more]) => chainOf([first, ...more]));

describe('planResend', () => {
  test('an order may be sent again only when no order of its chain can bring or has brought the money', () => {
    fc.assert(
      fc.property(anyChain, (chain) => {
        const plan = planResend(chain);
        const newest = chain.at(-1);
        const isInTheWay = chain.some(
          (one) =>
            one.state === 'waiting' ||
            one.state === 'sending' ||
            (one.state === 'pending' && one.noPinAt === undefined) ||
            one.state === 'paid' ||
            one.state === 'reversed' ||
            (one.state === 'review' && !chain.some(({ balanceOf }) => balanceOf === one.reference)),
        );
        expect(plan.status === 'possible').toBe(!isInTheWay);
        if (plan.status === 'possible') expect(plan.newest).toBe(newest);
      }),
    );
  });

  test('the rest is asked for only of an order under review that lacks money', () => {
    fc.assert(
      fc.property(anyChain, (chain) => {
        const plan = planResend(chain, chain[0].reference);
        if (chain[0].state !== 'review') expect(plan.status).toBe('nothing_missing');
        else if (plan.status === 'possible')
          expect(chain.slice(1).some(({ state }) => /^(waiting|paid|review)$/.test(state))).toBe(false);
      }),
    );
  });
});

describe('cameToNothing', () => {
  test('an order without an answer came to nothing once its checks are over, and not before', () => {
    for (const state of ORDER_STATES) {
      const ended = cameToNothing({ state, isUnanswered: true });
      expect(ended).toBe(!['waiting', 'paid', 'review', 'reversed'].includes(state));
    }
    expect(planResend([order('INV-1', 'waiting')]).status).toBe('waiting');
    expect(cameToNothing({ state: 'sending' })).toBe(false);
    expect(planResend([order('INV-1', 'sending')]).status).toBe('waiting');
    expect(planResend([order('INV-1', 'sending', { checksEndedAt: 1 })]).status).toBe('possible');
  });
});

describe('missingMoney', () => {
  test.each([
    ['175', 'KES', '175'],
    ['349.99', 'KES', '0.01'],
    ['350.01', 'KES', undefined],
    ['175', 'USD', undefined],
  ])('%s %s of KES 350 lack %s', (amount, currency, missing) => {
    const reviewed = order('INV-1', 'review', { payments: [paymentOf({ amount, currency })] });
    expect(missingMoney(reviewed)?.amount).toBe(missing);
  });

  test('nothing is missing of an order that is not under review', () => {
    for (const state of ORDER_STATES)
      if (state !== 'review') expect(missingMoney(order('INV-1', state))).toBeUndefined();
  });
});
