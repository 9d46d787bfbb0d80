// The counters as Prometheus reads them.
import { describe, expect, test } from 'vitest';
import { createMetrics } from '#observability/metrics.ts';

/** One sample: name, labels in braces, a number. Everything else must be a comment. */
const SAMPLE = /^[a-zA-Z_:][\w:]*(\{([a-zA-Z_]\w*="([^"\\\n]|\\.)*",?)*\})? (-?\d[\d.e+-]*|[+-]Inf|NaN)$/i;

describe('the metrics', () => {
  test('every line of the metrics is in Prometheus’ text format, and each metric has its help and type', async () => {
    const metrics = createMetrics();
    metrics.orders.inc({ kind: 'prompt', state: 'paid' });
    metrics.providerCalls.observe({ operation: 'push', outcome: 'ok' }, 0.2);
    const { contentType, text } = await metrics.read();
    expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/);
    const lines = text.split('\n').filter(Boolean);
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) expect(line).toMatch(line.startsWith('#') ? /^# (HELP|TYPE) \w+ .+$/ : SAMPLE);
    for (const name of [
      'orders_total',
      'notifications_total',
      'announcements_total',
      'provider_call_seconds',
      'token_renewals_total',
      'slack_limits_total',
      'outbox_age_seconds',
    ])
      expect(text).toMatch(new RegExp(`# TYPE teller_${name} (counter|histogram|gauge)`));
  });

  test('the metrics count for each label', async () => {
    const metrics = createMetrics();
    metrics.orders.inc({ kind: 'link', state: 'paid' });
    metrics.orders.inc({ kind: 'link', state: 'paid' });
    metrics.notifications.inc({ result: 'not_ours' });
    metrics.announcements.inc({ kind: 'paid', outcome: 'posted' });
    metrics.providerCalls.observe({ operation: 'submitOrder', outcome: 'ok' }, 1.5);
    const { text } = await metrics.read();
    for (const sample of [
      'teller_orders_total{kind="link",state="paid"} 2',
      'teller_notifications_total{result="not_ours"} 1',
      'teller_announcements_total{kind="paid",outcome="posted"} 1',
      'teller_provider_call_seconds_count{operation="submitOrder",outcome="ok"} 1',
      'teller_provider_call_seconds_bucket{le="1",operation="submitOrder",outcome="ok"} 0',
      'teller_provider_call_seconds_bucket{le="2",operation="submitOrder",outcome="ok"} 1',
    ])
      expect(text).toContain(sample);
  });

  test('two bots in one process have separate metrics', async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.notifications.inc({ result: 'recorded' });
    expect((await other.read()).text).not.toContain('result="recorded"');
  });

  test('what is not known of the store has no value, and is not zero', async () => {
    const metrics = createMetrics();
    const values = async () =>
      [...(await metrics.read()).text.matchAll(/^teller_(store|out|orders_out|unin)\w+ .+$/gm)].map(
        ([line]) => line,
      );
    metrics.showStore({ outboxAgeMs: 1_500, unknownOutcomes: 2, unindexedOrders: undefined });
    expect(await values()).toEqual([
      'teller_store_up 1',
      'teller_outbox_age_seconds 1.5',
      'teller_orders_outcome_unknown 2',
    ]);
    metrics.showStore(undefined);
    expect(await values()).toEqual(['teller_store_up 0']);
    metrics.showStore({ outboxAgeMs: 0, unknownOutcomes: 0, unindexedOrders: 3 });
    expect(await values()).toHaveLength(4);
  });
});
