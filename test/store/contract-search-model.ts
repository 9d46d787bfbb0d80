// The search against a model of a few lines: after any sequence of saves every query finds what a look at all orders finds,
// page by page, whatever is stored between two pages.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { type SearchTerm, searchTermsOf } from '#orders/search-terms.ts';
import type { SearchQuery } from '#store/orders.ts';
import type { OrderStore } from '#store/store.ts';
import { numberOf, sampleOrder } from './sample-order.ts';
import type { OpenSubject } from './subject.ts';

type Model = { readonly stored: Map<string, Order>; fillers: number };
type Step = (model: Model, orders: OrderStore) => Promise<void>;

/** More than any driver takes into its index at once. */
const FILLERS = 260;
const DAY_MS = 86_400_000;

export function searchModelContract(open: OpenSubject): void {
  test('after any sequence of saves, any query finds what a look at all orders finds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const subject = await open();
        try {
          const model: Model = { stored: new Map(), fillers: 0 };
          for (const run of steps) await run(model, subject.store.orders);
        } finally {
          await subject.cleanUp();
        }
      }),
      { numRuns: 30 },
    );
  }, 120_000);
}

/** Few different values, so that orders share terms, lose them and get them back. */
const content: fc.Arbitrary<Partial<Order>> = fc
  .record({
    firstName: fc.constantFrom('Jane', 'Janet', 'José', "Ng'ang'a"),
    description: fc.constantFrom('Flour', 'flour and maize', 'Ümlaut floury', ''),
    amount: fc.constantFrom('1500', '1500.5', '3'),
    code: fc.option(fc.constantFrom('SJK7QWERTY', 'SJK7QWERTX'), { nil: undefined }),
    phone: fc.option(fc.constantFrom('254712345678', '254722345678'), { nil: undefined }),
    state: fc.constantFrom('pending', 'paid', 'failed'),
    createdAt: fc.constantFrom(0, 1, DAY_MS - 1, DAY_MS, DAY_MS + 1, 1_700_000_000_000),
  })
  .map(
    ({ firstName, description, amount, code, phone, state, createdAt }): Partial<Order> => ({
      customer: { firstName, ...(phone === undefined ? {} : { phone: numberOf(phone) }) },
      description,
      amount: { amount, currency: 'KES' },
      state,
      createdAt,
      ...(code === undefined
        ? {}
        : {
            payment: {
              paid: { amount, currency: 'KES' },
              method: 'MpesaKE',
              confirmationCode: code,
              payer: '',
              paidAt: createdAt + DAY_MS,
            },
          }),
    }),
  );

const put = fc.tuple(fc.constantFrom('A-1', 'B-1', 'C-1', 'D-1', 'E-1'), content).map(([name, own]): Step => {
  return async ({ stored }, orders) => {
    const before = stored.get(name);
    const order = sampleOrder(name, { ...own, version: before?.version ?? 0 });
    if (before) expect(await orders.save(order)).toBeDefined();
    else expect(await orders.insert(order)).toBe(true);
    stored.set(name, { ...order, version: before ? order.version + 1 : 0 });
  };
});

const fill = content.map((own): Step => {
  return async (model, orders) => {
    const fillers = Array.from({ length: FILLERS }, (_, at) =>
      sampleOrder(`FILL-${model.fillers + at}`, { description: 'filler', createdAt: own.createdAt ?? 0 }),
    );
    model.fillers += FILLERS;
    await orders.saveTogether(fillers.map((order) => ({ order, isNew: true })));
    for (const order of fillers) model.stored.set(order.reference, order);
  };
});

/** Terms are chosen among those that some order has, had or would have. */
const search = fc
  .tuple(
    fc.array(fc.array(fc.tuple(content, fc.nat()), { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
    fc.integer({ min: 1, max: 4 }),
    fc.option(fc.constantFrom(1, DAY_MS, DAY_MS + 1), { nil: undefined }),
  )
  .map(([clauses, limit, createdBefore]): Step => {
    const query: SearchQuery = clauses.map((choices) =>
      choices.map(([own, which]): SearchTerm => {
        const terms = searchTermsOf(sampleOrder('A-1', own));
        return terms[which % terms.length] ?? terms[0] ?? never();
      }),
    );
    return async (model, orders) => {
      const before = [...model.stored.values()]
        .filter(
          (order) => fits(order, query) && order.createdAt < (createdBefore ?? Number.POSITIVE_INFINITY),
        )
        .sort(byNewest);
      const until = createdBefore === undefined ? {} : { createdBefore };
      const seen: Order[] = [];
      for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
        // A query that finds the fillers too would take a hundred pages.
        const size = before.length > 20 ? 50 : limit;
        const page = await orders.search(query, { limit: size, ...until, ...(after ? { after } : {}) });
        expect(page.orders.length).toBe(Math.min(size, before.length - seen.length));
        seen.push(...page.orders);
        after = page.next;
        if (after !== undefined) await storeNewer(model, orders);
      }
      expect(seen.map(({ createdAt }) => createdAt)).toEqual(before.map(({ createdAt }) => createdAt));
      expect(seen.sort(byNewest)).toEqual(before);
    };
  });

/** The order of those of one millisecond is a driver's own. */
function byNewest(a: Order, b: Order): number {
  return b.createdAt - a.createdAt || (a.reference < b.reference ? 1 : -1);
}

/** An order that would have come first, had it been there at the beginning. */
async function storeNewer({ stored }: Model, orders: OrderStore): Promise<void> {
  const createdAt = 1_800_000_000_000 + stored.size;
  const order = sampleOrder(`NEW-${stored.size}`, { createdAt, description: 'Flour' });
  await orders.insert(order);
  stored.set(order.reference, order);
}

function fits(order: Order, query: SearchQuery): boolean {
  const terms = new Set(searchTermsOf(order));
  return query.every((clause) => clause.some((term) => terms.has(term)));
}

function never(): never {
  throw new Error('every order has terms');
}

const step = fc.oneof(
  { weight: 8, arbitrary: put },
  { weight: 1, arbitrary: fill },
  { weight: 6, arbitrary: search },
);
