// What a copy from one store to another must do, whichever kinds they are.
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { asText } from '#lib/diagnosis.ts';
import { copyCommand, copyInto, move } from '#maintenance/copy.ts';
import { fileIn, inspectStore, openForCopy, openStore } from '#store/open.ts';
import type { StoreKeeper } from '#store/records.ts';
import { openSqliteStore } from '#store/sqlite/sqlite-store.ts';
import type { Store } from '#store/store.ts';
import { sampleDeed } from '#test/store/sample-deed.ts';
import { promptOrder, referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { everythingOf, FAR, fill, WAITING } from './full-store.ts';
import type { Place } from './place.ts';

/** Two addresses. */
type Pair = { readonly from: string; readonly to: string };

const OTHER_FORMAT =
  'was written by another version of Teller (format 999; this version reads 1). Start with an empty store,';

const silent = { say: () => {}, progress: () => {} };

export async function opened(url: string): Promise<Store> {
  const store = await openStore(url, { clock: systemClock });
  onTestFinished(() => store.close());
  return store;
}

async function kept<Value>(
  { from, to }: Pair,
  use: (source: StoreKeeper, target: StoreKeeper) => Promise<Value>,
): Promise<Value> {
  const source = await openForCopy(from, { isTarget: false });
  try {
    const target = await openForCopy(to, { isTarget: true });
    return await use(source, target).finally(() => target.close());
  } finally {
    await source.close();
  }
}

export const moveAll = (pair: Pair, io: Parameters<typeof move>[2] = silent) =>
  kept(pair, (source, target) => move(source, target, io));

/** `makePlaces`: two with nothing there. */
export function copyContract(name: string, makePlaces: () => Promise<{ from: Place; to: Place }>): void {
  async function filledPair() {
    const { from, to } = await makePlaces();
    const pair = { from: from.url, to: to.url };
    const store = await openStore(pair.from, { clock: systemClock });
    await fill(store);
    await store.close();
    await from.damage('BAD-1', '{"state": ');
    return { ...pair, places: { from, to } };
  }

  describe(`a copy ${name}`, () => {
    test('has everything that the source has, also what cannot be read', async () => {
      const pair = await filledPair();
      const before = await everythingOf(pair.from);
      const copied = await moveAll(pair);
      expect(copied.orders).toBe(before.orders.length);
      expect(copied.lines).toBe(10);
      expect(await everythingOf(pair.to)).toEqual(before);
      expect(await everythingOf(pair.from)).toEqual(before);
    });

    test('is a store in which everything is found and due as before, and the record goes on', async () => {
      const pair = await filledPair();
      const { head } = await everythingOf(pair.from);
      const digest = await (await openStore(pair.from, { clock: systemClock })).digest('x');
      await moveAll(pair);
      const store = await opened(pair.to);
      await store.serve();
      const { orders, keyValues, audit } = store;
      expect(await store.digest('x')).toBe(digest);
      expect((await orders.findByTrackingId('track:1'))?.reference).toBe('PROMPT-1');
      const [claim] = await orders.claim('deliver', { now: FAR + 1, leaseMs: 9, limit: 9 });
      expect(claim).toMatchObject({ reference: WAITING, attempt: 2 });
      expect(await keyValues('ipn').get('registration: a::b')).toEqual({ id: 'i', urls: ['https://x/é?'] });
      expect(await store.leases.acquire('event:Ev1', 9)).toBeUndefined();
      const found = await orders.search([], { limit: 99 });
      expect(found.orders.map(({ reference }) => reference)).toContain('PROMPT-1');
      expect((await audit.linesOf(referenceOf('PROMPT-1'))).lines).toHaveLength(1);
      await orders.insert(sampleOrder('NEW-1'), {}, [sampleDeed({ deed: 'asked' })]);
      expect((await audit.head()).count).toBe(head.count + 1);
    });

    test('leaves a source on which no Teller starts, with a sentence that says where everything is', async () => {
      const pair = await filledPair();
      const { to } = await moveAll(pair);
      await expect((await opened(pair.from)).serve()).rejects.toThrow(`moved to ${to}`);
      await expect(moveAll(pair)).rejects.toThrow(`moved to ${to}`);
      await expect((await opened(pair.to)).serve()).resolves.toBeUndefined();
    });

    test('that was cut off is no store yet, and goes on with what was changed since, nothing twice', async () => {
      const pair = await filledPair();
      await expect(
        kept(pair, (source, target) => {
          const halfWay = {
            ...source,
            async *values() {
              yield* [[{ name: 'left', key: 'over', text: '{}', endsAt: undefined }]];
              throw new Error('cut off');
            },
          };
          return copyInto(halfWay, target, () => {});
        }),
      ).rejects.toThrow('cut off');
      await expect((await opened(pair.to)).serve()).rejects.toThrow('unfinished copy');
      const store = await openStore(pair.from, { clock: systemClock });
      await store.serve();
      const order = await store.orders.get(referenceOf('PROMPT-1'));
      if (!order) throw new Error('not there');
      await store.orders.save({ ...order, state: 'cancelled', changedAt: 1_800_000_000_000 }, {}, [
        sampleDeed(),
      ]);
      await store.orders.insert(promptOrder('LATE-1', '0712345679'), { check: 7 });
      await store.close();
      const before = await everythingOf(pair.from);
      await moveAll(pair);
      expect(await everythingOf(pair.to)).toEqual(before);
    });

    test('that was cut off once the source was marked only has to be finished', async () => {
      const pair = await filledPair();
      const before = await everythingOf(pair.from);
      await kept(pair, async (source, target) => {
        await copyInto(source, target, () => {});
        await source.markMoved(target.address);
      });
      await expect((await opened(pair.to)).serve()).rejects.toThrow('unfinished copy');
      await expect((await opened(pair.from)).serve()).rejects.toThrow('moved to');
      await moveAll(pair);
      expect(await everythingOf(pair.to)).toEqual(before);
      await (await opened(pair.to)).serve();
    });

    test('is refused beside a Teller that uses the source or the target', async () => {
      const pair = await filledPair();
      for (const url of [pair.from, pair.to]) {
        const store = await openStore(url, { clock: systemClock });
        await store.serve();
        await expect(moveAll(pair)).rejects.toThrow(/^Teller is using/);
        await store.close();
      }
      await expect(moveAll(pair)).resolves.toMatchObject({ lines: 10 });
    });

    test('is refused where source and target are the same store, also by another address of it', async () => {
      const pair = await filledPair();
      for (const url of [pair.from, ...pair.places.from.otherAddresses()])
        await expect(
          copyCommand.run([pair.from, url], { ...silent, storeUrl: 'sqlite:none' }),
        ).rejects.toThrow('Both addresses lead to the same store. Choose another one to copy to.');
      await (await opened(pair.from)).serve();
    });

    test('is refused into a store that holds something, or an unfinished copy of another', async () => {
      const pair = await filledPair();
      const store = await openStore(pair.to, { clock: systemClock });
      await store.keyValues('alerts').set('channels', {});
      await store.close();
      await expect(moveAll(pair)).rejects.toThrow('isn’t empty');
      const target = await openForCopy(pair.to, { isTarget: true });
      await target.clearValues();
      await target.beginCopy('sqlite:/elsewhere', Buffer.alloc(32, 7));
      await target.close();
      await expect(moveAll(pair)).rejects.toThrow('unfinished copy of another store, sqlite:/elsewhere');
      await expect((await opened(pair.from)).serve()).resolves.toBeUndefined();
    });

    test('is refused where a store has another format, as by a start and the doctor', async () => {
      const pair = await filledPair();
      await (await openStore(pair.to, { clock: systemClock })).close();
      await pair.places.to.setOtherFormat();
      await expect(moveAll(pair)).rejects.toThrow(OTHER_FORMAT);
      await pair.places.from.setOtherFormat();
      await expect(moveAll(pair)).rejects.toThrow(OTHER_FORMAT);
      await expect(everythingOf(pair.from)).rejects.toThrow(OTHER_FORMAT);
      await expect(opened(pair.from).then((store) => store.serve())).rejects.toThrow(OTHER_FORMAT);
      const [finding] = await inspectStore(pair.from);
      expect(finding?.status).toBe('wrong');
      expect(finding && asText(finding)).toContain(OTHER_FORMAT);
    });

    test('keeps no Teller out while it is refused or over, and one out while it runs', async () => {
      const pair = await filledPair();
      await kept(pair, async () => {
        const file = fileIn(pair.from);
        const store = file
          ? openSqliteStore({ file, clock: systemClock, servingWaitMs: 0 })
          : await openStore(pair.from, { clock: systemClock });
        await expect(store.serve()).rejects.toThrow(/copied|is using/);
        await store.close();
      });
      await (await opened(pair.from)).serve();
    });
  });
}
