// Counters for Prometheus. Labels come from closed lists, so that their number stays bounded.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    /** Order events that took effect, by the kind of order and its state afterwards. */
    orders: new Counter({
      name: 'teller_orders_total',
      help: 'Changes of orders',
      labelNames: ['kind', 'state'],
      registers,
    }),
    notifications: new Counter({
      name: 'teller_notifications_total',
      help: 'Notifications from the payment service',
      labelNames: ['result'],
      registers,
    }),
    announcements: new Counter({
      name: 'teller_announcements_total',
      help: 'News told in Slack',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    /** Of the news that should stand in an order's thread and does not yet; 0 when all is told. */
    oldestUntold: new Gauge({
      name: 'teller_oldest_untold_seconds',
      help: 'Age of the oldest news not yet told in Slack',
      registers,
    }),
    tokenRenewals: new Counter({
      name: 'teller_token_renewals_total',
      help: 'Tokens asked for at the payment service',
      labelNames: ['outcome'],
      registers,
    }),
    /** By the client that met it: `interaction` answers people, `announcements` tells news. */
    slackLimits: new Counter({
      name: 'teller_slack_limits_total',
      help: 'Calls that Slack refused because there were too many',
      labelNames: ['client'],
      registers,
    }),
    providerCalls: new Histogram({
      name: 'teller_provider_call_seconds',
      help: 'Calls to the payment service',
      labelNames: ['operation', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20],
      registers,
    }),
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
