// What only Socket Mode has: connections that come and go. All other journeys run over it as well.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACK_MS } from '#test/patience.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, repliesOf, sendPrompt, theCard } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({}, { socket: true });
});
afterEach(() => rig.stop());

async function payOne(): Promise<void> {
  const { card, reference } = await sendPrompt(rig);
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, SAYS.paid);
}

describe('Socket Mode', () => {
  it('Socket Mode needs no way in for Slack: the HTTP route is not even there', async () => {
    const knock = await fetch(`${rig.botUrl}/slack/events`, { method: 'POST', body: '{}' });
    expect(knock.status).toBe(404);
    await payOne();
  });

  it('Socket Mode goes on after Slack asked to connect anew', async () => {
    rig.slack.sockets.disconnect('refresh_requested');
    await until(() => rig.slack.sockets.count() === 1);
    await payOne();
  });

  it('Socket Mode goes on after the network was gone and connecting failed for a while, and /readyz says so meanwhile', async () => {
    rig.slack.faults.next('apps.connections.open', { kind: 'reset' }, 2);
    rig.slack.faults.next('apps.connections.open', { kind: 'http500' });
    rig.slack.sockets.cut();
    await until(async () => (await fetch(`${rig.botUrl}/readyz`)).status === 503);
    const { faults } = (await (await fetch(`${rig.botUrl}/readyz`)).json()) as { faults: string[] };
    if (rig.slack.sockets.count() === 0) expect(faults).toContain(SAYS.slackNotConnected);
    // Its three pauses are seven seconds. Moving the clock could end the limit of the try that succeeds.
    await until(() => rig.slack.sockets.count() === 1);
    await payOne();
    expect((await fetch(`${rig.botUrl}/readyz`)).status).toBe(200);
  });

  it('Socket Mode carries out a form whose acknowledgement finds the socket closed', async () => {
    await rig.stop();
    rig = await startRig({}, { socket: true, ackMs: ACK_MS });
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    const cut = Promise.withResolvers<void>();
    rig.slack.faults.next('conversations.info', { kind: 'slow', until: cut.promise });
    const before = rig.slack.callsTo('conversations.info').length;
    const submitted = rig.agent.submit();
    await until(() => rig.slack.callsTo('conversations.info').length > before);
    rig.slack.faults.next('apps.connections.open', { kind: 'reset' }, 2);
    rig.slack.sockets.cut();
    cut.resolve();
    await submitted;
    await theCard(rig, SAYS.waitingForPin);
    expect(rig.provider.prompts).toHaveLength(1);
  });
});
