// Whatever was stored is found by each of its words, and by no other customer's: through the reader of words and a real store.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import type { Condition } from '#payments/finding/condition.ts';
import { matches } from '#payments/finding/matches.ts';
import { createSearchOrders, type PageEnd } from '#payments/finding/search-orders.ts';
import { readFindWords } from '#slack/forms/find-words.ts';
import { promptOrder } from '#test/store/sample-order.ts';
import { openSqliteSubject } from '#test/store/sqlite-subject.ts';

const NOW = Date.parse('2026-11-22T06:00:00Z');
const DAY_MS = 24 * 60 * 60_000;

const conditionsOf = (words: string) =>
  readFindWords(words, { userId: 'U1', now: NOW, timeZone: 'Africa/Nairobi' }).conditions;

/** More than an amount, a code or an account: short words and numbers of a description are in no index. */
function isSearchable(word: string): boolean {
  const conditions = conditionsOf(word);
  return (
    conditions.length > 0 &&
    conditions.every((each) => each.some(({ is }) => !['amount', 'code', 'account'].includes(is)))
  );
}

describe('whatever was stored', () => {
  const name = fc.constantFrom(
    'Jane',
    'Janet',
    'Wanjiru',
    'Otieno',
    'Zoë',
    'Łukasz',
    'Ng’ang’a',
    'O-Brien',
    'Li',
  );
  // Without the marks that have a meaning of their own in a search: of quotations, agents, addresses and commands.
  const plainWord = fc.string({ maxLength: 6 }).map((text) => text.replace(/["<>@;,]/g, ''));
  const description = fc.array(
    fc.oneof(fc.constantFrom('flour', 'Flower', 'for', '2026', '1500', 'unpaid', 'été'), plainWord),
    { minLength: 1, maxLength: 4 },
  );
  const digits = fc.integer({ min: 100_000, max: 999_999 });
  const anyOrder = fc
    .record({
      first: name,
      last: name,
      description,
      digits,
      amount: fc.integer({ min: 1, max: 99_999 }),
      day: fc.nat(90),
    })
    .map((made) =>
      promptOrder(`T-${made.digits}`, `0712${made.digits}`, {
        customer: { firstName: made.first, lastName: made.last },
        description: made.description.join(' '),
        amount: { amount: String(made.amount), currency: 'KES' },
        createdAt: NOW - made.day * DAY_MS,
        state: 'paid',
        payments: [
          {
            paid: { amount: String(made.amount), currency: 'KES' },
            method: 'MpesaKE',
            confirmationCode: `SA${made.digits}KE`,
            payer: '',
          },
        ],
      }),
    );

  let subject: Awaited<ReturnType<typeof openSqliteSubject>>;
  beforeAll(async () => {
    subject = await openSqliteSubject();
  });
  afterAll(() => subject.cleanUp());

  /** All that `conditions` find, page by page. */
  async function allFound(conditions: readonly Condition[]): Promise<readonly string[]> {
    const search = createSearchOrders({ orders: subject.store.orders, clock: { now: () => NOW } });
    const found: string[] = [];
    let from: PageEnd | undefined;
    do {
      const page = await search(conditions, from);
      found.push(...page.orders.map(({ reference }) => reference));
      from = page.next;
    } while (from);
    return found;
  }

  test('an order is found by each of its words and by pairs of them; and all that is found fits all words', async () => {
    const stored = new Map<string, Order>();
    await fc.assert(
      fc.asyncProperty(anyOrder, fc.nat(), async (order, pick) => {
        if (!stored.has(order.reference)) {
          await subject.store.orders.insert(order);
          stored.set(order.reference, order);
        }
        const own = stored.get(order.reference) ?? order;
        const { customer, prompt, payments = [], amount, description: text } = own;
        const phone = prompt?.msisdn ?? '';
        const words = [
          customer.firstName,
          customer.lastName,
          ...text.split(/\s+/),
          `+${phone}`,
          `0${phone.slice(3)}`,
          phone.slice(-4),
          phone.slice(-7),
          amount.amount,
          `KES ${amount.amount}`,
          payments[0]?.confirmationCode,
          own.reference,
          new Date(own.createdAt + 3 * 60 * 60_000).toISOString().slice(0, 10),
          'paid',
        ].filter((word) => word !== undefined && isSearchable(word));
        const one = words[pick % words.length] ?? '';
        const two = words[(pick >> 4) % words.length] ?? '';
        // Two words that stand together may be one: two halves of a number, or of an amount.
        for (const typed of [one, `${one} ; ${two}`]) {
          const conditions = conditionsOf(typed);
          const found = await allFound(conditions);
          expect({ typed, found }).toEqual({ typed, found: expect.arrayContaining([own.reference]) });
          const fitting = [...stored.values()].filter((each) => matches(each, conditions));
          expect(found.toSorted()).toEqual(fitting.map(({ reference }) => reference as string).toSorted());
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a number, a code and an email find the orders of one customer alone', async () => {
    await fc.assert(
      fc.asyncProperty(anyOrder, async (order) => {
        await subject.store.orders.insert(order);
        const stored = await subject.store.orders.get(order.reference);
        const phone = stored?.prompt?.msisdn ?? '';
        for (const words of [`+${phone}`, stored?.payments?.[0]?.confirmationCode ?? ''])
          expect(await allFound(conditionsOf(words))).toEqual([order.reference]);
      }),
      { numRuns: 20 },
    );
  });
});
