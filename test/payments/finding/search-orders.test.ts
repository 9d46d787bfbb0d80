// Searching a real store by what people type: what was stored is found by whatever fits it, a page at a time.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { createSearchOrders, PAGE_SIZE, type PageEnd } from '#payments/finding/search-orders.ts';
import { readFindWords } from '#slack/forms/find-words.ts';
import { promptOrder, recurringOrder, sampleOrder } from '#test/store/sample-order.ts';
import { openSqliteSubject } from '#test/store/sqlite-subject.ts';
import type { Subject } from '#test/store/subject.ts';

const NOW = Date.parse('2026-11-22T06:00:00Z');
const DAY_MS = 24 * 60 * 60_000;

const conditionsOf = (words: string) =>
  readFindWords(words, { userId: 'U1', now: NOW, timeZone: 'Africa/Nairobi' }).conditions;

async function storeOf(orders: readonly Order[]) {
  const subject = await openSqliteSubject();
  for (const order of orders) await subject.store.orders.insert(order);
  return subject;
}

const searchOrdersIn = ({ store: { orders } }: Subject) =>
  createSearchOrders({ orders, clock: { now: () => NOW } });

async function findIn(subject: Subject, words: string): Promise<string[]> {
  const { orders } = await searchOrdersIn(subject)(conditionsOf(words));
  return orders.map(({ reference }) => reference);
}

async function searching(orders: readonly Order[]) {
  const subject = await storeOf(orders);
  onTestFinished(() => subject.cleanUp());
  return (words: string) => findIn(subject, words);
}

const JANE = promptOrder('BR6ZC-VV9H9', '0712345678', {
  state: 'paid',
  customer: { firstName: 'Jane', lastName: "Ng'ang'a", email: 'jane@duka.test' },
  description: 'Crème brûlée for Friday',
  createdAt: NOW - DAY_MS,
  agent: 'U1',
  channel: 'C0SALES',
  payments: [
    {
      paid: { amount: '1500', currency: 'KES' },
      method: 'MpesaKE',
      confirmationCode: 'SJK7QWERTY',
      payer: '2547xxx45678',
      paidAt: NOW,
    },
  ],
  service: { accountNumber: 'PP565691' },
});
const JOHN = promptOrder('ZT0KR-GJ6VB', '0733123456', {
  state: 'pending',
  customer: { firstName: 'Jannet', lastName: 'Otieno' },
  description: 'Two bags of flour',
  amount: { amount: '2500', currency: 'UGX' },
  createdAt: NOW - 40 * DAY_MS,
  agent: 'U2',
});

describe('each kind of word', () => {
  let janeAndJohn: Subject;
  beforeAll(async () => {
    janeAndJohn = await storeOf([JANE, JOHN]);
  });
  afterAll(() => janeAndJohn.cleanUp());

  test.each([
    'SJK7QWERTY',
    'sjk7 qwerty',
    '0712345678',
    '+254 712 345 678',
    '5678',
    '345678',
    '712345678',
    'jane',
    'JANE',
    'nganga',
    'ngan',
    'creme',
    'brul',
    'jane@duka.test',
    'Jane@Duka.Test',
    '1500',
    '1,500.00',
    'KES 1,500',
    '1 500',
    'pp565691',
    'PP 565691',
    'BR6ZC',
    'br6',
    'vv9h',
    'BR6ZCVV',
    'br6zc-vv9',
    'today',
    'yesterday',
    '2026-11-21',
    '2026-11-01..2026-11-22',
    '2026-01-01..2026-11-22 paid',
    'paid',
    'by me',
    'by <@U1>',
    'jane in <#C0SALES>',
    '21 Nov',
    '21/11/2026',
    'yesterday..today',
    'this week',
    'mpesa today',
    'Jane M-Pesa 1500',
    '“crème brûlée”',
    'Jane 1500 yesterday paid by me friday 5678',
  ])('“%s” finds the order that fits, and no other', async (words) => {
    expect(await findIn(janeAndJohn, words)).toEqual(['BR6ZC-VV9H9']);
  });

  test.each([
    'jane unpaid',
    'jane airtel',
    'jane card',
    'jane in <#C0OTHER>',
    '20 Nov',
    'UGX 1,500',
    'jane 2500',
    '“brulee crème”',
    '5679',
    'jan otieno paid',
    'SJK7QWERTX',
  ])('“%s” finds nothing, because not all of it fits one order', async (words) => {
    expect(await findIn(janeAndJohn, words)).toEqual([]);
  });

  test.each(['ZT0KR', 'ztokr', 'GJ6VB', '…gj6vb', '-GJ6VB'])(
    'half of a reference alone finds its order, also with a letter read for a digit: “%s”',
    async (words) => {
      expect(await findIn(janeAndJohn, words)).toEqual(['ZT0KR-GJ6VB']);
    },
  );

  test('states are found by their words', async () => {
    const states = [
      'sending',
      'pending',
      'paid',
      'failed',
      'not_sent',
      'cancelled',
      'review',
      'reversed',
    ] as const;
    const search = await searching(
      states.map((state, at) => sampleOrder(state.toUpperCase(), { state, createdAt: at })),
    );
    expect(await search('unpaid')).toEqual(['PENDING', 'SENDING']);
    expect(await search('failed')).toEqual(['NOT_SENT', 'FAILED']);
    for (const [word, found] of [
      ['paid', 'PAID'],
      ['cancelled', 'CANCELLED'],
      ['review', 'REVIEW'],
      ['refunded', 'REVERSED'],
    ] as const)
      expect(await search(word)).toEqual([found]);
  });

  test('a charge is found by its account number, and not by its tracking id', async () => {
    const parent = recurringOrder('GYM-1', 'SUB-7', 1);
    const charge = sampleOrder('GYM-1/7f3a91c2', {
      kind: 'charge',
      chargeOf: parent.reference,
      createdAt: 2,
    });
    const search = await searching([parent, charge]);
    expect(await search('sub-7')).toEqual(['GYM-1']);
    expect(await search('gym')).toEqual(['GYM-1/7f3a91c2', 'GYM-1']);
    expect(await search('7f3a91c2')).toEqual([]);
  });
});

describe('pages', () => {
  const many = (count: number, own: (index: number) => Partial<Order>) =>
    Array.from({ length: count }, (_, index) =>
      sampleOrder(`N-${index}`, { createdAt: NOW - index, ...own(index) }),
    );

  test('a page has ten, the newest first, and goes on where it ended while others are stored', async () => {
    const subject = await storeOf(many(25, () => ({ createdAt: NOW })));
    onTestFinished(() => subject.cleanUp());
    const search = searchOrdersIn(subject);
    const conditions = conditionsOf('maize');
    const seen: string[] = [];
    let from: PageEnd | undefined;
    const sizes: number[] = [];
    do {
      const page = await search(conditions, from);
      sizes.push(page.orders.length);
      seen.push(...page.orders.map(({ reference }) => reference));
      await subject.store.orders.insert(sampleOrder(`NEW-${sizes.length}`, { createdAt: NOW + 1 }));
      from = page.next;
    } while (from);
    expect(sizes).toEqual([PAGE_SIZE, PAGE_SIZE, 5]);
    expect(new Set(seen).size).toBe(25);
    expect(seen).toEqual(seen.toSorted().toReversed());
  });

  test('exactly ten hits have no page behind them', async () => {
    const subject = await storeOf(many(10, () => ({})));
    onTestFinished(() => subject.cleanUp());
    expect((await searchOrdersIn(subject)(conditionsOf('maize'))).next).toBeUndefined();
  });

  test('a page compares two thousand orders, says how far back it looked, and goes on from there', async () => {
    const orders = many(2_300, (index) => ({ description: index === 2_250 ? 'Flourish' : 'Flourless' }));
    let at = 0;
    // Stands for a history that would take a store seconds to be filled with.
    const search = createSearchOrders({
      clock: { now: () => NOW },
      orders: {
        async search(_, { limit, after = '0' }) {
          const start = Number(after);
          at += limit;
          const next = start + limit < orders.length ? String(start + limit) : undefined;
          return { orders: orders.slice(start, start + limit), next };
        },
      },
    });
    const first = await search(conditionsOf('flourish'));
    expect(first.orders).toEqual([]);
    expect(at).toBeLessThan(2_300);
    expect(first.next?.createdAt).toBeLessThanOrEqual(NOW - 1_999);
    const second = await search(conditionsOf('flourish'), first.next);
    expect(second).toEqual({ orders: [orders[2_250]], next: undefined });
  });
});
