// What a copy from one store to another must do, whichever kinds they are.
import { describe, expect, onTestFinished, test } from 'vitest';
import { inspectStore } from '#doctor/store.ts';
import { systemClock } from '#lib/clock.ts';
import { asText } from '#lib/diagnosis.ts';
import { copy, copyAll, move } from '#maintenance/copy.ts';
import type { Batch } from '#store/driver.ts';
import { markerDoc } from '#store/marker.ts';
import { openStore, withPair } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { sampleAuditEvent } from '#test/store/sample-audit-event.ts';
import { promptOrder, referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { countOf, everythingOf, FAR, fill, WAITING } from './full-store.ts';
import type { Place } from './place.ts';

/** Two addresses. */
type Addresses = { readonly from: string; readonly to: string };

const OTHER_FORMAT =
  'was written by another version of Teller (format 999; this version reads 1). Start with an empty store,';

const silent = { say: () => {}, progress: () => {} };

export async function opened(url: string): Promise<Store> {
  const store = await openStore(url, { clock: systemClock });
  onTestFinished(() => store.close());
  return store;
}

/** Makes a store with nothing in it. */
export async function makeStore(url: string): Promise<void> {
  const store = await openStore(url, { clock: systemClock });
  await store.ping();
  await store.close();
}

export const moveAll = ({ from, to }: Addresses) => withPair(from, to, (pair) => move(pair, silent));

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
      expect(copied).toMatchObject({
        orders: countOf(before, 'order:'),
        values: countOf(before, 'note:'),
        lines: 10,
      });
      expect(await everythingOf(pair.to)).toEqual(before);
      expect(await everythingOf(pair.from)).toEqual(before);
    });

    test('is a store in which everything is found and due as before, and the record goes on', async () => {
      const pair = await filledPair();
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
      await orders.insert(sampleOrder('NEW-1'), {}, [sampleAuditEvent({ event: 'asked' })]);
      expect((await audit.head()).count).toBe(11);
    });

    test('leaves a source on which no Teller starts, with a sentence that says where everything is', async () => {
      const pair = await filledPair();
      const { to } = await moveAll(pair);
      await expect((await opened(pair.from)).serve()).rejects.toThrow(`moved to ${to}`);
      await expect(moveAll(pair)).rejects.toThrow(`moved to ${to}`);
      await expect((await opened(pair.to)).serve()).resolves.toBeUndefined();
    });

    test('that was cut off is no store yet, and starts over with what was changed since', async () => {
      const pair = await filledPair();
      await expect(
        withPair(pair.from, pair.to, ({ source, target }) => {
          const halfWay = {
            ...source,
            async *scan(prefix: string) {
              yield* source.scan(prefix);
              yield [{ key: 'note:left::over', rev: 'value', text: '{}', sets: {} }];
              throw new Error('cut off');
            },
          };
          return copyAll({ source: halfWay, target }, [], () => {});
        }),
      ).rejects.toThrow('cut off');
      await expect((await opened(pair.to)).serve()).rejects.toThrow('unfinished copy');
      const store = await openStore(pair.from, { clock: systemClock });
      await store.serve();
      const order = await store.orders.get(referenceOf('PROMPT-1'));
      if (!order) throw new Error('not there');
      await store.orders.save({ ...order, state: 'cancelled', changedAt: 1_800_000_000_000 }, {}, [
        sampleAuditEvent(),
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
      await withPair(pair.from, pair.to, async ({ source, target }) => {
        // The last commit to the target says that the copy is whole.
        const cutOff = {
          ...target,
          async commit(batch: Batch) {
            if (batch.put?.some(({ rev }) => rev === 'own')) throw new Error('cut off');
            return target.commit(batch);
          },
        };
        await expect(move({ source, target: cutOff }, silent)).rejects.toThrow('cut off');
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
        // The first write makes a store of what is empty.
        await store.ping();
        await store.serve();
        await expect(moveAll(pair)).rejects.toThrow('Teller is using');
        await store.close();
      }
      await expect(moveAll(pair)).resolves.toMatchObject({ lines: 10 });
    });

    test('is refused where source and target are the same store, also by another address of it', async () => {
      const pair = await filledPair();
      for (const url of [pair.from, ...pair.places.from.otherAddresses()])
        await expect(
          copy([pair.from, url], { ...silent, storeUrl: 'sqlite:none', isConfirmed: false }),
        ).rejects.toThrow('Both addresses lead to the same store. Choose another one to copy to.');
      await (await opened(pair.from)).serve();
    });

    test('is refused into a store that holds something, or an unfinished copy of another', async () => {
      const pair = await filledPair();
      const store = await openStore(pair.to, { clock: systemClock });
      await store.keyValues('alerts').set('channels', {});
      await store.close();
      await expect(moveAll(pair)).rejects.toThrow('isn’t empty');
      const ofAnother = markerDoc({ status: 'copy', from: 'sqlite:/elsewhere' }, Buffer.alloc(32, 7));
      await withPair(pair.from, pair.to, ({ target }) => target.commit({ put: [ofAnother] }));
      await expect(moveAll(pair)).rejects.toThrow('unfinished copy of another store, sqlite:/elsewhere');
      await expect((await opened(pair.from)).serve()).resolves.toBeUndefined();
    });

    test('is refused where a store has another format, as by a start and the doctor', async () => {
      const pair = await filledPair();
      await makeStore(pair.to);
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
      await withPair(pair.from, pair.to, async () => {
        const store = await openStore(pair.from, { clock: systemClock, waitMs: 0 });
        await expect(store.serve()).rejects.toThrow(/copied|is using/);
        await store.close();
      });
      await (await opened(pair.from)).serve();
    });
  });
}
