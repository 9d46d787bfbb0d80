// Slack did not hear that a step was taken, and sends it again when something speaks against it by then.
import { expect, it, onTestFinished } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, theCard } from './agent.ts';
import { startRig, until } from './rig.ts';

it('a custom step of Workflow Builder whose order is saved does not fail when Slack sends it again and cannot say who may act', async () => {
  // Over a socket nothing but the wrapping differs.
  const rig = await startRig({}, { socket: false });
  onTestFinished(() => rig.stop());
  rig.slack.faults.next('functions.completeSuccess', { kind: 'rateLimited', retryAfterSeconds: 300 });
  const run = await rig.slack.runFunction('create_link', {
    agent: rig.agent.id,
    channel: rig.slack.channels.sales,
    amount: '2500',
    currency: 'KES',
    description: 'School fees',
  });
  const { card, reference } = await theCard(rig, SAYS.waitingForPayment);
  await until(() => rig.slack.callsTo('functions.completeSuccess').length === 1);

  const delivered = rig.slack.deliveries.find(({ envelope }) => envelope.kind === 'events_api');
  rig.slack.faults.next('users.info', { kind: 'error', code: 'internal_error' });
  rig.clock.advance(100_000);
  const again = await rig.slack.sendRaw(JSON.stringify(delivered?.envelope.payload), {
    contentType: 'application/json',
  });
  expect(again.status).toBe(200);
  expect(rig.slack.callsTo('functions.completeError')).toEqual([]);

  rig.clock.advance(300_000);
  await until(() => rig.slack.functionRuns[0]?.state === 'completed');
  expect(run.error).toBeUndefined();
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, SAYS.paid);
  expect(rig.cards()).toHaveLength(1);
});
