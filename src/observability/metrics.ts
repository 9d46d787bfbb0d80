// Counters for Prometheus. Labels come from closed lists, so that their number stays bounded.
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

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
