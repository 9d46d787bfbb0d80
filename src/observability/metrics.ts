// The metrics that Prometheus reads at /metrics; bot.ts counts them. Labels have few possible values, so that the number
// of series stays small.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  return {
    /** `state` is the order's state after the change. */
    orders: counter('teller_orders_total', 'Changes of orders that people are told of', 'kind', 'state'),
    notifications: counter(
      'teller_notifications_total',
      'Notifications received from the payment service',
      'result',
    ),
    announcements: counter(
      'teller_announcements_total',
      'Deliveries of announcements to Slack',
      'kind',
      'outcome',
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
