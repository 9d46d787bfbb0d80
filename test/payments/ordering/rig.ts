// For one test: the payments of production over the real embedded store and a scripted payment service. Only Slack's card is
// left out: the test says what posting it does.
import { onTestFinished } from 'vitest';
import { EAST_AFRICA } from '#lib/days.ts';
import type { Msisdn } from '#lib/msisdn.ts';
import type { ApprovalAbove } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import type { Draft } from '#payments/ordering/create-order.ts';
import { createPayments } from '#payments/payments.ts';
import { createProviderClient } from '#provider/client.ts';
import { NETWORK_LIMITS } from '#provider/methods.ts';
import { createWorker, type Worker } from '#queue/worker.ts';
import type { Store } from '#store/store.ts';
import { startRig as startStore } from '#test/payments/status/rig.ts';
import { CONSUMER_KEY, CONSUMER_SECRET, IPN_ID, TRACKING_ID } from '#test/provider/rig.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { referenceOf } from '#test/store/sample-order.ts';

export type OrderingRig = Awaited<ReturnType<typeof startRig>>;

export const SETTINGS = {
  publicUrl: 'https://shop.test',
  timeZone: EAST_AFRICA,
  branch: 'Nairobi West',
  baseUrl: 'https://service.test',
  ipn: { method: 'POST', key: 'key' },
  approvalAbove: undefined,
  methodLimits: NETWORK_LIMITS,
} as const;

/** `change`: a store that fails in some way. `approvalAbove`: as the setting. */
export async function startRig(
  change: (store: Store) => Store = (store) => store,
  { approvalAbove, retentionDays }: { approvalAbove?: ApprovalAbove; retentionDays?: number } = {},
) {
  const rig = await startStore();
  const { clock } = rig;
  const store = change(rig.store);
  const service = await paths.startScriptedService(() => clock.now());
  onTestFinished(() => service.close());
  service.on(paths.IPN_LIST, { json: [] });
  service.on(paths.REGISTER, { json: REGISTERED });
  service.on(paths.BY_REFERENCE, { json: NOT_FOUND });
  service.on(paths.SUBMIT, { json: CREATED });
  service.on(paths.PUSH, { json: PUSHED });
  const logged: unknown[] = [];
  const stopping = new AbortController();
  const reporter = {
    error: (error: unknown, about: object) => {
      logged.push({ error, ...about });
      return 'incident';
    },
    warn: (message: string, about: object = {}) => void logged.push({ message, ...about }),
    failing: () => {},
    working: () => {},
  };
  const client = createProviderClient({
    baseUrl: service.baseUrl,
    consumerKey: CONSUMER_KEY,
    consumerSecret: CONSUMER_SECRET,
    clock,
    keyValues: store.keyValues('token'),
    leases: store.leases,
    timeoutMs: 20_000,
    countCall: () => {},
  });
  const slack = { posted: [] as unknown[], post: async (_: Order): Promise<void> => {}, isIn: true };
  const checks: Worker = createWorker({
    queue: 'check',
    orders: store.orders,
    clock,
    reporter,
    work: (claim) => payments.dueCheck(claim),
  });
  onTestFinished(() => checks.stop());
  const payments = createPayments({
    client,
    store,
    clock,
    reporter,
    settings: { ...SETTINGS, approvalAbove, retentionDays },
    cardUrlOf: async () => undefined,
    async postCard({ reference }, { mayAlreadyBePosted }) {
      slack.posted.push({ reference, mayAlreadyBePosted });
      const order = await store.orders.get(reference);
      if (!order) throw new Error('the card of an order that is not stored');
      await slack.post(order);
      const card = { channel: 'C1', ts: '1.2', contentHash: 'x' };
      await payments.updates.updateOrder(reference, (newest) => ({ ...newest, card }));
    },
    branchOf: async () => undefined,
    mayPostIn: async () => slack.isIn,
    namesOf: async () =>
      new Map([
        ['U1', 'Amina'],
        ['U2', 'Øtieno'],
      ]),
    orderChanged: () => {},
    triggerChecks: () => {},
    saveRefused: () => {},
    stopping: stopping.signal,
    holdForChecks: (reference) => checks.hold(reference),
  });
  return {
    ...rig,
    ...payments,
    service,
    slack,
    logged,
    checks,
    client,
    /** Teller begins to stop. */
    stop: () => stopping.abort(),
    /** Does what is due in the queue `check`, one after the other, until nothing is. What rejects stays due. */
    async runChecks(): Promise<void> {
      const LEASE_MS = 8_000;
      for (let turns = 0; turns < 20; turns += 1) {
        const [claim] = await store.orders.claim('check', { now: clock.now(), leaseMs: LEASE_MS, limit: 1 });
        if (!claim) return;
        const next = await payments.dueCheck({ ...claim, confirm: async () => {} });
        await store.orders.complete(claim, next);
      }
      throw new Error('something is due for ever');
    },
    /** Creates the order of a draft, which must be possible. */
    async create(draft: Draft): Promise<Order> {
      const created = await payments.orderCreation.createOrder(draft, { evenIfSame: true });
      if (created.status !== 'created') throw new Error(`not created, but ${created.status}`);
      return created.order;
    },
  };
}

const NULLS = { error_type: null, code: null, message: null };
export const REGISTERED = {
  ...{ url: 'https://shop.test/ipn/key', created_date: '2026-11-21T09:05:00.12Z', ipn_id: IPN_ID },
  ...{ notification_type: 1, ipn_status: 1, error: null, status: '200' },
};

/** SPEC.md, Errors: what the service says of an order that it does not have. */
export const NOT_FOUND = {
  ...{ order_tracking_id: null, status_code: null, status: '500' },
  error: { error_type: 'api_error', code: 'payment_details_not_found', message: 'Not found' },
};
export const CREATED = {
  ...{ order_tracking_id: TRACKING_ID, merchant_reference: 'INV-1', redirect_url: 'https://pay.test/1' },
  ...{ error: NULLS, status: '200' },
};
export const PUSHED = {
  ...{
    business_number: '220222',
    account_number: 'ACC-1',
    payment_message: 'Go',
    order_tracking_id: TRACKING_ID,
  },
  ...{ merchant_reference: 123456789, error: NULLS, status: '200' },
};

const MSISDN = '254712345678' as Msisdn;

export function promptDraft(name: string, own: Partial<Draft> = {}): Draft {
  return {
    ...linkDraft(name),
    kind: 'prompt',
    prompt: { msisdn: MSISDN, method: 'MpesaKE' },
    ...own,
  };
}

export function linkDraft(name: string, own: Partial<Draft> = {}): Draft {
  return {
    reference: referenceOf(name),
    kind: 'link',
    amount: { amount: '1500', currency: 'KES' },
    description: 'Flour',
    customer: {},
    agent: 'U1',
    channel: 'C1',
    formId: `form of ${name}`,
    typedReference: false,
    ...own,
  };
}

export const LOST = { fault: 'reset' } as const;

export const refusal = (code: string, message = 'No.') => ({
  json: { error: { error_type: 'api_error', code, message }, status: '500' },
});
