// What the store promises of searching orders by their terms.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import {
  accountTerm,
  amountTerm,
  codeTerm,
  dayTerm,
  emailTerm,
  lastDigitsTerm,
  numberTerm,
  type SearchTerm,
  searchTermsOf,
  stateTerm,
  wordTerm,
} from '#orders/search-terms.ts';
import type { SearchQuery } from '#store/orders.ts';
import type { OrderStore } from '#store/store.ts';
import { numberOf, promptOrder, sampleOrder } from './sample-order.ts';
import type { OpenSubject } from './subject.ts';

const PAID: Partial<Order> = {
  state: 'paid',
  description: 'Crème brûlée for Friday',
  customer: { firstName: 'Jane', lastName: "Ng'ang'a", email: 'jane@example.com' },
  payments: [
    {
      paid: { amount: '1499.5', currency: 'KES' },
      method: 'MpesaKE',
      confirmationCode: 'SJK7QWERTY',
      payer: '2547xxx45678',
      paidAt: Date.UTC(2026, 10, 21, 1),
    },
  ],
  provider: { accountNumber: 'PP565691' },
};

export function searchContract(open: OpenSubject): void {
  async function fresh() {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
    return { subject, store: subject.store, orders: subject.store.orders };
  }
  const names = async (orders: OrderStore, query: SearchQuery, limit = 99) =>
    (await orders.search(query, { limit })).orders.map(({ reference }) => reference);
  const wordQuery = (text: string): SearchQuery => [[wordTerm(text)].filter((term) => term !== undefined)];

  describe('a search', () => {
    test.each<[what: string, term: SearchTerm | undefined]>([
      ['number', numberTerm(numberOf('254712345678'))],
      ['last four digits', lastDigitsTerm('5678')],
      ['first name', wordTerm('jane')],
      ['last name', wordTerm('nganga')],
      ['beginning of a name', wordTerm('ngan')],
      ['word of the description', wordTerm('creme')],
      ['half of the reference', wordTerm('br6zc')],
      ['beginning of the other half', wordTerm('vv9')],
      ['confirmation code', codeTerm(' sjk7 QWERTY')],
      ['account number', accountTerm('pp 565691')],
      ['amount asked', amountTerm('1500.00')],
      ['amount paid', amountTerm('1499.50')],
      ['day of creation', dayTerm('2023-11-14')],
      ['day of payment', dayTerm('2026-11-21')],
      ['email address', emailTerm('Jane@Example.com')],
      ['state', stateTerm('paid')],
    ])('finds an order by its %s', async (_, term) => {
      const { subject, orders } = await fresh();
      const order = promptOrder('BR6ZC-VV9H9', '0712345678', PAID);
      await orders.insert(order);
      await orders.insert(
        promptOrder('AAAAA-AAAAA', '0712345679', { amount: { amount: '1', currency: 'KES' }, createdAt: 0 }),
      );
      if (!term) throw new Error('no term');
      expect(await orders.search([[term]], { limit: 9 })).toEqual({ orders: [order], next: undefined });
      expect(await names((await subject.reopen()).orders, [[term]])).toEqual(['BR6ZC-VV9H9']);
    });

    test('finds by every clause, each with its alternatives, and by none without any', async () => {
      const { orders } = await fresh();
      await orders.insert(
        sampleOrder('A-1', { state: 'paid', customer: { firstName: 'Jane' }, createdAt: 1 }),
      );
      await orders.insert(
        sampleOrder('A-2', { state: 'paid', customer: { firstName: 'John' }, createdAt: 2 }),
      );
      await orders.insert(
        sampleOrder('A-3', { state: 'failed', customer: { firstName: 'Jane' }, createdAt: 3 }),
      );
      const jane = wordQuery('jane').flat();
      const both = [...jane, ...wordQuery('john').flat()];
      const paid = [stateTerm('paid')];
      expect(await names(orders, [jane, paid])).toEqual(['A-1']);
      expect(await names(orders, [both, paid])).toEqual(['A-2', 'A-1']);
      expect(await names(orders, [both, [stateTerm('review'), ...paid], [stateTerm('failed')]])).toEqual([]);
      expect(await names(orders, [both, []])).toEqual([]);
      expect(await names(orders, [])).toEqual(['A-3', 'A-2', 'A-1']);
      const days = Array.from({ length: 70 }, (_, day) =>
        dayTerm(new Date(day * 864e5).toISOString().slice(0, 10)),
      );
      expect(await names(orders, [days, jane])).toEqual(['A-3', 'A-1']);
    });

    test('finds what was saved by a process that ended right after that, and what another one saves', async () => {
      const { subject, orders } = await fresh();
      const order = sampleOrder('A-1', { customer: { firstName: 'Jane' } });
      await orders.insert(order);
      const reopened = (await subject.reopen()).orders;
      expect(await names(reopened, wordQuery('jane'))).toEqual(['A-1']);
      const other = (await subject.another()).orders;
      await reopened.save({ ...order, customer: { firstName: 'Joan' } });
      expect(await names(other, wordQuery('joan'))).toEqual(['A-1']);
      expect(await names(other, wordQuery('jane'))).toEqual([]);
      await other.save({ ...order, version: 1, customer: { firstName: 'Jean' } });
      // Kept in mind as it was.
      expect(await names(reopened, wordQuery('jean'))).toEqual(['A-1']);
    });

    test('finds an order by what it has now, and no longer by what it had', async () => {
      const { subject, orders } = await fresh();
      const order = sampleOrder('A-1', { customer: { firstName: 'Jane', lastName: 'Wanjiru' } });
      await orders.insert(order);
      const other = (await subject.another()).orders;
      const saved = await other.save({
        ...order,
        customer: { firstName: 'Joan', lastName: 'Wanjiru' },
        state: 'paid',
      });
      expect(await orders.search(wordQuery('joan'), { limit: 1 })).toMatchObject({ orders: [saved] });
      expect(await names(orders, wordQuery('wanjiru'))).toEqual(['A-1']);
      expect(await names(orders, wordQuery('jane'))).toEqual([]);
      expect(await names(orders, [[stateTerm('sending')]])).toEqual([]);
    });

    test('leaves out what was created too late, and orders that cannot be read', async () => {
      const { subject, orders } = await fresh();
      for (const createdAt of [10, 20, 30]) await orders.insert(sampleOrder(`A-${createdAt}`, { createdAt }));
      const createdUntil = async (createdBefore: number) =>
        (await orders.search([], { limit: 9, createdBefore })).orders.map(({ createdAt }) => createdAt);
      expect(await createdUntil(31)).toEqual([30, 20, 10]);
      expect(await createdUntil(30)).toEqual([20, 10]);
      expect(await createdUntil(10)).toEqual([]);
      await subject.damage('A-20', '{"schemaVersion":1,"ver');
      expect(await createdUntil(31)).toEqual([30, 10]);
    });

    test('finds the others when the terms of an order cannot be made, and keeps being saved to', async () => {
      const { orders } = await fresh();
      const payment = {
        paid: { amount: '1', currency: 'KES' },
        confirmationCode: 'FAR',
        payer: '',
        method: 'MpesaKE',
        paidAt: 9e15,
      };
      await orders.insert(sampleOrder('FAR-1', { state: 'paid', payments: [payment] }));
      await orders.insert(sampleOrder('A-1', PAID));
      for (let count = 0; count < 130; count += 1) await orders.insert(sampleOrder(`B-${count}`));
      expect(await names(orders, [[stateTerm('paid')]])).toEqual(['A-1']);
      expect(await names(orders, [[stateTerm('sending')]], 200)).toHaveLength(130);
    });

    test('goes on where a page ended, also among orders of one millisecond and while others are stored', async () => {
      const { orders } = await fresh();
      for (const name of ['C-1', 'A-1', 'B-1', 'D-1'])
        await orders.insert(sampleOrder(name, { createdAt: 5 }));
      await orders.insert(sampleOrder('Z-1', { createdAt: 4 }));
      await orders.insert(sampleOrder('Y-1', { createdAt: 6 }));
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = await orders.search([], { limit: 2, ...(after === undefined ? {} : { after }) });
        seen.push(...page.orders.map(({ reference }) => reference));
        after = page.next;
        await orders.insert(sampleOrder(`LATE-${seen.length}`, { createdAt: 7 }));
      } while (after !== undefined);
      expect([seen[0], seen[5]]).toEqual(['Y-1', 'Z-1']);
      expect(seen.slice(1, 5).sort()).toEqual(['A-1', 'B-1', 'C-1', 'D-1']);
      expect(seen).toHaveLength(6);
      await expect(orders.search([], { limit: 2, after: 'elsewhere' })).rejects.toThrow('next');
    });

    test('finds more orders than are brought into the index at once, by every term and no other', async () => {
      const { orders } = await fresh();
      const all = Array.from({ length: 300 }, (_, at) =>
        sampleOrder(`R${at}-X`, {
          description: `${at + 100} bags`,
          createdAt: at * 1_000,
          agent: `U${at % 7}`,
        }),
      );
      await orders.saveTogether(all.map((order) => ({ order, isNew: true })));
      for (const order of [all[0], all[150], all[299]]) {
        if (!order) throw new Error('no order');
        const query = searchTermsOf(order).map((term) => [term]);
        expect(await orders.search(query, { limit: 9 })).toEqual({ orders: [order], next: undefined });
      }
      expect(await names(orders, [], 999)).toEqual(all.map(({ reference }) => reference).reverse());
    });
  });
}
