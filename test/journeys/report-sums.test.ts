// How a report adds up, sorts its parts, and where its day begins.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { createLink, type Sent, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

async function paid(sent: Sent, how = {}): Promise<void> {
  rig.agent.close();
  await rig.provider.customer.pay(sent.reference, how);
  await until(() => rig.readCard(sent.card).includes(':white_check_mark:'));
  await rig.idle();
}

async function reportOf(words: string): Promise<string> {
  const direct = () => rig.slack.history(rig.slack.dmOf(rig.agent.id)).length;
  const before = direct();
  await rig.agent.command(rig.slack.channels.sales, '/pay', `report ${words}`);
  await rig.idle();
  const messages = rig.slack.history(rig.slack.dmOf(rig.agent.id));
  return messages
    .slice(0, direct() - before)
    .map((message) => renderMessage(message))
    .join('\n');
}

it('Report: cents are added exactly, and currencies stay apart', async () => {
  for (const amount of ['0.1', '0.2'])
    await paid(await createLink(rig, { amount, currency: 'USD' }), { payment_method: 'Visa' });
  await paid(await sendPrompt(rig));
  const report = await reportOf('today');
  expect(report).toContain('USD 0.30');
  expect(report).toContain('KES 1,500.00');
});

it('Report: methods are sorted by amount, and not by the text of it', async () => {
  await paid(await createLink(rig, { amount: '9' }), { payment_method: 'Visa' });
  await paid(await createLink(rig, { amount: '10' }), { payment_method: 'MasterCard' });
  const report = await reportOf('today');
  expect(report.indexOf('10.00')).toBeGreaterThan(-1);
  expect(report.indexOf('MasterCard')).toBeGreaterThan(-1);
  expect(report.indexOf('MasterCard')).toBeLessThan(report.indexOf('Visa'));
});

it.each([
  ['2031-03-01T20:59:59.999Z', false],
  ['2031-03-01T21:00:00.000Z', true],
])('Report: a payment of %s is one of 2 March: %s', async (time, isIn) => {
  rig.clock.hold();
  rig.clock.advance(Date.parse(time) - 60_000 - rig.clock.now());
  await rig.idle();
  const sent = await sendPrompt(rig);
  rig.clock.advance(Date.parse(time) - rig.clock.now());
  await paid(sent);
  rig.clock.advance(12 * 60 * 60_000);
  await rig.idle();
  expect((await reportOf('2031-03-02')).includes('1,500.00')).toBe(isIn);
});
