// The only place where floors are joined: from a configuration to a running Teller.
import { type Clock, sleep, systemClock } from '#lib/clock.ts';
import { createInFlight } from '#lib/in-flight.ts';
import { createLog } from '#observability/log.ts';
import { createMetrics } from '#observability/metrics.ts';
import { createReporter } from '#observability/reporter.ts';
import type { Order } from '#orders/order.ts';
import { createProviderClient } from '#provider/client.ts';
import { openStore } from '#store/open.ts';
import { createIpnHandler } from '#web/ipn.ts';
import { createWebServer } from '#web/server.ts';
import type { Config } from './config.ts';
import { createCancelOrder } from './payments/ordering/cancel.ts';
import { createOrdering } from './payments/ordering/submit.ts';
import { createCheckOrder } from './payments/status/check-order.ts';
import { createDueCheck } from './payments/status/due-check.ts';
import { createFinder } from './payments/status/find.ts';
import { createIpnRegistration } from './payments/status/ipn-registration.ts';
import { createNotifications } from './payments/status/notifications.ts';
import { createOrderUpdates } from './payments/status/order-updates.ts';
import { createToFailure } from './payments/status/to-failure.ts';
import { createOutboxAge } from './queue/outbox-age.ts';
import { backoff, createWorker } from './queue/worker.ts';
import { createSlack } from './slack/slack.ts';

export type Bot = {
  /** Listens, and works on whatever an earlier process left open. Resolves with the port. */
  start(): Promise<number>;
  /** Takes nothing new, ends what is in hand, closes the store. */
  stop(): Promise<void>;
};

/** `clock` is for tests that move time. Rejects when the store cannot be opened. */
export async function createBot(config: Config, options: { clock?: Clock } = {}): Promise<Bot> {
  const clock = options.clock ?? systemClock;
  const { provider, slack } = config;
  const log = createLog(config.logLevel, [
    provider.consumerKey,
    provider.consumerSecret,
    slack.botToken,
    slack.signingSecret ?? '',
    slack.appToken ?? '',
    config.ipn.key,
  ]);
  const metrics = createMetrics();
  const reporter = createReporter(log);
  const inFlight = createInFlight();

  const store = await openStore(config.storeUrl, { clock, warn: (message) => log.warn(message) });
  const { orders, leases } = store;
  const stopping = new AbortController();

  const client = createProviderClient({
    ...provider,
    clock,
    notes: store.keyValues('provider'),
    leases,
    onCall({ operation, ms, outcome }) {
      metrics.providerCalls.observe({ operation, outcome }, ms / 1_000);
      if (operation === 'requestToken') metrics.tokenRenewals.inc({ outcome });
    },
  });
  const registration = createIpnRegistration({
    client,
    notes: store.keyValues('ipn'),
    leases,
    clock,
    baseUrl: provider.baseUrl,
    url: `${config.publicUrl}/ipn/${config.ipn.key}`,
    method: config.ipn.method,
  });

  const updates = createOrderUpdates({ orders, clock, changed, saving: () => announcing.trigger() });
  const toFailure = createToFailure(reporter);
  const sending = createOrdering({
    orders,
    client,
    registration,
    updates,
    clock,
    settings: { publicUrl: config.publicUrl, branch: provider.branch },
    postCard: (order, { mayStand }) => door.postCard(order, { mayAlreadyBePosted: mayStand }),
    explain: toFailure,
  });
  const ask = createCheckOrder({ client, orders, updates, clock });
  const looking = createWorker({
    queue: 'check',
    orders,
    clock,
    log,
    work: createDueCheck({ ask, orders, updates, sending, clock }),
  });
  const notifications = createNotifications({ orders, clock, triggerChecks: looking.trigger });

  const door = createSlack({
    settings: { ...config, ...slack },
    store,
    payments: {
      ordering: sending,
      cancelOrder: createCancelOrder({ client, orders, updates, ask, clock }),
      finder: createFinder({ client, orders, ask, explain: toFailure }),
      updates,
      toFailure,
    },
    clock,
    reporter,
    inFlight,
    metrics: {
      slackLimited: (client) => metrics.slackLimits.inc({ client }),
      announced: (kind, outcome) => metrics.announcements.inc({ kind, outcome }),
    },
  });
  const untold = createOutboxAge({ orders, clock });
  const announcing = createWorker({
    queue: 'deliver',
    orders,
    clock,
    log,
    work: untold.watch(door.deliver),
  });

  const server = createWebServer({
    slack: door.listener,
    ipn: createIpnHandler({
      key: config.ipn.key,
      notifications,
      heard(result, error) {
        metrics.notifications.inc({ result });
        if (result === 'not_kept') reporter.error(error, { what: 'a notification could not be kept' });
      },
    }),
    notifications,
    merchantName: config.merchantName,
    ready,
    async metrics() {
      // While the store is down the other numbers are wanted all the more; this one stays as it was.
      const oldestMs = await untold.ageMs().catch(() => undefined);
      if (oldestMs !== undefined) metrics.oldestUntold.set(oldestMs / 1_000);
      return metrics.read();
    },
    failed: (error, route) => reporter.error(error, { route }),
  });

  async function ready(): Promise<readonly string[]> {
    const checks: readonly (readonly [fault: string, check: () => Promise<unknown>])[] = [
      ['the store cannot be reached', store.ping],
      ['Slack does not accept the bot token, or cannot be reached', door.identify],
      ['there is no connection to Slack', async () => door.isConnected() || Promise.reject()],
      ['the notification URL is not registered yet', async () => registration.known() || Promise.reject()],
    ];
    const results = await Promise.allSettled(checks.map(([, check]) => check()));
    return checks.flatMap(([fault], index) => (results[index]?.status === 'rejected' ? [fault] : []));
  }

  /** Registering and knowing ourselves can wait for a service that is down; people cannot. */
  async function settleIn(what: string, work: () => Promise<unknown>): Promise<void> {
    for (let tries = 1; !stopping.signal.aborted; tries += 1) {
      try {
        await work();
        return;
      } catch (error) {
        log.warn({ err: error, tries }, `${what} did not work yet; trying again`);
        await sleep(clock, Math.min(backoff(tries), 60_000), stopping.signal);
      }
    }
  }

  function changed(order: Order): void {
    metrics.orders.inc({ kind: order.kind, state: order.state });
    announcing.trigger();
    door.orderChanged(order);
  }

  return {
    async start() {
      const port = await server.start(config.port);
      looking.start();
      announcing.start();
      void inFlight.track(settleIn('registering the notification URL', registration.ensure));
      void inFlight.track(settleIn('asking Slack who Teller is', door.identify));
      door.start();
      log.info({ port }, 'Teller is listening');
      return port;
    },
    async stop() {
      stopping.abort();
      await Promise.all([server.stop(), door.stop()]);
      await inFlight.settled();
      await Promise.all([looking.stop(), announcing.stop()]);
      await store.close();
      log.info('Teller has stopped');
    },
  };
}
