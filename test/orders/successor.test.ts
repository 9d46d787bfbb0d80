// Which order may follow another, over every mixture of states that a chain can have.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Money } from '#lib/money.ts';
import { ORDER_STATES, type OrderState, wasPaid } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import {
  cameToNothing,
  missingMoney,
  paidTwin,
  planSuccessor,
  predecessorOf,
  successorFrom,
} from '#orders/successor.ts';
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

type Link = { state: OrderState; isUnanswered: boolean; isForRest: boolean };
const anyLink: fc.Arbitrary<Link> = fc.record({
  state: fc.constantFrom(...ORDER_STATES),
  isUnanswered: fc.boolean(),
  isForRest: fc.boolean(),
});

/** Each order follows the one before; those for the rest ask for what the first lacks. */
function chainOf(links: readonly [Link, ...Link[]]): [Order, ...Order[]] {
  const [first, ...more] = links.map(({ state, isUnanswered, isForRest }, index) =>
    order(`INV-${index}`, state, {
      ...(isUnanswered ? { noPinAt: 1 } : {}),
      ...(index > 0 && isForRest ? { restOf: referenceOf('INV-0') } : {}),
      ...(index > 0 && !(isForRest && index === 1) ? { resendOf: referenceOf(`INV-${index - 1}`) } : {}),
    }),
  );
  if (!first) throw new Error('a chain has an order');
  return [first, ...more];
}

const anyChain = fc
  .tuple(anyLink, fc.array(anyLink, { maxLength: 4 }))
  .map(([first, more]) => chainOf([first, ...more]));

describe('planSuccessor', () => {
  test('an order may be sent again only when no order of its chain can bring or has brought the money', () => {
    fc.assert(
      fc.property(anyChain, (chain) => {
        const plan = planSuccessor(chain);
        const newest = chain.at(-1);
        const isInTheWay = chain.some(
          (one) =>
            one.state === 'waiting' ||
            one.state === 'sending' ||
            (one.state === 'pending' && one.noPinAt === undefined) ||
            one.state === 'paid' ||
            one.state === 'reversed' ||
            (one.state === 'review' && !chain.some(({ restOf }) => restOf === one.reference)),
        );
        expect(plan.status === 'possible').toBe(!isInTheWay);
        if (plan.status === 'possible') expect(plan.newest).toBe(newest);
      }),
    );
  });

  test('the rest is asked for only of an order under review that lacks money', () => {
    fc.assert(
      fc.property(anyChain, (chain) => {
        const plan = planSuccessor(chain, chain[0].reference);
        if (chain[0].state !== 'review') expect(plan.status).toBe('nothing_missing');
        else if (plan.status === 'possible')
          expect(chain.slice(1).some(({ state }) => /^(waiting|paid|review)$/.test(state))).toBe(false);
      }),
    );
  });

  test('of an order whose rest was paid short as well, what that lacks is asked for, and not the whole rest again', () => {
    const first = order('INV-0', 'review');
    const rest = order('INV-1', 'review', { restOf: first.reference });
    const restOfRest = order('INV-2', 'failed', { restOf: rest.reference });
    const chain = [first, rest, restOfRest] as const;
    expect(planSuccessor(chain, first.reference)).toEqual({ status: 'review', order: rest });
    expect(planSuccessor(chain, rest.reference)).toEqual({ status: 'possible', newest: restOfRest });
    expect(planSuccessor(chain)).toEqual({ status: 'possible', newest: restOfRest });
  });
});

describe('cameToNothing', () => {
  test('an order without an answer came to nothing once its checks are over, and not before', () => {
    for (const state of ORDER_STATES) {
      const ended = cameToNothing({ state, isUnanswered: true });
      expect(ended).toBe(!['waiting', 'paid', 'review', 'reversed'].includes(state));
    }
    expect(planSuccessor([order('INV-1', 'waiting')]).status).toBe('waiting');
    expect(cameToNothing({ state: 'sending' })).toBe(false);
    expect(planSuccessor([order('INV-1', 'sending')]).status).toBe('waiting');
    expect(planSuccessor([order('INV-1', 'sending', { checksEndedAt: 1 })]).status).toBe('possible');
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

describe('paidTwin', () => {
  test('two orders of a chain with money for the same thing are each other’s twins', () => {
    const chain = chainOf([
      { state: 'paid', isUnanswered: false, isForRest: false },
      { state: 'failed', isUnanswered: false, isForRest: false },
      { state: 'review', isUnanswered: false, isForRest: false },
    ]);
    expect(paidTwin(chain[0], chain)).toBe(chain[2]);
    expect(chain[2] && paidTwin(chain[2], chain)).toBe(chain[0]);
    // The one between has none itself: it was sent again although the first was paid.
    expect(chain[1] && paidTwin(chain[1], chain)).toBe(chain[0]);
  });

  test('an order without money has no twin in a later order, which it was sent again as', () => {
    const chain = chainOf([
      { state: 'failed', isUnanswered: false, isForRest: false },
      { state: 'paid', isUnanswered: false, isForRest: false },
    ]);
    expect(paidTwin(chain[0], chain)).toBeUndefined();
  });

  test('the twin that people were told of stays the twin while it has its money', () => {
    const [first, second, third] = chainOf([
      { state: 'paid', isUnanswered: false, isForRest: false },
      { state: 'paid', isUnanswered: false, isForRest: false },
      { state: 'paid', isUnanswered: false, isForRest: false },
    ]);
    if (!second || !third) throw new Error('a chain of three');
    const told = { ...first, paidTwin: { reference: third.reference, confirmationCode: 'S3' } };
    expect(paidTwin(told, [told, second, third])).toBe(third);
    const reversed = { ...third, state: 'reversed' as const };
    expect(paidTwin(told, [told, second, reversed])).toBe(second);
  });

  test('the payment of a rest is no second payment of the order that lacked it', () => {
    const chain = chainOf([
      { state: 'review', isUnanswered: false, isForRest: false },
      { state: 'paid', isUnanswered: false, isForRest: true },
    ]);
    expect(paidTwin(chain[0], chain)).toBeUndefined();
  });

  test('an order that turned out to be paid in full is the twin of the rest that was asked for meanwhile, paid or not', () => {
    const whole = { state: 'paid', isUnanswered: false, isForRest: false } as const;
    for (const state of ['pending', 'failed', 'paid', 'review'] as const) {
      const [first, rest] = chainOf([whole, { state, isUnanswered: false, isForRest: true }]);
      if (!rest) throw new Error('a chain of two');
      expect(paidTwin(rest, [first, rest])).toBe(first);
      expect(paidTwin(first, [first, rest])).toBe(state === 'paid' || state === 'review' ? rest : undefined);
      const inParts = { ...first, ...paidAs('INV-0', PART) };
      expect(paidTwin(rest, [inParts, rest])).toBeUndefined();
    }
  });

  test('an order that was sent again is the twin of what is asked for as the rest of a later one, and as the rest of that rest', () => {
    const [one, two, three] = [referenceOf('INV-1'), referenceOf('INV-2'), referenceOf('INV-3')];
    const short = paidAs('INV-1', PART);
    for (const states of [
      ['pending', 'pending'],
      ['review', 'pending'],
      ['review', 'review'],
    ] as const) {
      const later = [
        order('INV-2', 'review', { resendOf: one }),
        order('INV-3', states[0], { restOf: two }),
        order('INV-4', states[1], { restOf: three }),
      ];
      const twinsBeside = (first: Order) =>
        [first, ...later].map((each) => paidTwin(each, [first, ...later])?.reference);
      expect(twinsBeside(order('INV-1', 'paid'))).toEqual([two, one, one, one]);
      expect(twinsBeside(order('INV-1', 'review'))).toEqual([two, one, undefined, undefined]);
      const needless = states.map((state) => (state === 'pending' ? one : undefined));
      const accepted = order('INV-1', 'paid', { ...short, acceptedBy: 'U1' });
      expect(twinsBeside(accepted)).toEqual([two, one, ...needless]);
    }
  });

  test('an order that was accepted as paid is the twin of its rest while that has no money itself', () => {
    for (const state of ['pending', 'failed', 'cancelled', 'not_sent', 'paid', 'review'] as const) {
      const [first, rest, again] = chainOf([
        { state: 'paid', isUnanswered: false, isForRest: false },
        { state, isUnanswered: false, isForRest: true },
        { state, isUnanswered: false, isForRest: true },
      ]);
      if (!rest || !again) throw new Error('a chain of three');
      const accepted = { ...first, ...paidAs('INV-0', PART), acceptedBy: 'U1' };
      const chain = [accepted, rest, again];
      const isPaid = state === 'paid' || state === 'review';
      expect(paidTwin(rest, chain)).toBe(isPaid ? again : accepted);
      expect(paidTwin(again, chain)).toBe(isPaid ? rest : accepted);
      expect(paidTwin(accepted, chain)).toBeUndefined();
    }
  });

  test('a payment that was reversed is nobody’s twin', () => {
    const chain = chainOf([
      { state: 'reversed', isUnanswered: false, isForRest: false },
      { state: 'paid', isUnanswered: false, isForRest: false },
    ]);
    expect(chain.map((one) => paidTwin(one, chain))).toEqual([undefined, undefined]);
  });
});

test('a successor says how the newest order stood, and where its card is', () => {
  const newest = order('INV-2', 'pending', {
    resendOf: referenceOf('INV-1'),
    noPinAt: 5,
    version: 7,
    card: { channel: 'C1', ts: '1.2', contentHash: 'h', url: 'https://slack.test/1' },
  });
  expect(predecessorOf(newest)).toBe('INV-1');
  expect(successorFrom(newest)).toEqual({
    reference: 'INV-2',
    version: 7,
    state: 'pending',
    isUnanswered: true,
    cardUrl: 'https://slack.test/1',
  });
  expect(successorFrom(order('INV-3', 'paid', { restOf: referenceOf('INV-1') }))).toMatchObject({
    restOf: 'INV-1',
  });
});
