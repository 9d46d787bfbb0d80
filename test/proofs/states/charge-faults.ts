// Faults in how charges of recurring orders are told and counted.
import type { Order } from '#orders/order.ts';
import { isCharge, RECURRING } from './charges.ts';
import { type Fault, storing } from './fault.ts';
import type { Sabotage } from './process.ts';

const scenario = 'charge';
const after = ['paid A1'];
const limits = { events: 2, faults: 0 };

/** `change` of what the store gives. */
function reading(change: (order: Order) => Order): () => Sabotage {
  return () => ({
    orders: (orders) => ({
      ...orders,
      async get(reference) {
        const order = await orders.get(reference);
        return order && change(order);
      },
    }),
  });
}

/** `change` of what is saved with another order. */
function storingTogether(change: (order: Order) => Order): () => Sabotage {
  return () => ({
    orders: (orders) => ({
      ...orders,
      saveTogether: (changes) =>
        orders.saveTogether(changes.map((one) => ({ ...one, order: change(one.order) }))),
    }),
  });
}

/** Whatever account a record names, it is ours. */
function everyRecordIsOurs(): Sabotage {
  return {
    client: (client) => ({
      ...client,
      async getTransactionStatus(trackingId) {
        const record = await client.getTransactionStatus(trackingId);
        return record?.account_number ? { ...record, account_number: RECURRING.accountNumber } : record;
      },
    }),
  };
}

export const CHARGE_FAULTS: readonly Fault[] = [
  {
    what: 'a paid charge is delivered as if it were an order of its own',
    breaks: 'a charge is told in the thread of its order',
    sabotage: reading((order) => {
      const { chargeOf: _, ...own } = order;
      return order.kind === 'charge' && order.state === 'paid' ? own : order;
    }),
    scenario,
    limits,
    after,
  },
  {
    what: 'a charge belongs to whoever is named in its notification',
    breaks: 'a charge of somebody else’s order is never told',
    sabotage: everyRecordIsOurs,
    scenario: 'foreign charge',
    limits,
    after,
  },
  {
    what: 'it is not stored that the checks of a foreign charge are over',
    breaks: 'the service is not asked again about a charge that is known to be somebody else’s',
    sabotage: storing(({ checksEndedAt: _, ...order }) => order),
    scenario: 'foreign charge',
    limits: { events: 3, faults: 0 },
    after,
  },
  {
    what: 'it is not stored which missed charge was told',
    breaks: 'a missed charge is told once',
    sabotage: storing((order) => {
      const { missedDay: _, ...charges } = order.charges ?? { paid: 0, total: '0' };
      return order.charges ? { ...order, charges } : order;
    }),
    scenario,
    limits: { events: 1, faults: 1 },
    after,
  },
  {
    what: 'an order does not keep when it heard of a charge',
    breaks: 'a charge that is counted is not told as missed',
    sabotage: storingTogether((order) => {
      const { lastAt: _, ...charges } = order.charges ?? { paid: 0, total: '0' };
      return order.charges ? { ...order, charges } : order;
    }),
    scenario,
    limits: { events: 3, faults: 1 },
    after,
  },
  {
    what: 'a charge does not keep that it was counted',
    breaks: 'at rest an order counts each of its paid charges once',
    sabotage: storingTogether(({ countedAs: _, ...order }) => order),
    scenario,
    limits: { events: 4, faults: 0 },
    after,
  },
  {
    what: 'the checks of a charge end while nobody knows whose it is',
    breaks: 'at rest no charge waits to be known',
    sabotage: () => ({
      orders: (orders) => ({
        ...orders,
        save: (order, trigger) =>
          orders.save(
            isCharge(order.reference) && order.state === 'not_sent'
              ? { ...order, state: 'sending', checksEndedAt: 1 }
              : order,
            trigger,
          ),
      }),
    }),
    scenario,
    limits,
    after,
  },
  {
    what: 'a missed charge is stored without its announcement',
    breaks: 'at rest a missed charge was told',
    sabotage: storing((order) => ({
      ...order,
      announcements: order.announcements.filter(({ news }) => news.kind !== 'charge_missed'),
    })),
    scenario,
    limits,
    after,
  },
];
