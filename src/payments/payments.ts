// Puts ordering/ and status/ together for bot.ts. slack/ and web/ reach an order's submission, checks and notifications
// through what is created here; reports/ has plain functions and needs nothing.
import type { Clock } from '#lib/clock.ts';
import type { Reporter } from '#observability/reporter.ts';
import type { Order } from '#orders/order.ts';
import type { ProviderClient } from '#provider/client.ts';
import type { IpnMethod } from '#provider/limits.ts';
import type { Claim, Reschedule, Store } from '#store/store.ts';
import { type CancelOrder, createCancelOrder } from './ordering/cancel.ts';
import { createOrdering, type Ordering } from './ordering/submit.ts';
import { type CheckOrder, createCheckOrder } from './status/check-order.ts';
import { createDueCheck } from './status/due-check.ts';
import { createFinder, type Finder } from './status/find.ts';
import { createIpnRegistration, type IpnRegistration } from './status/ipn-registration.ts';
import { createNotifications, type Notifications } from './status/notifications.ts';
import { createOrderUpdates, type OrderUpdates } from './status/order-updates.ts';
import { createToFailure, type ToFailure } from './status/to-failure.ts';

export type Payments = {
  readonly ordering: Ordering;
  readonly cancelOrder: CancelOrder;
  readonly checkOrder: CheckOrder;
  readonly finder: Finder;
  readonly updates: OrderUpdates;
  readonly toFailure: ToFailure;
  readonly notifications: Notifications;
  readonly registration: IpnRegistration;
  /** The work of the `check` queue. */
  readonly dueCheck: (claim: Claim) => Promise<Reschedule>;
};

/** The three functions at the end lead upwards, to what bot.ts creates after this: Slack and the worker of the `check` queue. */
export function createPayments(deps: {
  client: ProviderClient;
  store: Store;
  clock: Clock;
  reporter: Reporter;
  settings: {
    readonly publicUrl: string;
    readonly branch: string | undefined;
    /** The payment service's address. */
    readonly baseUrl: string;
    readonly ipn: { readonly method: IpnMethod; readonly key: string };
  };
  postCard: (order: Order, how: { mayAlreadyBePosted: boolean }) => Promise<void>;
  orderChanged: (order: Order) => void;
  triggerChecks: () => void;
}): Payments {
  const { client, store, clock, settings, postCard, orderChanged, triggerChecks } = deps;
  const { orders, leases } = store;
  const toFailure = createToFailure(deps.reporter);
  const updates = createOrderUpdates({ orders, clock, orderChanged });
  const checkOrder = createCheckOrder({ client, orders, updates, clock });
  const registration = createIpnRegistration({
    client,
    keyValues: store.keyValues('ipn'),
    leases,
    clock,
    baseUrl: settings.baseUrl,
    url: `${settings.publicUrl}/ipn/${settings.ipn.key}`,
    method: settings.ipn.method,
  });
  const ordering = createOrdering({
    orders,
    client,
    registration,
    updates,
    clock,
    settings,
    postCard,
    toFailure,
  });
  return {
    ordering,
    cancelOrder: createCancelOrder({ client, orders, updates, checkOrder, clock }),
    checkOrder,
    finder: createFinder({ client, orders, checkOrder, toFailure }),
    updates,
    toFailure,
    notifications: createNotifications({ orders, clock, triggerChecks }),
    registration,
    dueCheck: createDueCheck({
      checkOrder,
      orders,
      updates,
      resume: ordering.resume,
      resubmit: ordering.resubmit,
      clock,
    }),
  };
}
