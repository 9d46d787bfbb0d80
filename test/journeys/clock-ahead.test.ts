// The clock of Teller's machine is ahead of Slack's, by as much as Slack's signatures allow, and Slack loses an answer.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, payFor, repliesOf, type Sent, sendPrompt, theCard } from './agent.ts';
import { alertChannels } from './alert-channels.ts';
import { type Rig, startRig, until } from './rig.ts';

const MINUTE_MS = 60_000;
const ALLOWED_MS = 4.5 * MINUTE_MS;

let rig: Rig;
let aheadMs: number;
beforeEach(async () => {
  aheadMs = ALLOWED_MS;
  rig = await startRig({ APPROVER_USERGROUPS: 'U0AGENT001' }, { aheadMs: () => aheadMs });
});
afterEach(() => rig.stop());

/** Long enough for what failed to be tried again. */
async function pass(): Promise<void> {
  for (let times = 0; times < 8; times += 1) {
    rig.clock.advance(10_000);
    await rig.idle();
  }
}

/** The order's customer pays; the reply comes, and the answer to the post after it, an alert's, is lost. */
async function payAndLoseAlert({ card, reference }: Sent): Promise<void> {
  let isLost = false;
  rig.slack.onChange((change) => {
    if (isLost || change.kind !== 'posted' || !change.message.thread_ts) return;
    isLost = true;
    rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
  });
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, SAYS.paid);
}

async function switchAlertsOn() {
  const channels = alertChannels(rig);
  const finance = channels.join('finance');
  await channels.switchTo(finance, 'on');
  return () => channels.timeline(finance);
}

it('with a clock that is ahead, a reply whose answer is lost is in its thread once', async () => {
  const { card, reference } = await sendPrompt(rig);
  rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, SAYS.paid);
  await pass();
  expect(rig.replies(card)).toHaveLength(1);
});

it('with a clock that is ahead, an alert whose answer is lost is in its channel once', async () => {
  const alerts = await switchAlertsOn();
  await payAndLoseAlert(await sendPrompt(rig));
  await pass();
  expect(alerts()).toHaveLength(1);
});

it('an alert whose answer is lost is in its channel once also when the clock was an hour ahead and is set right', async () => {
  const alerts = await switchAlertsOn();
  const first = await sendPrompt(rig);
  const second = await sendPrompt(rig, { msisdn: '0722000111' });
  aheadMs = 60 * MINUTE_MS;
  await payAndLoseAlert(first);
  await rig.idle();
  aheadMs = 0;
  // What failed is tried again when Slack takes something.
  await payFor(rig, second);
  await pass();
  expect(alerts()).toHaveLength(2);
});

it('with a clock that is ahead, a card whose answer is lost is in its channel once', async () => {
  await openForm(rig, 'prompt 0712345678 1500 Flour');
  rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
  await rig.agent.submit();
  await theCard(rig, SAYS.waitingForPin);
  await pass();
  expect(rig.cards()).toHaveLength(1);
});

it('a customer’s number is erased from the thread also when the clock was ahead', async () => {
  const { card } = await payFor(rig, await sendPrompt(rig));
  expect(rig.replies(card).join()).toContain('2547xxx45678');
  await rig.agent.command(rig.slack.channels.sales, '/pay', 'forget 0712345678');
  await until(() => rig.readModal().includes('== forget =='));
  await rig.agent.submit();
  await until(() => rig.readCard(card).includes(SAYS.customerErased));
  await rig.idle();
  expect(rig.replies(card).join()).not.toContain('xxx45678');
});
