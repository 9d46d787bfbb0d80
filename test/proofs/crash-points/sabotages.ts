// Faults built into a bot on purpose: a proof that does not find them proves nothing. Each is of the kind that one of the
// audit's rules is for.

import { orderCard } from '#slack/card/order-card.ts';
import { contentHashOf } from '#slack/ui/message.ts';
import type { OrderStore, Store } from '#store/store.ts';
import { JOURNEYS, type Journey } from './journeys.ts';

export type Sabotage = {
  readonly name: string;
  readonly journey: Journey;
  /** The points to try are those whose name fits; undefined: it is found without a crash. */
  readonly crash?: RegExp;
  readonly store: (store: Store) => Store;
  /** What the audit says. */
  readonly found: RegExp;
};

function withOrders(change: (orders: OrderStore) => Partial<OrderStore>): Sabotage['store'] {
  return (store) => {
    const { orders } = store;
    const changed = change(orders);
    const bound = new Proxy(orders, {
      get: (target, key) => Reflect.get(key in changed ? changed : target, key),
    });
    return { ...store, orders: bound };
  };
}

function journeyOf(name: string, plan: Partial<Journey['plan']> = {}): Journey {
  const journey = JOURNEYS.find((one) => one.name === name);
  if (!journey) throw new Error(`there is no journey "${name}"`);
  return { ...journey, plan: { ...journey.plan, ...plan } };
}

/** Each claim looks like the first, so nobody looks for what an earlier try may have posted. */
export const forgetTries = withOrders((orders) => ({
  claim: async (...given) => (await orders.claim(...given)).map((claim) => ({ ...claim, attempt: 1 })),
}));

const PAID = journeyOf('a prompt is paid');

export const SABOTAGES: readonly Sabotage[] = [
  {
    name: 'an order without its line in the audit record',
    journey: PAID,
    store: withOrders((orders) => ({ insert: (order, trigger) => orders.insert(order, trigger) })),
    found: /the audit record says 0 times that it was asked for/,
  },
  {
    name: 'a save that is answered and lost',
    journey: PAID,
    store: withOrders((orders) => ({
      save: async (order, trigger) =>
        order.state === 'paid' ? { ...order, version: order.version + 1 } : orders.save(order, trigger),
    })),
    found: /does not have its payment/,
  },
  {
    name: 'news that is saved without its turn in the queue',
    journey: PAID,
    store: withOrders((orders) => ({ save: (order) => orders.save(order) })),
    found: /never announced how payment/,
  },
  {
    name: 'a store that knows nothing of what it has just stored',
    // So many that some of them overlap, however long the network takes with each.
    journey: journeyOf('a prompt is paid', { copies: 10 }),
    store: withOrders((orders) => ({
      // So each copy of the form makes the order and submits it.
      findByReference: async () => undefined,
      promptsTo: async () => [],
      insert: async (order, trigger) => (await orders.insert(order, trigger)) || true,
      async get(reference) {
        const { requestedAt, ...order } = (await orders.get(reference)) ?? {};
        if (!('state' in order)) return undefined;
        return order.state === 'sending' || requestedAt === undefined ? order : { ...order, requestedAt };
      },
      claimOne: async (queue, reference, how) =>
        (await orders.claimOne(queue, reference, how)) ?? { queue, reference, token: 'anybody', attempt: 1 },
      renew: async (claim, how) => (await orders.renew(claim, how)) || claim.token === 'anybody',
    })),
    found: /prompts were sent/,
  },
  {
    name: 'a claim that forgets that it was tried before',
    journey: PAID,
    crash: /after .*chat\.postMessage/,
    store: forgetTries,
    found: /"paid" was announced 2 times/,
  },
  {
    name: 'work whose end is never stored',
    journey: PAID,
    store: withOrders(() => ({ complete: async () => {} })),
    found: /still claimed|did not come to its end/,
  },
  {
    name: 'a card that counts as right whatever it shows',
    journey: PAID,
    store: withOrders((orders) => ({
      async get(reference) {
        const order = await orders.get(reference);
        return order?.card
          ? { ...order, card: { ...order.card, contentHash: contentHashOf(orderCard(order)) } }
          : order;
      },
    })),
    found: /its card says/,
  },
  {
    name: 'an alert that is left out',
    journey: journeyOf('a payment is told in other channels'),
    store: withOrders((orders) => ({
      save: (order, trigger) =>
        orders.save(
          {
            ...order,
            announcements: order.announcements.filter(({ id }) => !id.endsWith('@C00000000M')),
          },
          trigger,
        ),
    })),
    found: /never got "paid/,
  },
  {
    name: 'an order that forgets the step of the workflow that waits for it',
    journey: journeyOf('a workflow makes a link'),
    store: withOrders((orders) => ({
      insert: ({ stepRun: _, ...order }, trigger) => orders.insert(order, trigger),
    })),
    found: /the run of the step create_link never ended/,
  },
  {
    name: 'a store whose files keep what was erased',
    journey: journeyOf('a customer is forgotten'),
    store: (store) => ({ ...store, scrub: async () => {} }),
    found: /still has the customer/,
  },
];
