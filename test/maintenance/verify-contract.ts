// What `npm run store -- verify` finds in a store of either kind.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { verify } from '#maintenance/verify.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { promptOrder, recurringOrder, referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { moveAll } from './copy-contract.ts';

/** An address with nothing at it, and what spoils what lies there, past the driver. */
type Spoiled = {
  readonly url: string;
  readonly spoil: { readonly [fault in keyof typeof FAULTS]: () => Promise<unknown> };
};

/** What is done to the store, and what is said of it. */
const MISPLACED = 'missing from a list or the search index, or in the wrong place';
export const FAULTS = {
  'an order that is not in its list': `A-1: ${MISPLACED}`,
  'an order in a list that is not its own': `C-1: ${MISPLACED}`,
  'an order that nobody checks any more': 'B-1: missing from the queue check',
  'an order that the search index does not have': `D-1: ${MISPLACED}`,
  'a queue entry that its queue lacks': `check:A-1: ${MISPLACED}`,
  'a version that is not the document’s': 'B-1: has version 0 instead of 7',
};

export async function verified(url: string) {
  const said: string[] = [];
  const say = (sentence: string) => void said.push(sentence);
  const { isGood } = await verify([url], { storeUrl: url, isConfirmed: false, say, progress: () => {} });
  return { isGood, said };
}

export function verifyContract(name: string, open: () => Promise<Spoiled>): void {
  async function filled(): Promise<Spoiled & { store: Store }> {
    const place = await open();
    const store = await openStore(place.url, { clock: systemClock });
    onTestFinished(() => store.close());
    const { orders } = store;
    await orders.insert(promptOrder('A-1', '0712345678', { provider: { trackingId: 'T-1' } }), { check: 1 });
    await orders.insert(sampleOrder('B-1', { typedReference: true, state: 'pending' }), { check: 1 });
    await orders.insert(recurringOrder('C-1', 'ACC-1', 1_700_000_000_000), { check: 1 });
    await orders.insert(sampleOrder('D-1'), { check: 1 });
    return { ...place, store };
  }

  describe(`verify of ${name}`, () => {
    test('finds nothing wrong with a charge that failed and is not checked any more', async () => {
      const { url, store } = await filled();
      const chargeOf = referenceOf('C-1');
      await store.orders.insert(sampleOrder('C-1/t', { kind: 'charge', chargeOf, state: 'failed' }));
      expect(await verified(url)).toMatchObject({ isGood: true });
      await store.orders.insert(sampleOrder('C-1/u', { kind: 'charge', chargeOf }));
      expect((await verified(url)).said.join()).toContain('C-1/u: missing from the queue check');
    });

    test('finds nothing where all is well', async () => {
      const { url } = await filled();
      expect((await verified(url)).said).toEqual([
        'Orders: 4, all readable, indexes and queues complete.',
        'Audit record: 0 lines, complete and unchanged.',
      ]);
    });

    test.each(Object.entries(FAULTS))('finds %s', async (fault, sentence) => {
      const { url, spoil } = await filled();
      await Object.entries(spoil).find(([which]) => which === fault)?.[1]();
      const { isGood, said } = await verified(url);
      expect(isGood).toBe(false);
      expect(said.join('\n')).toContain(sentence);
      expect(said.join('\n')).toContain('Orders: 4, 1 fault.');
    });

    test('finds nothing any more in a copy, which has each order where it belongs', async () => {
      const { url, spoil, store } = await filled();
      for (const spoilSo of Object.values(spoil)) await spoilSo();
      await store.close();
      const folder = mkdtempSync(join(tmpdir(), 'teller-mended-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const to = `sqlite:${join(folder, 'new.sqlite')}`;
      await moveAll({ from: url, to });
      expect((await verified(url)).said[0]).toBe(`This store was moved to ${to}.`);
      expect(await verified(to)).toMatchObject({ isGood: true });
    });

    test('names the first twenty of many', async () => {
      const { url, store } = await filled();
      for (let number = 0; number < 22; number += 1) await store.orders.insert(sampleOrder(`N-${number}`));
      const { said } = await verified(url);
      expect(said.filter((line) => line.includes('missing from the queue check'))).toHaveLength(20);
      expect(said.join('\n')).toContain('22 faults');
    });
  });
}
