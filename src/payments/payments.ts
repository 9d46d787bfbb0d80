// Joins the rooms of payments/ for bot.ts. slack/ and web/ submit, check and find orders through what is created here. reports/
// is not in it: it has plain functions.
import type { Clock } from '#lib/clock.ts';
import type { Reporter } from '#observability/reporter.ts';
import type { ApprovalAbove } from '#orders/approval.ts';
import type { Invariant } from '#orders/invariants.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import { createBulks } from '#payments/bulk/bulks.ts';
import { createCustomers } from '#payments/finding/customers.ts';
import { createForgetJobs } from '#payments/finding/forget-jobs.ts';
import { createSearchOrders } from '#payments/finding/search-orders.ts';
import { createApprovals } from '#payments/ordering/approvals.ts';
import { createCancelOrder } from '#payments/ordering/cancel.ts';
import { createOrderCreation } from '#payments/ordering/create-order.ts';
import { createExclusively } from '#payments/ordering/exclusively.ts';
import { createRecordExternal } from '#payments/ordering/external-payment.ts';
import type { OrderSettings } from '#payments/ordering/order-request.ts';
import { createPromptLimits } from '#payments/ordering/prompt-limits.ts';
import { createCarryOutRefund, type NamesOf } from '#payments/ordering/refund-calls.ts';
import { createRefunds } from '#payments/ordering/refunds.ts';
import { createResends } from '#payments/ordering/resends.ts';
import { createSettleChain } from '#payments/ordering/settle-chain.ts';
import { type CardPosting, createOrdering } from '#payments/ordering/submit.ts';
import { createWhatNoLongerHolds, createWhyNotNow } from '#payments/ordering/why-not-now.ts';
import { createCheckOrder } from '#payments/status/check-order.ts';
import { createDueCheck } from '#payments/status/due-check.ts';
import { createFinder } from '#payments/status/find.ts';
import { createForget } from '#payments/status/forget.ts';
import { createIpnKeys } from '#payments/status/ipn-keys.ts';
import { createIpnRegistration, notificationUrl } from '#payments/status/ipn-registration.ts';
import { createLogFailure } from '#payments/status/log-failure.ts';
import { createNotifications } from '#payments/status/notifications.ts';
import { createOrderSaves } from '#payments/status/order-saves.ts';
import { createOrderUpdates } from '#payments/status/order-updates.ts';
import { createCountCharge, createUpdateRelated } from '#payments/status/related-orders.ts';
import { createRetention } from '#payments/status/retention.ts';
import type { ProviderClient } from '#provider/client.ts';
import type { IpnMethod } from '#provider/limits.ts';
import type { MethodLimits } from '#provider/methods.ts';
import type { Worker } from '#queue/worker.ts';
import type { Store } from '#store/store.ts';

export type Payments = ReturnType<typeof createPayments>;

/** The last functions, from `postCard` on, call what bot.ts creates after this: Slack and the workers. */
export function createPayments(deps: {
  client: ProviderClient;
  store: Store;
  clock: Clock;
  reporter: Reporter;
  /** `baseUrl` is the provider's address, `ipn.key` the secret part of the notification URL. */
  settings: OrderSettings & {
    baseUrl: string;
    ipn: { method: IpnMethod; key: string };
    /** In which the days of the books begin. */
    timeZone: string;
    approvalAbove: ApprovalAbove;
    methodLimits: MethodLimits;
    /** After how many days a customer's data is erased; undefined keeps it. */
    retentionDays?: number | undefined;
  };
  postCard: (order: Order, how: CardPosting) => Promise<void>;
  /** Where people find the order's card; undefined without one, or when Slack has not said. */
  cardUrlOf: (order: Order) => Promise<string | undefined>;
  /** The branch that people have chosen for the channel's orders. Rejects when the store is down. */
  branchOf: (channel: string) => Promise<string | undefined>;
  /** Whether Teller can still post in the channel. Never rejects. */
  mayPostIn: (channel: string) => Promise<boolean>;
  namesOf: NamesOf;
  orderChanged: (order: Order) => void;
  triggerChecks: () => void;
  /** A notification about this order came at `at` (ms). */
  notified?: (reference: Reference, at: number) => void;
  /** Counts the saves that were refused (orders/invariants.ts). */
  saveRefused: (rule: Invariant) => void;
  holdForChecks: Worker['hold'];
  /** Aborts when Teller stops. */
  stopping: AbortSignal;
}) {
  const { client, store, clock, settings, postCard, cardUrlOf, orderChanged, triggerChecks, holdForChecks } =
    deps;
  const { orders, leases, digest } = store;
  const logFailure = createLogFailure(deps.reporter);
  const saves = createOrderSaves({ ...deps, orders, timeZone: settings.timeZone });
  const updates = createOrderUpdates({ orders, saves, clock, orderChanged });
  const shared = { client, orders, updates, clock };
  const checkOrder = createCheckOrder(shared);
  const registration = createIpnRegistration({
    client,
    keyValues: store.keyValues('ipn'),
    leases,
    clock,
    baseUrl: settings.baseUrl,
    url: notificationUrl(settings),
    method: settings.ipn.method,
    stopping: deps.stopping,
  });
  const ipnKeys = createIpnKeys({
    key: settings.ipn.key,
    keyValues: store.keyValues('ipn-keys'),
    leases,
    digest,
    clock,
  });
  const { notified } = deps;
  const notifications = createNotifications({ orders, saves, clock, triggerChecks, notified });
  const finder = createFinder({ client, orders, notifications, checkOrder, logFailure });
  const cancelOrder = createCancelOrder({ ...shared, checkOrder, leases, digest });
  const resends = createResends({ orders });
  const exclusively = createExclusively({ leases, digest, clock });
  const promptLimits = createPromptLimits({ ...shared, exclusively });
  const whyNotNow = createWhyNotNow({
    orders,
    promptLimits,
    isBulkOver: (id) => bulks.isOver(id),
    isAgreed: (row, sent) => bulks.isAgreed(row, sent),
  });
  const ordering = createOrdering({
    ...shared,
    registration,
    settings,
    retentionDays: settings.retentionDays,
    postCard,
    promptLimits,
    whyNotNow,
    settleChain: createSettleChain({ ...shared, checkOrder, cancelOrder, whyNotNow, logFailure }),
    whatNoLongerHolds: createWhatNoLongerHolds({
      clock,
      mayPostIn: deps.mayPostIn,
      methodLimits: settings.methodLimits,
    }),
    logFailure,
    stopping: deps.stopping,
    hold: holdForChecks,
  });
  const { approvalAbove, timeZone } = settings;
  const orderCreation = createOrderCreation({
    ...shared,
    saves,
    resends,
    promptLimits,
    exclusively,
    approvalAbove,
    timeZone,
    branchOf: async (channel) => (await deps.branchOf(channel)) ?? settings.branch,
  });
  const bulks = createBulks({ ...shared, store, orderCreation, ordering, approvalAbove });
  const forget = createForget({ ...shared, scrub: store.scrub, named: bulks.named });
  return {
    ordering,
    orderCreation,
    bulks,
    forget,
    forgetJobs: createForgetJobs({ keyValues: store.keyValues('forgetting'), leases, clock }),
    approvals: createApprovals({ ...shared, triggerChecks }),
    refunds: createRefunds({ ...shared, checkOrder, logFailure }),
    resends,
    cancelOrder,
    customers: createCustomers({ orders }),
    finder,
    recordExternal: createRecordExternal({
      ...shared,
      saves,
      finder,
      retentionDays: settings.retentionDays,
    }),
    searchOrders: createSearchOrders({ orders, clock }),
    updates,
    checkOrder,
    /** Comes before the work of the `deliver` queue. */
    updateRelated: createUpdateRelated({ ...shared, cardUrlOf, countCharge: createCountCharge(shared) }),
    logFailure,
    notifications,
    registration,
    ipnKeys,
    /** The work of the `check` queue. */
    dueCheck: createDueCheck({
      ...shared,
      ...ordering,
      isBulkOver: bulks.isOver,
      checkOrder,
      cancelOrder,
      retention: createRetention({ forget: forget.forget, days: settings.retentionDays, clock }),
      carryOutRefund: createCarryOutRefund({ ...shared, namesOf: deps.namesOf, logFailure }),
    }),
  };
}
