// Creates every part of Teller from the settings and joins them: the only file that knows all rooms. Called by main.ts
// and, with another clock, by the sandbox and by tests.
import { createCustomerAddresses } from '#customers/addresses.ts';
import { createInFlight, singleFlight } from '#lib/async.ts';
import { type Clock, sleep, systemClock } from '#lib/clock.ts';
import { createLog } from '#observability/log.ts';
import { createMetrics } from '#observability/metrics.ts';
import { createReporter, type Reporter } from '#observability/reporter.ts';
import { createTimeToTell } from '#observability/time-to-tell.ts';
import { isMoneyKind, isMoneyNews } from '#orders/announcement.ts';
import { createPayments } from '#payments/payments.ts';
import { listRegistrations } from '#payments/status/ipn-registration.ts';
import { countUnknownOutcomes, outboxAge } from '#payments/status/stuck-orders.ts';
import { createProviderClient } from '#provider/client.ts';
import { ProviderError } from '#provider/errors.ts';
import { scheduleErasures } from '#queue/schedule-erasures.ts';
import { backoff, createWorker, type HeldClaim } from '#queue/worker.ts';
import { createSlack } from '#slack/slack.ts';
import { openStore, whyUnusable } from '#store/open.ts';
import { createWeb } from '#web/server.ts';
import { type Config, secretsOf } from './config.ts';
import { isOfSlack } from './slack/bolt/clients.ts';
import { describeSlackFailure } from './slack/bolt/errors.ts';
import { describeNeededScopes, missingScopes } from './slack/bolt/identity.ts';

export type Bot = {
  /** Listens, and continues what an earlier process left unfinished. Resolves with the port. Rejects as Store.serve does. */
  start(): Promise<number>;
  /** Accepts nothing new, ends the running work, closes the store. */
  stop(): Promise<void>;
  /** Logs an error under an incident id. Never throws. */
  reportError: Reporter['error'];
};

/** Rejects when the store cannot be opened. `options`: what a test puts in the place of the machine's own. */
export async function createBot(
  config: Config,
  options: { clock?: Clock; openStore?: typeof openStore; answerMs?: number | undefined } = {},
): Promise<Bot> {
  const clock = options.clock ?? systemClock;
  const log = createLog(config.logLevel, secretsOf(config));
  const metrics = createMetrics();
  const explainSlack = (error: unknown) =>
    describeSlackFailure(error, { token: 'SLACK_BOT_TOKEN', apiUrl: config.slack.apiUrl });
  const reporter = createReporter(log, explainSlack);
  const inFlight = createInFlight();
  const stopping = new AbortController();

  const store = await (options.openStore ?? openStore)(config.storeUrl, { clock, warn: reporter.warn });
  const { orders } = store;
  const addresses = createCustomerAddresses({ publicUrl: config.publicUrl, digest: store.digest });
  const client = createProviderClient({
    ...config.provider,
    clock,
    keyValues: store.keyValues('provider'),
    leases: store.leases,
    countCall({ operation, ms, outcome }) {
      metrics.providerCalls.observe({ operation, outcome }, ms / 1_000);
      if (operation === 'requestToken') metrics.tokenRenewals.inc({ outcome });
    },
  });
  const timeToTell = createTimeToTell({
    clock,
    observe: (seconds) => metrics.paymentsAnnounced.observe(seconds),
  });
  // Slack and the workers are created further down; these functions are called only after the start.
  const payments = createPayments({
    client,
    store,
    clock,
    reporter,
    settings: { ...config.provider, ...config },
    postCard: (order, how) => slack.postCard(order, how),
    cardUrlOf: (order) => slack.cardUrlOf(order),
    branchOf: (channel) => slack.branchOf(channel),
    mayPostIn: (channel) => slack.mayPostIn(channel),
    namesOf: (ids) => slack.namesOf(ids),
    orderChanged(order) {
      metrics.orders.inc({ kind: order.kind, state: order.state });
      if (order.announcements.some(isMoneyNews)) timeToTell.learned(order.reference);
      deliveries.trigger();
      slack.orderChanged(order);
    },
    triggerChecks: () => checks.trigger(),
    notified: timeToTell.notified,
    saveRefused: (rule) => metrics.refusedSaves.inc({ rule }),
    holdForChecks: (reference) => checks.hold(reference),
    stopping: stopping.signal,
  });
  const { registration, ipnKeys, notifications } = payments;
  const slack = createSlack({
    settings: { ...config.slack, ...config },
    store,
    payments,
    addresses,
    clock,
    reporter,
    inFlight,
    stopping: stopping.signal,
    answerMs: options.answerMs,
    metrics: {
      slackLimited: (client) => metrics.slackLimits.inc({ client }),
      slackAnswered: (outcome, ms) => metrics.slackAnswers.observe({ outcome }, ms / 1_000),
      announced(kind, outcome, { reference, at }) {
        metrics.announcements.inc({ kind, outcome });
        if (outcome === 'undeliverable' && at !== undefined) metrics.newsGivenUp.inc();
        if (at !== undefined && outcome !== 'undeliverable' && isMoneyKind(kind))
          timeToTell.told(reference, at);
      },
    },
  });
  const checks = createWorker({
    ...{ queue: 'check', orders, clock, reporter, work: payments.dueCheck },
    worked(reference, outcome) {
      if (outcome !== 'lost') metrics.checks.inc({ outcome });
      timeToTell.checked(reference);
    },
  });
  const deliver = async (claim: HeldClaim) => {
    // A relative that cannot be read or saved keeps nothing of this order untold; it is tried again with the worker's backoff.
    const [related] = await Promise.allSettled([payments.updateRelated(claim.reference)]);
    const next = await slack.deliver(claim);
    if (related.status === 'rejected') throw related.reason;
    return next;
  };
  const deliveries = createWorker({ queue: 'deliver', orders, clock, reporter, work: deliver });
  const web = createWeb({
    slackListener: slack.listener,
    publicUrl: config.publicUrl,
    ipnKey: config.ipn.key,
    standingOfKey: ipnKeys.standingOf,
    metricsToken: config.metricsToken,
    notifications,
    merchantName: config.merchantName,
    timeZone: config.timeZone,
    addresses,
    orderOf: (reference) => orders.get(reference),
    readinessFaults,
    async readMetrics() {
      const stuck = { orders, clock };
      const read = Promise.all([outboxAge(stuck), countUnknownOutcomes(stuck), store.ping()]);
      metrics.showStore(
        await read.then(
          ([outboxAgeMs, unknownOutcomes]) => ({ outboxAgeMs, unknownOutcomes }),
          () => undefined,
        ),
      );
      return metrics.read();
    },
    countNotification: (result) => metrics.notifications.inc({ result }),
    reporter,
  });

  /** For /readyz: the sentences of the checks that fail now. */
  async function readinessFaults(): Promise<readonly string[]> {
    const storeFault = store.ping().then(() => undefined, whyUnusable);
    const conditions: readonly (readonly [fault: string, check: () => Promise<unknown>])[] = [
      ['Slack rejects the bot token or can’t be reached', slack.identify],
      ['no connection to Slack', async () => slack.isConnected() || Promise.reject()],
      ['the notification URL isn’t registered yet', checkRegistration],
    ];
    const results = await Promise.allSettled(conditions.map(([, check]) => check()));
    const others = conditions.filter((_, index) => results[index]?.status === 'rejected');
    return [await storeFault, ...others.map(([fault]) => fault)].filter((fault) => fault !== undefined);
  }

  /**
   * Repeats `work` with backoff until it succeeds, so that Teller starts while Slack or the provider is down.
   * `work` resolves with the sentence for the log. What fails is logged when it changes, not at each try.
   */
  async function repeatUntilDone(what: string, work: () => Promise<string>): Promise<void> {
    for (let tries = 1; !stopping.signal.aborted; tries += 1) {
      try {
        reporter.working(what, await work());
        return;
      } catch (error) {
        if (stopping.signal.aborted) return;
        const reason =
          error instanceof ProviderError ? `Pesapal isn’t available. ${error.message}` : explainSlack(error);
        if (reason) reporter.failing(what, `${reason} Trying again.`);
        else reporter.failing(what, `${what} failed; trying again`, error);
        await sleep(clock, backoff(tries), stopping.signal);
      }
    }
  }

  const registerUntilDone = singleFlight(() =>
    inFlight.track(repeatUntilDone('Registering the notification URL', registerNotifications)),
  );

  /** Where the provider has forgotten it, and the order that met this could not register it again, nobody else would. */
  async function checkRegistration(): Promise<void> {
    if (registration.isKnown()) return;
    void registerUntilDone();
    throw new Error('the notification URL isn’t registered');
  }

  async function registerNotifications(): Promise<string> {
    await ipnKeys.remember();
    await registration.ensure();
    // The registration may come from the store, which says nothing about keys and way out of today.
    await listRegistrations(client);
    return 'Connected to Pesapal; notifications are registered';
  }

  async function connectToSlack(): Promise<string> {
    const { name, team, scopes } = await slack.identify();
    const fault = scopes && describeNeededScopes(missingScopes(scopes, config));
    if (fault) log.warn(fault);
    return `Connected to Slack as @${name} in ${team}`;
  }

  return {
    reportError: reporter.error,
    async start() {
      await store.serve();
      const port = await web.start(config.port);
      checks.start();
      deliveries.start();
      void registerUntilDone();
      void inFlight.track(repeatUntilDone('Connecting to Slack', connectToSlack));
      const { signal } = stopping;
      const days = config.retentionDays;
      const info = (message: string) => log.info(message);
      void inFlight.track(scheduleErasures({ store, days, clock, reporter, signal, log: info }));
      void inFlight.track(slack.deliverDigests(signal));
      void inFlight.track(slack.runBulks(signal));
      void inFlight.track(slack.runErasures(signal));
      slack.start();
      log.info({ port }, `Teller is listening on port ${port}`);
      const { host } = new URL(config.slack.apiUrl);
      if (!isOfSlack(new URL(config.slack.apiUrl)))
        log.warn(`SLACK_API_URL isn’t Slack’s: the bot token and every message go to ${host}`);
      return port;
    },
    async stop() {
      stopping.abort();
      await Promise.all([web.stop(), slack.stop()]);
      await inFlight.settled();
      await Promise.all([checks.stop(), deliveries.stop()]);
      await store.close();
      log.info('Teller has stopped');
    },
  };
}
