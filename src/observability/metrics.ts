// The metrics that Prometheus reads at /metrics; bot.ts counts them. Labels have few possible values, so that the number
// of series stays small.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    /** Changes of orders that people are told of, by the order's kind and its state afterwards. */
    orders: new Counter({
      name: 'teller_orders_total',
      help: 'Changes of orders that people are told of',
      labelNames: ['kind', 'state'],
      registers,
    }),
    notifications: new Counter({
      name: 'teller_notifications_total',
      help: 'Notifications received from the payment service',
      labelNames: ['result'],
      registers,
    }),
    announcements: new Counter({
      name: 'teller_announcements_total',
      help: 'Deliveries of announcements to Slack',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    /** Of the news that is not posted in its order's thread yet; 0 when all is posted (queue/outbox-age.ts). */
    outboxAge: new Gauge({
      name: 'teller_outbox_age_seconds',
      help: 'Age of the oldest announcement not yet delivered to its thread in Slack',
      registers,
    }),
    tokenRenewals: new Counter({
      name: 'teller_token_renewals_total',
      help: 'Access tokens requested from the payment service',
      labelNames: ['outcome'],
      registers,
    }),
    /** By Slack client: `interaction` answers people, `announcements` posts news. */
    slackLimits: new Counter({
      name: 'teller_slack_limits_total',
      help: 'Calls that Slack refused because there were too many',
      labelNames: ['client'],
      registers,
    }),
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
