// The only place where floors are joined: from a configuration to a running Teller.
import { type Clock, sleep, systemClock } from '#lib/clock.ts';
import { createLog, makeIncident } from '#observability/log.ts';
import { createMetrics } from '#observability/metrics.ts';
import type { Order } from '#orders/order.ts';
import { createAlerts } from '#payments/alerts.ts';
import { createAsk } from '#payments/ask.ts';
import { createCancel } from '#payments/cancel.ts';
import { createIpnRegistration } from '#payments/ipn-registration.ts';
import { createLook } from '#payments/look.ts';
import { createLookup } from '#payments/lookup.ts';
import { createNotices } from '#payments/notice.ts';
import { createSending } from '#payments/send.ts';
import { createSettle } from '#payments/settle.ts';
import { createThreads } from '#payments/threads.ts';
import { createUntold } from '#payments/untold.ts';
import { backoff, createWorker } from '#payments/worker.ts';
import { createProviderClient } from '#provider/client.ts';
import { createAnnouncer } from '#slack/announcer.ts';
import { createSlackClients } from '#slack/app.ts';
import { createSlackDoor } from '#slack/door.ts';
import { createExplain } from '#slack/explain.ts';
import { createWhoAmI } from '#slack/identity.ts';
import { createOutbound } from '#slack/outbound.ts';
import { createPacing } from '#slack/pacing.ts';
import { openStore } from '#store/open.ts';
import { createIpnHandler } from '#web/ipn.ts';
import { createWebServer } from '#web/server.ts';
import type { Config } from './config.ts';

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
  const record = (error: unknown, about: Record<string, unknown>): string => {
    const incident = makeIncident();
    log.error({ err: error, incident, ...about }, 'something went wrong');
    return incident;
  };

  const store = await openStore(config.storeUrl, { clock, warn: (message) => log.warn(message) });
  const { ledger, leases } = store;
  const stopping = new AbortController();
  const inHand = new Set<Promise<unknown>>();
  const hold = <Value>(work: Promise<Value>): Promise<Value> => {
    inHand.add(work);
    return work.finally(() => inHand.delete(work));
  };

  const client = createProviderClient({
    ...provider,
    clock,
    notes: store.notes('provider'),
    leases,
    onCall({ operation, ms, outcome }) {
      metrics.providerCalls.observe({ operation, outcome }, ms / 1_000);
      if (operation === 'requestToken') metrics.tokenRenewals.inc({ outcome });
    },
  });
  const registration = createIpnRegistration({
    client,
    notes: store.notes('ipn'),
    leases,
    clock,
    baseUrl: provider.baseUrl,
    url: `${config.publicUrl}/ipn/${config.ipn.key}`,
    method: config.ipn.method,
  });

  const boltLog = {
    warn: (message: string) => log.warn({ from: 'slack' }, message),
    error: (message: string) => log.error({ from: 'slack' }, message),
  };
  const clients = createSlackClients({
    token: slack.botToken,
    apiUrl: slack.apiUrl,
    log: boltLog,
    limited: (client) => metrics.slackLimits.inc({ client }),
  });
  const whoAmI = createWhoAmI(clients.interaction);
  const alerts = createAlerts({ notes: store.notes('alerts'), leases, clock });
  const threads = createThreads(store.notes('threads'));
  const settle = createSettle({ ledger, clock, changed, saving: () => announcing.poke() });
  const announcer = createAnnouncer({
    ledger,
    settle,
    outbound: createOutbound(clients.announcements, createPacing(clock)),
    alerts,
    threads,
    clock,
    told,
  });
  const explain = createExplain(record);
  const sending = createSending({
    ledger,
    client,
    registration,
    settle,
    clock,
    settings: { publicUrl: config.publicUrl, branch: provider.branch },
    postCard: announcer.postCard,
    explain,
  });
  const ask = createAsk({ client, ledger, settle, clock });
  const looking = createWorker({
    queue: 'look',
    ledger,
    clock,
    log,
    work: createLook({ ask, ledger, settle, sending, clock }),
  });
  const untold = createUntold({ ledger, clock });
  const announcing = createWorker({
    queue: 'announce',
    ledger,
    clock,
    log,
    work: untold.watch(announcer.deliver),
  });
  const notices = createNotices({ ledger, clock, wake: looking.poke });

  const door = createSlackDoor({
    ...slack,
    token: slack.botToken,
    allowedUsergroups: config.allowedUsergroups,
    merchantName: config.merchantName,
    defaultCurrency: config.defaultCurrency,
    clients,
    whoAmI,
    store,
    sending,
    cancel: createCancel({ client, ledger, settle, ask, clock }),
    lookup: createLookup({ client, ledger, ask, explain }),
    threads,
    alerts,
    clock,
    log: boltLog,
    explain,
    record,
    hold,
  });

  const server = createWebServer({
    slack: door.listener,
    ipn: createIpnHandler({
      key: config.ipn.key,
      notices,
      heard(result, error) {
        metrics.notifications.inc({ result });
        if (result === 'not_kept') record(error, { what: 'a notification could not be kept' });
      },
    }),
    notices,
    merchantName: config.merchantName,
    ready,
    async metrics() {
      // While the store is down the other numbers are wanted all the more; this one stays as it was.
      const oldestMs = await untold.oldestMs().catch(() => undefined);
      if (oldestMs !== undefined) metrics.oldestUntold.set(oldestMs / 1_000);
      return metrics.read();
    },
    failed: (error, route) => record(error, { route }),
  });

  async function ready(): Promise<readonly string[]> {
    const checks: readonly (readonly [fault: string, check: () => Promise<unknown>])[] = [
      ['the store cannot be reached', store.ping],
      ['Slack does not accept the bot token, or cannot be reached', whoAmI.ask],
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
    announcing.poke();
    door.changed(order);
  }

  function told(kind: string, outcome: string, order: Order, error?: unknown): void {
    metrics.announcements.inc({ kind, outcome });
    // A token that was revoked is seen here first, and /readyz should say so.
    if (outcome === 'unknown') whoAmI.doubt();
    if (error)
      log.warn({ err: error, reference: order.reference, kind, outcome }, 'news could not be told as usual');
  }

  return {
    async start() {
      const port = await server.start(config.port);
      looking.start();
      announcing.start();
      void hold(settleIn('registering the notification URL', registration.ensure));
      void hold(settleIn('asking Slack who Teller is', whoAmI.ask));
      door.start();
      log.info({ port }, 'Teller is listening');
      return port;
    },
    async stop() {
      stopping.abort();
      await Promise.all([server.stop(), door.stop()]);
      await Promise.allSettled(inHand);
      await Promise.all([looking.stop(), announcing.stop()]);
      await store.close();
      log.info('Teller has stopped');
    },
  };
}
