// A decision about a request that meets a store which fails: what is certain, and what is not.
import { describe, expect, test } from 'vitest';
import { NothingDecided } from '#payments/ordering/approvals.ts';
import { whenFailed } from '#slack/listeners/requests.ts';
import type { OrderStore, Store } from '#store/store.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { promptDraft, startRig } from './rig.ts';

const INV_1 = referenceOf('INV-1');

/** An order that waits in a store of which `broken` fails from then on. */
async function waitingIn(broken: Partial<OrderStore>) {
  let isBroken = false;
  const change = (store: Store): Store => {
    const { orders } = store;
    return { ...store, orders: new Proxy(orders, { get: (of, name) => methodOf(of, String(name)) }) };
  };
  const methodOf = (orders: OrderStore, name: string) =>
    Reflect.get(isBroken && Object.hasOwn(broken, name) ? broken : orders, name);
  const rig = await startRig(change, { approvalAbove: [{ amount: '1000', currency: 'KES' }] });
  await rig.create(promptDraft('INV-1'));
  await rig.ordering.submitOrder(INV_1);
  isBroken = true;
  return {
    error: await rig.approvals.approve(INV_1, 1, 'U2').catch((error: unknown) => error),
    mend: () => {
      isBroken = false;
      return rig.kept('INV-1');
    },
  };
}

const fails = () => Promise.reject(new Error('no answer'));

describe('an approval', () => {
  test('that could not read the order has decided nothing, and its sentence says so', async () => {
    const { error, mend } = await waitingIn({ get: fails });
    expect(error).toBeInstanceOf(NothingDecided);
    expect((await mend()).approval?.state).toBe('open');
    expect(whenFailed('a1b2-c3d4', error)).toMatch(/^Nothing was decided, .* incident number a1b2-c3d4\.$/);
  });

  test('whose save had no answer may have been decided, and its sentence says to look first', async () => {
    const { error } = await waitingIn({ save: fails, saveTogether: fails });
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(NothingDecided);
    expect(whenFailed('a1b2-c3d4', error)).toMatch(
      /^It is not certain whether this was decided\. Look at the card .* incident number a1b2-c3d4\.$/,
    );
  });
});
