// What the store promises of finding orders by what people type and by whom they were sent to, and of the digests in which
// the latter is kept.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { resentOrderFrom } from '#orders/resends.ts';
import { numberOf, promptOrder, sampleOrder } from './sample-order.ts';
import type { OpenSubject } from './subject.ts';

export function findingContract(open: OpenSubject): void {
  async function fresh() {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
    return { subject, store: subject.store, orders: subject.store.orders };
  }

  describe('an order by a reference that a person typed', () => {
    test.each(['BR6ZC-VV9H1', 'br6zc-vv9h1', 'BR6ZCVV9H1', 'br6zc vv9h1', ' Br6zc–vv9hI ', 'br6-zcv-v9hl'])(
      'is found as %j when Teller made the reference',
      async (text) => {
        const { orders } = await fresh();
        await orders.insert(sampleOrder('BR6ZC-VV9H1'));
        await orders.insert(sampleOrder('BR6ZC-VV9H2'));
        expect((await orders.findByReference(text))?.reference).toBe('BR6ZC-VV9H1');
      },
    );

    test.each(['Inv-77', 'inv-77', 'INV77', 'inv77', 'i-n-v-7-7', ' inv–77 '])(
      'is found as %j when a person chose the reference, also after a restart',
      async (text) => {
        const { subject, orders } = await fresh();
        await orders.insert(sampleOrder('Inv-77', { typedReference: true }));
        await orders.insert(sampleOrder('Inv-78', { typedReference: true }));
        expect((await orders.findByReference(text))?.reference).toBe('Inv-77');
        const reopened = await subject.reopen();
        expect((await reopened.orders.findByReference(text))?.reference).toBe('Inv-77');
      },
    );

    test('is the one with exactly that reference first, then the one that Teller made, then the newest', async () => {
      const { orders } = await fresh();
      const typed = { typedReference: true };
      await orders.insert(sampleOrder('abcde12345', { ...typed, createdAt: 20 }));
      await orders.insert(sampleOrder('AbCdE-12345', { ...typed, createdAt: 30 }));
      await orders.insert(sampleOrder('aBcDe12345', { ...typed, createdAt: 10 }));
      const found = async (text: string) => (await orders.findByReference(text))?.reference;
      expect(await found('abcde12345')).toBe('abcde12345');
      expect(await found('aBcDe12345')).toBe('aBcDe12345');
      expect(await found('ABCDE12345')).toBe('AbCdE-12345');
      await orders.insert(sampleOrder('ABCDE-12345'));
      expect(await found('ABCDE12345')).toBe('ABCDE-12345');
      expect(await found('abcde12345')).toBe('abcde12345');
    });

    test('is none when no reference fits, and a charge is found by its exact reference only', async () => {
      const { orders } = await fresh();
      await orders.insert(sampleOrder('Inv-77', { typedReference: true }));
      await orders.insert(sampleOrder('other-1'));
      await orders.insert(sampleOrder('Inv-77/track-1', { kind: 'charge' }));
      for (const text of [
        '',
        '-',
        '---',
        'inv-777',
        'inv.77',
        'inv 77',
        'OTHER1',
        'OTHER-1',
        'x'.repeat(500),
      ])
        expect(await orders.findByReference(text)).toBeUndefined();
      expect(await orders.findByReference('Inv-77/track-1')).toMatchObject({ kind: 'charge' });
      expect(await orders.findByReference('INV-77/track-1')).toBeUndefined();
    });
  });

  describe('prompts to a number', () => {
    test('are those to that number since a time, in any state, newest first', async () => {
      const { subject, orders } = await fresh();
      await orders.insert(promptOrder('A-10', '254712345678', { createdAt: 10 }));
      await orders.insert(promptOrder('A-30', '254712345678', { createdAt: 30, state: 'paid' }));
      await orders.insert(promptOrder('A-20', '254712345678', { createdAt: 20 }));
      await orders.insert(promptOrder('B-20', '254712345679', { createdAt: 20 }));
      await orders.insert(
        sampleOrder('C-20', { kind: 'link', createdAt: 20, customer: { phone: numberOf('254712345678') } }),
      );
      const names = async (msisdn: string, since: number) =>
        (await orders.promptsTo(numberOf(msisdn), since)).map(({ reference }) => reference);
      expect(await names('254712345678', 0)).toEqual(['A-30', 'A-20', 'A-10']);
      expect(await names('254712345678', 20)).toEqual(['A-30', 'A-20']);
      expect(await names('254712345678', 31)).toEqual([]);
      expect(await names('254712345679', 0)).toEqual(['B-20']);
      expect(await names('254712345670', 0)).toEqual([]);
      const failed = await orders.save(
        promptOrder('A-20', '254712345678', { createdAt: 20, state: 'failed' }),
      );
      expect(await orders.promptsTo(numberOf('254712345678'), 20)).toContainEqual(failed);
      const reopened = await subject.reopen();
      expect(await reopened.orders.promptsTo(numberOf('254712345678'), 20)).toHaveLength(2);
    });

    test('are seen by another replica as soon as they are stored, and one that is damaged hides no other', async () => {
      const { subject, orders } = await fresh();
      const other = (await subject.another()).orders;
      await orders.insert(promptOrder('A-1', '254712345678'));
      await other.insert(promptOrder('BAD-1', '254712345678'));
      expect(await orders.promptsTo(numberOf('254712345678'), 0)).toHaveLength(2);
      await subject.damage('BAD-1', '{"schemaVersion":1,"ver');
      expect(await other.promptsTo(numberOf('254712345678'), 0)).toMatchObject([{ reference: 'A-1' }]);
    });
  });

  describe('an agent’s open orders behind one of them', () => {
    test('are those that follow it in the list, also where several are of one moment, and wherever it stands itself', async () => {
      const { orders } = await fresh();
      for (const [name, createdAt] of [
        ['E', 30],
        ['D', 20],
        ['C', 20],
        ['B', 20],
        ['A', 10.5],
      ] as const)
        await orders.insert(sampleOrder(`O-${name}`, { state: 'pending', createdAt }));
      await orders.insert(sampleOrder('O-F', { agent: 'U2', state: 'pending', createdAt: 1 }));
      const behind = async (name: string, createdAt: number, limit: number) =>
        (await orders.openOf('U1', limit, { reference: `O-${name}`, createdAt })).map(
          ({ reference }) => reference,
        );
      expect(await behind('E', 30, 9)).toEqual(['O-D', 'O-C', 'O-B', 'O-A']);
      expect(await behind('E', 30, 2)).toEqual(['O-D', 'O-C']);
      expect(await behind('D', 20, 1)).toEqual(['O-C']);
      expect(await behind('C', 20, 9)).toEqual(['O-B', 'O-A']);
      expect(await behind('B', 20, 9)).toEqual(['O-A']);
      expect(await behind('A', 10.5, 9)).toEqual([]);
      expect(await behind('CC', 20, 9)).toEqual(['O-C', 'O-B', 'O-A']);
    });
  });

  describe('an open order whose checks have ended', () => {
    test('is no longer in the open list, and in the other one by when they ended', async () => {
      const { orders } = await fresh();
      const names = (list: readonly Order[]) => list.map(({ reference }) => reference);
      await orders.insert(sampleOrder('A-1', { state: 'pending', changedAt: 10 }));
      await orders.insert(sampleOrder('B-1', { state: 'paid', changedAt: 20 }));
      await orders.insert(sampleOrder('C-1', { state: 'paid', changedAt: 40 }));
      const ended = await orders.save(
        sampleOrder('A-1', { state: 'pending', changedAt: 10, checksEndedAt: 30 }),
      );
      expect(await orders.openOf('U1', 9)).toEqual([]);
      expect(names(await orders.closedOf('U1', 9))).toEqual(['C-1', 'A-1', 'B-1']);
      if (!ended) throw new Error('it was not saved');
      await orders.save({ ...ended, state: 'cancelled', changedAt: 50 });
      expect(names(await orders.closedOf('U1', 9))).toEqual(['A-1', 'C-1', 'B-1']);
      await orders.insert(sampleOrder('D-1', { state: 'failed', checksEndedAt: 1 }));
      expect(await orders.openOf('U1', 9)).toEqual([]);
    });
  });

  describe('an order from which another one was made', () => {
    test('is no longer in the open list, where the newer one stands for it, but in the other one', async () => {
      const { orders } = await fresh();
      const failed = sampleOrder('A-1', { state: 'failed' });
      await orders.insert(failed);
      const second = sampleOrder('A-2', { resendOf: failed.reference });
      const followed = { ...failed, resentAs: resentOrderFrom(second) };
      await orders.saveTogether([
        { order: followed, trigger: {} },
        { order: second, isNew: true, trigger: {} },
      ]);
      expect(await orders.openOf('U1', 9)).toEqual([second]);
      expect(await orders.closedOf('U1', 9)).toEqual([{ ...followed, version: 1 }]);
    });
  });

  describe('a digest', () => {
    test('is the same for every replica and after a restart, and another for another text', async () => {
      const { subject, store } = await fresh();
      const digest = await store.digest('prompt to 254712345678');
      expect(digest).toMatch(/^[\w-]{22}$/);
      expect(await store.digest('prompt to 254712345678')).toBe(digest);
      expect(await store.digest('prompt to 254712345679')).not.toBe(digest);
      expect(await (await subject.another()).digest('prompt to 254712345678')).toBe(digest);
      expect(await (await subject.reopen()).digest('prompt to 254712345678')).toBe(digest);
    });

    test('is another in another store', async () => {
      const first = await fresh();
      const digest = await first.store.digest('text');
      await first.subject.cleanUp();
      const second = await fresh();
      expect(await second.store.digest('text')).not.toBe(digest);
    });
  });
}
