// What the replies in an order's thread hold, and how little room those take that the channel sees too.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Message } from '#sandbox/slack/state/model.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { follow, repliesTo, request } from './request.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

/** The lines without what Slack itself adds. */
function linesOf(message: Message | undefined): string[] {
  if (!message) throw new Error('there is no message');
  return renderMessage(message)
    .split('\n')
    .filter((line) => !/^\(.*\)$/.test(line));
}

it('Paid: the reply has amount, method, code, the provider’s masked payer and a Slack date', async () => {
  const sent = await request(rig, 'prompt 0712345678 1500 Flour');
  await follow(rig, sent, () => rig.provider.customer.pay(sent.reference));
  const { confirmation_code, payment_account } = rig.provider.find(sent.reference)?.payment ?? {};
  const [reply] = repliesTo(rig, sent);
  const raw = JSON.stringify(reply?.blocks);
  expect(payment_account).toMatch(/x/);
  for (const part of ['KES 1,500.00', 'M-PESA', String(confirmation_code), String(payment_account)])
    expect(raw).toContain(part);
  expect(raw).toMatch(/<!date\^\d{10}\^|"type":"date"/);
});

it('Paid: the reply in the channel and the alert are one line each', async () => {
  const { finance } = rig.slack.channels;
  rig.slack.invite(finance, rig.slack.botUserId);
  let last: Message | undefined;
  await rig.agent.command(finance, '/pay', 'alerts on');
  await until(() => rig.slack.messages(finance).length === 1);
  // The first such reply in a channel also says how to switch them off.
  for (const words of ['prompt 0712345678 900 Salt', 'prompt 0733000002 1500 Two bags of flour and sugar']) {
    const sent = await request(rig, words, { values: { first_name: 'Jane', last_name: 'Wanjiru' } });
    await follow(rig, sent, () => rig.provider.customer.pay(sent.reference));
    last = repliesTo(rig, sent)[0];
  }
  expect(last?.subtype).toBe('thread_broadcast');
  expect(linesOf(last)).toHaveLength(1);
  await until(() => rig.slack.messages(finance).length === 3);
  for (const alert of rig.slack.messages(finance).slice(1)) expect(linesOf(alert)).toHaveLength(1);
});

it.each([
  ['its code', { payment_status_code: 'odd_limit_7', description: 'FAILED' }, 'odd_limit_7'],
  ['its description', { payment_status_code: '', description: 'Daily limit 7 reached' }, 'Daily limit 7'],
])('Failed: the reply says why the provider refused it (%s)', async (_, why, shown) => {
  const sent = await request(rig, 'prompt 0712345678 1500 Flour');
  await follow(rig, sent, () => rig.provider.customer.decline(sent.reference, why));
  const [reply] = repliesTo(rig, sent);
  expect(reply?.subtype).toBeUndefined();
  expect(linesOf(reply).join('\n')).toContain(shown);
});
