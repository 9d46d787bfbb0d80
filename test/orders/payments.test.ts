// The payments of an order, whatever the provider's records say in whatever order: what comes is announced once, the ledger has each
// payment, and the sum sets the state.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Money } from '#lib/money.ts';
import type { News } from '#orders/announcement.ts';
import { applyEvent } from '#orders/events.ts';
import { brokenInvariant } from '#orders/invariants.ts';
import type { Order } from '#orders/order.ts';
import type { OrderEvent } from '#orders/order-event.ts';
import type { Payment } from '#orders/payment.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { AMOUNT, anyRecord, applyOne, CODE, paymentOf, UNNAMED } from './any-event.ts';
import { cents, fold, known, type Model, modelAfter, stateOf } from './payment-model.ts';

const PENDING = sampleOrder('INV-1', { amount: AMOUNT, state: 'pending', requestedAt: 1 });
const KES = (amount: string): Money => ({ amount, currency: 'KES' });
const completed = (payment: Payment): OrderEvent => ({ event: 'completed', payment });
const reversed = (payment: Payment): OrderEvent => ({ event: 'reversed', payment });

const anyStory = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: anyRecord },
    { weight: 1, arbitrary: fc.constant<OrderEvent>({ event: 'accepted_as_paid', by: 'U1' }) },
  ),
  { maxLength: 12 },
);

type Step = { event: OrderEvent; before: Order; after: Order; news: readonly News[] };

function stepsOf(story: readonly OrderEvent[]): Step[] {
  const steps: Step[] = [];
  for (const [index, event] of story.entries()) {
    const before = steps.at(-1)?.after ?? PENDING;
    const after = applyOne(before, event, 10 + index);
    const news = after.announcements.slice(before.announcements.length).map((told) => told.news);
    steps.push({ event, before, after, news: news as News[] });
  }
  return steps;
}

function inEveryStep(check: (step: Step) => void): void {
  fc.assert(
    fc.property(anyStory, (story) => {
      for (const step of stepsOf(story)) check(step);
    }),
    { numRuns: 500 },
  );
}

const isKnown = ({ paid, isDoubtful }: Payment) => paid !== undefined && !isDoubtful;
const sameAs = (one?: Money, other?: Money) =>
  one?.amount === other?.amount && one?.currency === other?.currency;

describe('whatever the records say', () => {
  test('what is new of a payment is announced once, and nothing else is', () => {
    inEveryStep(({ event, before, after, news }) => {
      const expected = (after.payments ?? []).flatMap((payment, place): object[] => {
        const known = before.payments?.[place];
        const isBack = payment.reversedAt !== known?.reversedAt;
        if (isBack) return [{ kind: 'reversed', payment }];
        const isSame = known && sameAs(known.paid, payment.paid) && known.isDoubtful === payment.isDoubtful;
        if (isSame || event.event === 'accepted_as_paid') return [];
        const kind = after.state === 'paid' ? 'paid' : 'review';
        return [{ kind, payment, ...(known && isKnown(known) ? { before: known.paid } : {}) }];
      });
      const told = news.flatMap((one): object[] => {
        if (one.kind === 'reversed' && one.payment) return [{ kind: one.kind, payment: one.payment }];
        if (one.kind !== 'paid' && one.kind !== 'review') return [];
        const { kind, payment } = one;
        return [{ kind, payment, ...(one.before ? { before: one.before } : {}) }];
      });
      expect(told).toStrictEqual(expected);
    });
  });

  test('news of a payment names all others that stand, and the state before', () => {
    inEveryStep(({ before, after, news }) => {
      for (const one of news) {
        if (one.kind !== 'paid' && one.kind !== 'review' && one.kind !== 'reversed') continue;
        const others = after.payments?.filter((p) => p !== one.payment && p.reversedAt === undefined);
        expect(one.others ?? []).toStrictEqual(others);
        if (one.kind !== 'reversed') expect(one.previousState).toBe(before.state);
      }
    });
  });

  test('every code that was completed is on the order, unless it was reversed before', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const known =
          stepsOf(story)
            .at(-1)
            ?.after.payments?.map((p) => fold(p.confirmationCode)) ?? [];
        const gone = new Set<string>();
        for (const said of story) {
          if (said.event !== 'completed' && said.event !== 'reversed') continue;
          const code = fold(said.payment.confirmationCode);
          if (said.event === 'reversed') gone.add(code);
          else if (code !== '' && !gone.has(code)) expect(known).toContain(code);
        }
        expect(known.filter((code, place) => code !== '' && known.indexOf(code) !== place)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('a record that comes again changes nothing', () => {
    inEveryStep(({ event, after }) => {
      expect(applyEvent(after, event, 99)).toBe(after);
    });
  });

  test('the ledger has each payment with what it holds, and written entries stay', () => {
    inEveryStep(({ before, after }) => {
      for (const [place, payment] of (after.payments ?? []).entries()) {
        const sums = new Map<string, number>();
        for (const { money, ...entry } of after.entries ?? [])
          if (entry.payment === place)
            sums.set(money.currency, (sums.get(money.currency) ?? 0) + cents(money));
        const isHeld = isKnown(payment) && payment.reversedAt === undefined;
        const held = isHeld && payment.paid ? [[payment.paid.currency, cents(payment.paid)]] : [];
        expect([...sums].filter(([, sum]) => sum !== 0)).toEqual(held);
      }
      expect(after.entries?.slice(0, before.entries?.length ?? 0) ?? []).toEqual(before.entries ?? []);
    });
  });

  test('the payments and the state are those of the product’s rules', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        let model: Model = { payments: [], isUnclear: false, isAccepted: false };
        for (const { event, after } of stepsOf(story)) {
          model = modelAfter(model, event);
          const { payments = [] } = after;
          expect(payments.map(known)).toEqual(model.payments);
          expect(after.state).toBe(stateOf(model) ?? after.state);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('no step breaks an invariant', () => {
    inEveryStep(({ before, after }) => {
      const saved = after === before ? after : { ...after, version: before.version };
      expect(brokenInvariant(saved, before)).toBeUndefined();
    });
  });
});

describe('a payment without a code', () => {
  const codeless = (own: Partial<Payment> = {}) => ({ ...paymentOf(AMOUNT, ''), ...own });

  test('that went back is another one than what is dated later, with a code or without', () => {
    for (const confirmationCode of ['', CODE]) {
      const [, , again] = stepsOf([
        completed(codeless({ paidAt: 5 })),
        reversed(codeless()),
        completed({ ...codeless({ paidAt: 12 }), confirmationCode }),
      ]);
      expect(again?.after).toMatchObject({ state: 'paid', payments: [{}, { confirmationCode, paidAt: 12 }] });
    }
  });

  test('that went back gets its code without news, and does not come again', () => {
    const [, back, coded] = stepsOf([
      completed(codeless({ paidAt: 5 })),
      reversed(codeless()),
      completed(paymentOf(AMOUNT)),
    ]);
    expect(coded?.news).toEqual([]);
    expect(coded?.after).toMatchObject({ state: 'reversed', payments: [{ confirmationCode: CODE }] });
    expect(back?.after.payments).toHaveLength(1);
  });
});

test('a reversal that names none of two payments is a review until it is known which one', () => {
  const [, , unclear, named] = stepsOf([
    completed(paymentOf(KES('500'))),
    completed(paymentOf(KES('1000'), 'SCJ9SECOND')),
    reversed(UNNAMED),
    reversed(paymentOf(KES('1000'), 'scj9 second')),
  ]);
  expect(unclear?.before.state).toBe('paid');
  expect(unclear?.after).toMatchObject({ state: 'review', unclearReversalAt: 12 });
  expect(unclear?.news).toMatchObject([{ kind: 'reversed', isUnclear: true, others: [{}, {}] }]);
  expect(named?.after).not.toHaveProperty('unclearReversalAt');
  expect(named?.after.payments).toMatchObject([{ paid: KES('500') }, { reversedAt: 13 }]);
});
