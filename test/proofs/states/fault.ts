// What a test of the walk puts in: a fault of the bot, which rule it breaks, and how far a walk must go to find it.
import type { Order } from '#orders/order.ts';
import type { Reschedule } from '#store/store.ts';
import type { Sabotage } from './process.ts';
import type { SCENARIOS } from './scenarios.ts';
import type { Limits } from './walk.ts';

export type Fault = {
  readonly what: string;
  readonly breaks: string;
  /** Made anew for every run of the code. */
  readonly sabotage: () => Sabotage;
  readonly limits: Limits;
  /** Of scenarios.ts; a prompt if it is not given. */
  readonly scenario?: keyof typeof SCENARIOS;
  /** The walk begins after these events, when the announcement of them is due. */
  readonly after?: readonly string[];
};

export const WITHOUT_FAULTS: Limits = { events: 3, faults: 0 };
export const ONE_FAULT: Limits = { events: 2, faults: 1 };
export const PAID = ['paid A1', 'notification A1'];
export const PAID_IN_PART = ['paid in part A1', 'notification A1'];

/** What is stored is not what was to be saved. */
export function storing(change: (order: Order) => Order): () => Sabotage {
  return () => ({
    orders: (orders) => ({
      ...orders,
      save: (order, trigger) => orders.save(change(order), trigger),
    }),
  });
}

/** What is not made due again is forgotten. */
export function never(next: Reschedule): Reschedule {
  return { ...next, at: undefined };
}
