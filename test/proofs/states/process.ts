// One process of the bot with the walk's doors in place of the outside: the real payments, worker and delivery, joined as
// bot.ts does. It does one piece of work.
import type { Clock } from '#lib/clock.ts';
import type { ApprovalAbove } from '#orders/approval.ts';
import type { Draft } from '#payments/ordering/create-order.ts';
import { createPayments } from '#payments/payments.ts';
import type { ProviderClient } from '#provider/client.ts';
import { NETWORK_LIMITS } from '#provider/methods.ts';
import { afterRelated } from '#queue/after-related.ts';
import type { HeldClaim } from '#queue/held-claim.ts';
import { createWorker, type Worker } from '#queue/worker.ts';
import { createAlertDelivery } from '#slack/delivery/alerts.ts';
import { createAnnouncementDelivery } from '#slack/delivery/announcements.ts';
import { createOrderCards } from '#slack/delivery/order-card.ts';
import { createOrderThread } from '#slack/delivery/order-thread.ts';
import type { Outbound } from '#slack/delivery/outbound.ts';
import { createPostToAgent } from '#slack/delivery/post-to-agent.ts';
import { createSwitchOffAlerts } from '#slack/delivery/switch-off.ts';
import { createTellAgent } from '#slack/delivery/tell-agent.ts';
import { createSuccessorTasks } from '#slack/tasks/successors.ts';
import type { OrderStore, Queue, Reschedule } from '#store/store.ts';
import type { Ask } from './ask.ts';
import { namedIn } from './charges.ts';
import { KEPT_NOWHERE, storeOver } from './empty-store.ts';
import { isRequestKind, perform } from './requests.ts';
import { createServiceDoor, trackingIdOf } from './service-door.ts';
import { ALERTS, createSlackDoor } from './slack-door.ts';
import { createOrdersDoor } from './store-door.ts';
import { transactionIn, type Work, withTransaction } from './world.ts';

/** The rules that a test may break: each gets what is right and gives back what is wrong. */
export type Sabotage = {
  readonly orders?: (orders: OrderStore, ask: Ask) => OrderStore;
  readonly client?: (client: ProviderClient) => ProviderClient;
  readonly outbound?: (outbound: Outbound) => Outbound;
  readonly claim?: (claim: HeldClaim) => HeldClaim;
  readonly deliver?: (next: Reschedule, now: number) => Reschedule;
  readonly check?: (next: Reschedule) => Reschedule;
};

/** `drafts`: the orders that forms ask for. `saveRefused` hears of every save that breaks an invariant of production. */
export type Setting = {
  readonly drafts: readonly Draft[];
  readonly sabotage: Sabotage;
  readonly saveRefused: (rule: string) => void;
  readonly approvalAbove: ApprovalAbove;
};

type Worked = (claim: HeldClaim) => Promise<Reschedule>;

/** Resolves when the work has ended, whatever came of it. */
export async function doWork(
  { kind, reference }: Work,
  { drafts, sabotage, saveRefused, approvalAbove }: Setting,
  ask: Ask,
  clock: Clock,
): Promise<unknown> {
  const same = <Value>(value: Value) => value;
  const orders = (sabotage.orders ?? same)(createOrdersDoor(ask), ask);
  const client = (sabotage.client ?? same)(createServiceDoor(ask, kind === 'check'));
  const reporter = { error: () => 'incident', warn: () => {}, failing: () => {}, working: () => {} };
  const workers: Partial<Record<Queue, Worker>> = {};
  const held = sabotage.claim ?? same;
  const store = storeOver(orders);
  const { leases } = store;
  const payments = createPayments({
    client,
    store,
    clock,
    reporter,
    settings: {
      publicUrl: 'https://teller.test',
      branch: undefined,
      baseUrl: 'https://pay.test',
      ipn: { method: 'POST', key: 'key' },
      timeZone: 'Africa/Nairobi',
      approvalAbove,
      methodLimits: NETWORK_LIMITS,
    },
    branchOf: async () => undefined,
    cardUrlOf: async () => undefined,
    mayPostIn: async () => true,
    namesOf: async () => new Map(),
    postCard: (order, how) => cardsFor(how.confirm).post(order, how),
    orderChanged: () => {},
    triggerChecks: () => {},
    stopping: new AbortController().signal,
    saveRefused,
    holdForChecks: async (one) => workerFor('check', payments.dueCheck).hold(one),
  });
  const { updates } = payments;
  const outboundFor = (confirm?: HeldClaim['confirm']) =>
    (sabotage.outbound ?? same)(createSlackDoor(ask, confirm));
  const cardsFor = (confirm?: HeldClaim['confirm']) =>
    createOrderCards({ updates, outbound: outboundFor(confirm), threads: KEPT_NOWHERE, clock });
  const alertChannels = {
    list: () =>
      ask('list alert channels', 'slack', (world) => [
        {
          how: 'ok',
          world,
          value: world.isAlerting ? [{ channel: ALERTS, mode: 'on' as const, by: 'U1' }] : [],
        },
      ]),
    isFirstReply: async () => false,
    remove: () =>
      ask('switch alerts off', 'slack', (world) => [
        { how: 'ok', world: { ...world, isAlerting: false }, value: true },
      ]),
  };

  const post: Worked = async (claim) => {
    const outbound = outboundFor(claim.confirm);
    const report = () => {};
    const recorder = { record: async () => {} };
    const own = { outbound, report, clock, updates, orders, alertChannels, recorder };
    const thread = createOrderThread({ ...own, postToAgent: createPostToAgent(own) });
    const alerts = createAlertDelivery({
      ...own,
      switchOff: createSwitchOffAlerts({ ...own, leases, outboundFor: () => outbound }),
      // Nobody shares a channel.
      whoReads: async () => 'own',
    });
    const work = createAnnouncementDelivery({
      ...own,
      cards: cardsFor(claim.confirm),
      thread,
      alerts,
      endStepRun: async () => undefined,
      erasing: NOTHING_ERASED,
      // Nobody has switched it on.
      tellApprovers: async () => [],
      switches: NOT_SWITCHED,
      tellAgent: createTellAgent({
        ...own,
        switches: NOT_SWITCHED,
        permissions: { refusalFor: async () => undefined },
        merchantName: 'Duka la Amina',
      }),
    });
    const next = await work(claim);
    return sabotage.deliver?.(next, clock.now()) ?? next;
  };
  const deliver = afterRelated<HeldClaim>(payments.updateRelated, post);

  const check: Worked = async (claim) => {
    const next = await payments.dueCheck(claim);
    return sabotage.check?.(next) ?? next;
  };

  function workerFor(queue: Queue, work: Worked): Worker {
    const worker =
      workers[queue] ??
      createWorker({ queue, orders, clock, reporter, limit: 1, work: (claim) => work(held(claim)) });
    workers[queue] = worker;
    return worker;
  }

  /** One claim of the worker: ends when that is completed, or lost. */
  function turn(queue: Queue, work: Worked): Promise<void> {
    return new Promise((resolve) => {
      let isOver = false;
      const end = () => {
        isOver = true;
        resolve();
      };
      const worker = createWorker({
        queue,
        limit: 1,
        clock,
        orders: {
          ...orders,
          async claim(name, options) {
            const claims = isOver ? [] : await orders.claim(name, options);
            if (claims.length === 0) end();
            return claims;
          },
          complete: (claim, next) => orders.complete(claim, next).then(end),
        },
        reporter: { ...reporter, warn: (message) => void (/ran out/.test(message) && end()) },
        work: (claim) => work(held(claim)),
      });
      worker.start();
    });
  }

  async function submit(draft: Draft | undefined): Promise<void> {
    if (!draft) throw new Error(`no form asks for ${reference}`);
    const settled =
      (draft.resendOf ?? draft.restOf) ? await payments.successors.settle(draft, 'U1') : undefined;
    if (settled && settled.status !== 'settled') return;
    const created = await payments.orderCreation.createOrder(draft, { evenIfSame: true });
    if (created.status === 'created') await payments.ordering.submitOrder(draft.reference);
  }

  if (isRequestKind(kind)) return perform(kind, await orders.get(reference), payments);
  switch (kind) {
    case 'check':
      return turn('check', check);
    case 'deliver':
      return turn('deliver', deliver);
    case 'form':
      return submit(drafts.find((draft) => draft.reference === reference));
    case 'cancel':
      return payments.cancelOrder(reference, 'U1');
    case 'find':
      return payments.finder.findPayment(reference);
    case 'notification':
      await payments.notifications.receiveNotification({
        trackingId: trackingIdOf(reference),
        merchantReference: namedIn(reference),
      });
      return ask(`acknowledge ${reference}`, 'service', (world) => {
        const known = transactionIn(world, reference);
        const taken = known ? withTransaction(world, { ...known, isNotified: true }) : world;
        return [{ how: 'ok', world: taken, value: undefined }];
      });
    case 'accept':
      return createSuccessorTasks({
        orders,
        ...payments,
        orderForms: { open: async () => undefined },
        outbound: outboundFor(),
        clock,
      }).acceptAsPaid(reference, 'U1');
  }
}

/** Nobody has switched on or off what concerns them alone. */
const NOT_SWITCHED = { paid: { has: async () => false }, unreminded: { has: async () => false } };

/** Nobody's data is erased on the walk: test/orders/forgetting.test.ts is about that. */
const NOTHING_ERASED = {
  tryTurn: () => 0,
  eraseMessages: async () => ({ edited: [] }),
  takeCopies: () => [],
  scrub: async () => {},
};
