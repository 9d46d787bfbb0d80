// Deliveries of one announcement under a sequence of outcomes: what each call to Slack comes to, one after the other. The real
// delivery over the real store and HTTP; two processes deliver in turn, and one that is killed is replaced.
import type { Clock } from '#lib/clock.ts';
import { LEASE_MS } from '#lib/with-lease.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import { createOrderUpdates } from '#payments/status/order-updates.ts';
import { holdClaim } from '#queue/held-claim.ts';
import type { Fault } from '#sandbox/slack/api/faults.ts';
import { startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { contentHashOf } from '#slack/cards/message.ts';
import { orderCard } from '#slack/cards/order-card.ts';
import { createSlackClients } from '#slack/connect/clients.ts';
import { createAlertChannels } from '#slack/delivery/alert-channels.ts';
import { createDelivery } from '#slack/delivery/delivery.ts';
import { CARD } from '#slack/delivery/order-card.ts';
import { createOutbound } from '#slack/delivery/outbound.ts';
import { createChannelPaces, createPace, ERASING } from '#slack/delivery/rate-limit.ts';
import { createSwitches } from '#slack/delivery/switches.ts';
import { openSqliteStore } from '#store/sqlite/sqlite-store.ts';
import type { Store } from '#store/store.ts';
import { savesOf } from '#test/payments/status/rig.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

/** What a call to Slack comes to. After the killing ones, the process that called is gone. */
export const OUTCOMES = {
  posted: { kind: 'slow', ms: 0 },
  'answer lost': { kind: 'lostAnswer' },
  'rate limited': { kind: 'rateLimited', retryAfterSeconds: 1 },
  'HTTP 500': { kind: 'http500' },
  'killed before': { kind: 'hang' },
  'killed after': { kind: 'hang', afterWork: true },
} as const satisfies Record<string, Fault>;
export type Outcome = keyof typeof OUTCOMES;

/**
 * Where the news goes: to the thread and from there to a channel with alerts or to an agent who has switched that on, or a
 * reminder to the agent alone, any call being hit; or, its channel being archived, to the agent, the posts being hit.
 */
export type Path = 'thread and alert' | 'thread and agent' | 'reminder' | 'direct message';

/** `isWhole`: as many calls were made as the sequence has outcomes. `told`: how often each announcement stands in Slack. */
export type Told = { readonly isWhole: boolean; readonly told: readonly number[] };

/** Far more than any sequence needs. */
const MAX_TRIES = 20;
const LONGEST_BACKOFF_MS = 600_000;
const BOT_TOKEN = 'xoxb-stand-in-token';

export async function startDeliveries(path: Path) {
  let now = 1_700_000_000_000;
  const clock: Clock = { now: () => now, after: () => () => {} };
  const slack = await startSlackSandbox({ signingSecret: 'secret', botToken: BOT_TOKEN, now: clock.now });
  const { announcements: client } = createSlackClients({
    token: BOT_TOKEN,
    apiUrl: slack.apiUrl,
    reporter: { error: () => '', warn: () => {} },
    limited: () => {},
  });
  const store = openSqliteStore({ file: ':memory:', clock });
  const alerts = slack.addChannel({ name: 'alerts', members: [slack.botUserId] }).id;
  if (path === 'thread and alert')
    await createAlertChannels({ ...store, clock }).set(alerts, 'on', slack.users.agent);
  const hit = path === 'direct message' ? 'chat.postMessage' : '*';
  const switches = createSwitches({ keyValues: store.keyValues, leases: store.leases, clock });
  const hitsSince = (index: number) =>
    slack.calls.slice(index).filter(({ method }) => hit === '*' || method === hit).length;
  let count = 0;

  /** One that is paid, or a link that is not. */
  async function orderToTell(): Promise<Order & { card: CardLocation }> {
    count += 1;
    const payment = {
      paid: { amount: '1500', currency: 'KES' },
      method: 'MpesaKE',
      confirmationCode: 'SCJ8JQ26SW',
      payer: '',
    };
    const channel = slack.addChannel({ name: `shop-${count}`, members: [slack.botUserId] }).id;
    const agent = slack.addUser({ name: `agent-${count}`, real_name: 'An Agent' }).id;
    if (path === 'thread and agent') await switches.paid.set(agent, true);
    const what: Partial<Order> =
      path === 'reminder'
        ? {
            kind: 'link',
            state: 'pending',
            service: { redirectUrl: 'https://pay.example/1' },
            remindAt: now,
            remindedAt: now,
            announcements: [{ id: 'reminder-1', at: now, news: { kind: 'reminder' } }],
          }
        : {
            state: 'paid',
            payments: [payment],
            announcements: [
              { id: 'paid-1', at: now, news: { kind: 'paid', payment, previousState: 'pending' } },
            ],
          };
    const order = sampleOrder(`INV-${count}`, { channel, agent, createdAt: now, changedAt: now, ...what });
    const posted = await client.chat.postMessage({ channel, text: 'The card' });
    const ts = String(posted.ts);
    if (path === 'direct message') slack.archive(channel);
    const card = { channel, ts, contentHash: contentHashOf(orderCard(order)) };
    await store.orders.insert({ ...order, card }, { deliver: now });
    return { ...order, card };
  }

  /** One that can be killed: from then on it neither writes nor reads. */
  function startProcess() {
    let isDead = false;
    const own: Store['orders'] = new Proxy(store.orders, {
      get: (orders, name, receiver) => {
        const method: unknown = Reflect.get(orders, name, receiver);
        if (typeof method !== 'function') return method;
        return (...args: unknown[]) => (isDead ? new Promise(() => {}) : method.apply(orders, args));
      },
    });
    const paces = createChannelPaces(clock);
    const { deliver } = createDelivery({
      client,
      scrub: store.scrub,
      orders: own,
      updates: createOrderUpdates({ orders: own, saves: savesOf(own), clock, orderChanged: () => {} }),
      alertChannels: createAlertChannels({ ...store, clock }),
      leases: store.leases,
      threads: store.keyValues('threads'),
      switches,
      merchantName: 'Duka la Amina',
      deliveredRequests: store.keyValues('told'),
      permissions: { approverRefusalFor: async () => 'no_approvers', refusalFor: async () => undefined },
      outboundFor: (confirm) => createOutbound(client, { clock, paces, confirm }),
      erasePace: createPace(clock, ERASING),
      clock,
      report: () => {},
      recorder: { record: async () => {} },
    });
    /** As the worker does it. False when nothing is due. */
    async function work(): Promise<boolean> {
      const [claim] = await own.claim('deliver', { now, leaseMs: LEASE_MS, limit: 1 });
      if (!claim) return false;
      const { claim: held } = holdClaim(claim, now, { orders: own, clock, leaseMs: LEASE_MS });
      await own.complete(claim, await deliver(held));
      return true;
    }
    return {
      work,
      kill() {
        isDead = true;
      },
    };
  }

  /** A later attempt edits the card, which then says its name as well; it tells nothing. */
  function toldOf({ reference, agent, card }: Order & { card: CardLocation }): number[] {
    const news = [
      ...slack.thread(card.channel, card.ts),
      ...slack.messages(alerts),
      ...slack.messages(slack.dmOf(agent)),
    ].flatMap(({ metadata }) =>
      metadata?.event_payload['reference'] === reference ? String(metadata.event_payload['news']) : [],
    );
    const posts = Map.groupBy(
      news.filter((id) => id !== CARD),
      (id) => id,
    );
    return [...posts.values()].map(({ length }) => length);
  }

  return {
    async run(outcomes: readonly Outcome[]): Promise<Told> {
      const order = await orderToTell();
      const begunAt = slack.calls.length;
      for (const outcome of outcomes) slack.faults.next(hit, OUTCOMES[outcome]);
      const killingCalls = outcomes.flatMap((outcome, index) =>
        outcome.startsWith('killed') ? [index + 1] : [],
      );
      let processes = [startProcess(), startProcess()];
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const [process = startProcess(), other = process] = processes;
        const killingCall = killingCalls[0];
        const worked = process.work();
        const ending =
          killingCall === undefined
            ? await worked
            : await endOf(worked, () => hitsSince(begunAt) >= killingCall);
        processes = [other, process];
        if (ending === false) break;
        if (ending === 'killed') {
          process.kill();
          killingCalls.shift();
          processes = [other, startProcess()];
        }
        // Either the backoff is waited out, or a call was answered meanwhile and what waits is tried at once.
        now += tries % 2 ? LONGEST_BACKOFF_MS + LEASE_MS : LEASE_MS;
        await store.orders.retryNow('deliver', now);
      }
      slack.faults.off();
      return { isWhole: hitsSince(begunAt) >= outcomes.length, told: toldOf(order) };
    },
    async stop() {
      await slack.stop();
      await store.close();
    },
  };
}

/** What the work ends with, or `killed` as soon as the call arrived that kills its process. */
async function endOf(work: Promise<boolean>, hasArrived: () => boolean): Promise<boolean | 'killed'> {
  let ended: boolean | undefined;
  const end = work.then((result) => {
    ended = result;
  });
  while (ended === undefined && !hasArrived()) await Promise.race([end, new Promise(setImmediate)]);
  return ended ?? 'killed';
}
