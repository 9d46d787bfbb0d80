// What /metrics says after something has happened: the objectives, what is stuck, and what cannot be read.
import { rename } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, repliesOf, sendPrompt, theCard } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({ METRICS_TOKEN: 'a-token-of-prometheus' });
});
afterEach(() => rig.stop());

/** By name with labels. */
async function metrics(): Promise<(series: string) => number> {
  const headers = { authorization: 'Bearer a-token-of-prometheus', connection: 'close' };
  const text = await (await fetch(`${rig.botUrl}/metrics`, { headers })).text();
  expect(text).not.toMatch(/0712345678|254712345678|flour/i);
  const values = new Map(
    text.split('\n').map((line): [string, number] => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at))];
    }),
  );
  return (series) => values.get(series) ?? Number.NaN;
}

describe('the metrics', () => {
  it('a payment that is told is measured once, from its notification, and every request of Slack until its answer', async () => {
    const { reference, card } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.provider.customer.pay(reference).catch(() => undefined);
    await rig.idle();
    const value = await metrics();
    expect(value('teller_payment_announced_seconds_count')).toBe(1);
    expect(value('teller_payment_announced_seconds_bucket{le="30"}')).toBe(1);
    const answers = value('teller_slack_answer_seconds_count{outcome="ok"}');
    expect(answers).toBeGreaterThan(1);
    expect(value('teller_slack_answer_seconds_bucket{le="10",outcome="ok"}')).toBe(answers);
    expect(value('teller_slack_answer_seconds_count{outcome="failed"}')).toBe(0);
    expect(value('teller_checks_total{outcome="ok"}')).toBeGreaterThan(0);
    expect(value('teller_checks_total{outcome="failed"}')).toBe(0);
    expect(value('teller_orders_outcome_unknown')).toBe(0);
    expect(value('teller_announcements_abandoned_total')).toBe(0);
  });

  it('a prompt whose answer was lost counts as unknown after ten minutes, its checks as failed, until the service answers', async () => {
    rig.provider.faults.lostAnswer({ operation: 'push', times: 1 });
    const down = rig.provider.faults.unavailable({ operation: 'getTransactionByMerchantReference' });
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    await rig.agent.submit();
    await until(() => rig.provider.prompts.length === 1);
    await theCard(rig, SAYS.noProviderAnswerYet);
    await rig.idle();
    expect((await metrics())('teller_orders_outcome_unknown')).toBe(0);
    for (const wait of [60_000, 180_000, 400_000]) {
      rig.clock.advance(wait);
      await rig.idle();
    }
    // A check that gets no answer asks three times, with pauses in which nothing is under way.
    await until(async () => (await metrics())('teller_checks_total{outcome="failed"}') > 0);
    expect((await metrics())('teller_orders_outcome_unknown')).toBe(1);
    down.end();
    rig.clock.advance(15 * 60_000);
    await until(async () => (await metrics())('teller_orders_outcome_unknown') === 0);
  });

  it('Outbox age: grows while Slack takes no messages, and is 0 once they are posted', async () => {
    const { reference, card } = await sendPrompt(rig);
    await rig.idle();
    rig.slack.faults.always('chat.postMessage', { kind: 'http500' });
    await rig.provider.customer.pay(reference);
    for (let minutes = 0; minutes < 5; minutes += 1) {
      rig.clock.advance(60_000);
      await rig.idle();
    }
    const age = (await metrics())('teller_outbox_age_seconds');
    expect(age).toBeGreaterThan(200);
    expect(age).toBeLessThan(900);
    rig.slack.faults.off();
    rig.clock.advance(60_000);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.idle();
    expect((await metrics())('teller_outbox_age_seconds')).toBe(0);
  });

  it('while the store cannot be used its gauges have no value in place of an old one, one says so, and everything else is read', async () => {
    const ofTheStore = ['outbox_age_seconds', 'orders_outcome_unknown'];
    const read = async () => {
      const value = await metrics();
      return ['store_up', ...ofTheStore, 'announcements_abandoned_total'].map((name) =>
        value(`teller_${name}`),
      );
    };
    expect(await read()).toEqual([1, 0, 0, 0]);
    const file = rig.storeUrl.replace('sqlite:', '');
    await rename(file, `${file}-elsewhere`);
    expect(await read()).toEqual([0, Number.NaN, Number.NaN, 0]);
    await rename(`${file}-elsewhere`, file);
    expect(await read()).toEqual([1, 0, 0, 0]);
  });
});
