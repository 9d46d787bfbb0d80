// What `npm run store -- forget` must do when everything is moved to another store meanwhile, whichever kind it is in.
import { describe, expect, test } from 'vitest';
import type { Io } from '#maintenance/command.ts';
import { forgetIn } from '#maintenance/forget.ts';
import type { Store } from '#store/store.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { moveAll, opened } from './copy-contract.ts';
import { sqlitePlace } from './place.ts';

const customer = { email: 'zawadi@example.com' };

const silent: Io = { storeUrl: 'none', say: () => {}, progress: () => {} };

/** As the command does it; `answer` stands in for the question: what happens while it waits, and whether it is a yes. */
export const forgetZawadi = (store: Store, answer: () => Promise<boolean>, io = silent) =>
  forgetIn(store, { is: 'email', text: customer.email }, io, answer);

/** The store at `url`, with an order of Zawadi's that is over. */
export async function openedWithOrder(url: string): Promise<Store> {
  const store = await opened(url);
  const done = { kind: 'link', state: 'cancelled', cancelledBy: 'U1', checksEndedAt: 1 } as const;
  await store.orders.insert(sampleOrder('DONE-1', { ...done, customer }));
  return store;
}

export const customerIn = async (store: Store) => (await store.orders.get(referenceOf('DONE-1')))?.customer;

/** `makePlace`: one with nothing there. */
export function forgetContract(name: string, makePlace: () => Promise<{ url: string }>): void {
  describe(`erasing a customer from a store in ${name}`, () => {
    test('that is moved while it waits for a yes erases nothing, and says where everything is', async () => {
      const from = (await makePlace()).url;
      const to = sqlitePlace().url;
      const store = await openedWithOrder(from);
      const erasing = forgetZawadi(store, async () => {
        await moveAll({ from, to });
        return true;
      });
      await expect(erasing).rejects.toThrow(
        `Everything in this store was moved to ${to}. Set STORE_URL to that address. What is still here is as it was then. Nothing was erased.`,
      );
      expect(await customerIn(await opened(to))).toEqual(customer);
    });

    test('that is moved while it erases says that the other store may still have the data', async () => {
      const from = (await makePlace()).url;
      const to = sqlitePlace().url;
      const store = await openedWithOrder(from);
      const said: string[] = [];
      let pings = 0;
      const movedAfterFirstPing: Store = {
        ...store,
        async ping() {
          await store.ping();
          pings += 1;
          if (pings === 1) await moveAll({ from, to });
        },
      };
      const io = { ...silent, say: (line: string) => void said.push(line) };
      await expect(forgetZawadi(movedAfterFirstPing, async () => true, io)).rejects.toThrow(
        `moved to ${to}. Set STORE_URL to that address. What is still here is as it was then. What was erased here may still be in the other store: erase it there as well.`,
      );
      expect(said.join(' ')).not.toContain('was erased from');
      expect(await customerIn(await opened(to))).toEqual(customer);
    });
  });
}
