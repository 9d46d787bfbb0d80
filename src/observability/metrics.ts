// The metrics that Prometheus reads at /metrics; bot.ts counts them. Labels have few possible values, so that the number
// of series stays small.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const notifications = counter(
    'teller_notifications_total',
    'Notifications received from Pesapal',
    'result',
  );
  const checks = counter('teller_checks_total', 'Checks of orders with Pesapal', 'outcome');
  const slackAnswers = new Histogram({
    name: 'teller_slack_answer_seconds',
    help: 'Time until a request or an event from Slack was acknowledged',
    labelNames: ['outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10],
    registers,
  });
  // Prometheus sees no increase in a series that begins with 1, so what alerts watch begins with 0.
  notifications.inc({ result: 'not_kept' }, 0);
  for (const outcome of ['ok', 'failed']) {
    checks.inc({ outcome }, 0);
    slackAnswers.zero({ outcome });
  }
  const storeUp = gauge('teller_store_up', '1 while the store can be read and takes writes, else 0');
  const outboxAge = gauge(
    'teller_outbox_age_seconds',
    'Age of the oldest announcement not yet delivered to its thread in Slack',
  );
  const unknownOutcomes = gauge(
    'teller_orders_outcome_unknown',
    'Orders sent more than ten minutes ago whose outcome at Pesapal is unknown, at most 100',
  );
  return {
    /** `state` is the order's state after the change. */
    orders: counter('teller_orders_total', 'Announced changes of orders', 'kind', 'state'),
    notifications,
    announcements: counter(
      'teller_announcements_total',
      'Deliveries of announcements to Slack',
      'kind',
      'outcome',
    ),
    /** Of those, news that is told nowhere. Without labels, so that it begins with 0. */
    newsGivenUp: new Counter({
      name: 'teller_announcements_abandoned_total',
      help: 'Announcements that could be posted neither in their channel nor to their agent',
      registers,
    }),
    refusedSaves: counter(
      'teller_refused_saves_total',
      'Orders not saved because they would break an invariant',
      'rule',
    ),
    /** `failed`: the provider or the store gave no answer, and the check is tried again. */
    checks,
    /** `failed`: with an error, or nobody was there any more. */
    slackAnswers,
    /** observability/time-to-tell.ts */
    paymentsAnnounced: new Histogram({
      name: 'teller_payment_announced_seconds',
      help: 'Time from learning of a payment to posting it in its thread',
      buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 3_600],
      registers,
    }),
    tokenRenewals: counter('teller_token_renewals_total', 'Access tokens requested from Pesapal', 'outcome'),
    /** By Slack client: `interaction` answers people, `announcements` posts news. */
    slackLimits: counter('teller_slack_limits_total', 'Calls that Slack rate limited', 'client'),
    providerCalls: new Histogram({
      name: 'teller_provider_call_seconds',
      help: 'Duration of calls to Pesapal (requests, checks, registrations)',
      labelNames: ['operation', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20],
      registers,
    }),
    /** What was read from the store for this scrape. What was not read has no value: an old one would look like a new one. */
    showStore(read: ReadFromStore | undefined) {
      storeUp.set(read ? 1 : 0);
      show(outboxAge, read && read.outboxAgeMs / 1_000);
      show(unknownOutcomes, read?.unknownOutcomes);
    },
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

/** The same on every Teller that shares the store. */
type ReadFromStore = {
  /** Of the news that is not posted in its order's thread yet; 0 when all is posted (payments/status/stuck-orders.ts). */
  readonly outboxAgeMs: number;
  /** payments/status/stuck-orders.ts */
  readonly unknownOutcomes: number;
};

function show(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}
