// Stores that break one promise each. What checks histories must find all of them.
import type { Leases } from '#lib/with-lease.ts';
import type { Claim, OrderStore, Store } from '#store/store.ts';

type Broken = { readonly orders?: Partial<OrderStore>; readonly leases?: Partial<Leases> };

/** What each does wrong with orders, by a name that reads after "a store". */
const BREAK_ORDERS: Readonly<Record<string, (orders: OrderStore) => Partial<OrderStore>>> = {
  'without compare-and-set': (orders) => ({
    async save(order, trigger) {
      for (;;) {
        const stored = await orders.get(order.reference);
        if (!stored) return undefined;
        const saved = await orders.save({ ...order, version: stored.version }, trigger);
        if (saved) return saved;
      }
    },
  }),
  'that compares, and writes a moment later': (orders) => ({
    async saveTogether(changes) {
      for (const { order, isNew } of changes) {
        const stored = await orders.get(order.reference);
        if (isNew ? stored : stored?.version !== order.version) return false;
      }
      for (const { order, isNew, trigger } of changes)
        await (isNew ? orders.insert(order, trigger) : orders.save(order, trigger));
      return true;
    },
  }),
  'that stores a new order though the other one has changed': (orders) => ({
    async saveTogether(changes) {
      const isSaved = await orders.saveTogether(changes);
      for (const { order, isNew, trigger } of changes)
        if (!isSaved && isNew) await orders.insert(order, trigger);
      return isSaved;
    },
  }),
  'that loses the trigger of orders that are saved together': (orders) => ({
    saveTogether: (changes) => orders.saveTogether(changes.map(({ trigger: _, ...change }) => change)),
  }),
  'that gives a claim twice': (orders) => {
    let last: readonly Claim[] = [];
    return {
      async claim(queue, options) {
        const claims = await orders.claim(queue, options);
        if (claims.length > 0) last = claims;
        return claims.length > 0 ? claims : [...last];
      },
    };
  },
  'that renews a claim that is over': () => ({ renew: async () => true }),
  'that loses a trigger while an order is claimed': (orders) => ({
    async complete(claim, next) {
      await orders.complete(claim, { ...next, atIfTriggered: undefined });
    },
  }),
  'that loses a trigger now and then': (orders) => {
    let triggers = 0;
    return {
      async trigger(queue, reference, at) {
        triggers += 1;
        if (triggers % 5 !== 0) await orders.trigger(queue, reference, at);
      },
    };
  },
  'that answers with what it knew before': (orders) => {
    const known = new Map<string, ReturnType<OrderStore['get']>>();
    return {
      async get(reference) {
        const order = known.get(reference) ?? orders.get(reference);
        known.set(reference, order);
        return order;
      },
    };
  },
  'that says it stored what it did not': (orders) => {
    let saves = 0;
    return {
      async save(order, trigger) {
        saves += 1;
        return saves % 7 === 0 ? { ...order, version: order.version + 1 } : orders.save(order, trigger);
      },
    };
  },
};

/** What each does wrong, by a name that reads after "a store". */
export const BREAK: Readonly<Record<string, (store: Store) => Broken>> = {
  ...Object.fromEntries(
    Object.entries(BREAK_ORDERS).map(([name, own]) => [
      name,
      ({ orders }: Store) => ({ orders: own(orders) }),
    ]),
  ),
  'that renews a lease of somebody else': () => ({ leases: { renew: async () => true } }),
  'that frees a lease when it is renewed': ({ leases }) => ({
    leases: {
      async renew(name, token, ttlMs) {
        const isHeld = await leases.renew(name, token, ttlMs);
        if (isHeld) await leases.release(name, token);
        return isHeld;
      },
    },
  }),
};

export function broken(store: Store, own: Broken): Store {
  return {
    ...store,
    orders: { ...store.orders, ...own.orders },
    leases: { ...store.leases, ...own.leases },
    close: () => store.close(),
  };
}
