// The metrics that Prometheus reads at /metrics; bot.ts counts them. Labels have few possible values, so that the number
// of series stays small.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const notifications = counter(
    'teller_notifications_total',
    'Notifications received from the payment service',
    'result',
  );
  const checks = counter('teller_checks_total', 'Checks of orders with the payment service', 'outcome');
  const slackAnswers = new Histogram({
    name: 'teller_slack_answer_seconds',
    help: 'How long Slack waited until a request or an event was acknowledged',
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
  return {
    /** `state` is the order's state after the change. */
    orders: counter('teller_orders_total', 'Changes of orders that people are told of', 'kind', 'state'),
    notifications,
    announcements: counter(
      'teller_announcements_total',
      'Deliveries of announcements to Slack',
      'kind',
      'outcome',
    ),
    /** Of those, news that is told nowhere. Without labels, so that it begins with 0. */
    newsGivenUp: new Counter({
      name: 'teller_news_given_up_total',
      help: 'News that could be posted neither in its channel nor to its agent',
      registers,
    }),
    refusedSaves: counter(
      'teller_refused_saves_total',
      'Orders that were not saved because they would break a rule that always holds',
      'rule',
    ),
    /** Of the news that is not posted in its order's thread yet; 0 when all is posted (queue/outbox-age.ts). */
    outboxAge: new Gauge({
      name: 'teller_outbox_age_seconds',
      help: 'Age of the oldest announcement not yet delivered to its thread in Slack',
      registers,
    }),
    /** 0 once all orders can be searched (queue/index-older-orders.ts). */
    unindexedOrders: new Gauge({
      name: 'teller_unindexed_orders',
      help: 'Orders of before the search index that are not in it yet',
      registers,
    }),
    /** payments/status/unknown-outcomes.ts. The same on every replica. */
    unknownOutcomes: new Gauge({
      name: 'teller_orders_outcome_unknown',
      help: 'Orders sent more than ten minutes ago of which it is not known whether the payment service has them, at most 100',
      registers,
    }),
    /** `failed`: the payment service or the store gave no answer, and the check is tried again. */
    checks,
    /** `failed`: with an error, or nobody was there any more. */
    slackAnswers,
    /** observability/time-to-tell.ts */
    paymentsTold: new Histogram({
      name: 'teller_payment_told_seconds',
      help: 'From hearing of a payment to posting it in its thread',
      buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 3_600],
      registers,
    }),
    tokenRenewals: counter(
      'teller_token_renewals_total',
      'Access tokens requested from the payment service',
      'outcome',
    ),
    /** By Slack client: `interaction` answers people, `announcements` posts news. */
    slackLimits: counter(
      'teller_slack_limits_total',
      'Calls that Slack refused because there were too many',
      'client',
    ),
    providerCalls: new Histogram({
      name: 'teller_provider_call_seconds',
      help: 'Calls to the payment service (requests, checks, registrations) and how long they took',
      labelNames: ['operation', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20],
      registers,
    }),
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
