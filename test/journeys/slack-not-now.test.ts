// Slack refuses a message for now, or with a code that nobody knows: it is told all the same, once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, type Sent, sendPrompt } from './agent.ts';
import { alertChannels } from './alert-channels.ts';
import { checkFile, confirm, manyRows, pass } from './bulks.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const HOUR = 3_600;
const unheardOf = { kind: 'error', code: 'unheard_of' } as const;

const directly = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id)).map((one) => renderMessage(one));

async function sendAndClose(): Promise<Sent> {
  const sent = await sendPrompt(rig);
  rig.agent.close();
  await rig.idle();
  return sent;
}

describe.each(['rate_limited', 'org_login_required'])('while Slack answers %s', (code) => {
  it('a payment waits, and is told in its thread and on its card when Slack takes messages again', async () => {
    const { card, reference } = await sendAndClose();
    rig.slack.faults.always('chat.postMessage', { kind: 'error', code });
    rig.slack.faults.always('chat.update', { kind: 'error', code });
    await rig.provider.customer.pay(reference);
    await pass(rig, HOUR, 300);
    expect([...rig.replies(card), ...directly()]).toEqual([]);
    rig.slack.faults.off();
    await pass(rig, HOUR, 900);
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(directly()).toEqual([]);
  });

  it('an alert waits for its channel, and is posted once', async () => {
    const channels = alertChannels(rig);
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on');
    const { card, reference } = await sendPrompt(rig);
    let isDone = false;
    rig.slack.onChange((change) => {
      if (isDone || change.kind !== 'posted' || !change.message.thread_ts) return;
      isDone = true;
      rig.slack.faults.next('chat.postMessage', { kind: 'error', code });
    });
    await rig.provider.customer.pay(reference);
    await until(() => rig.replies(card).length > 0);
    await pass(rig, 600, 20);
    expect(channels.timeline(finance)).toHaveLength(1);
  });

  it('a bulk waits, and does not end as if its channel were gone', async () => {
    await checkFile(rig, manyRows(3));
    rig.slack.faults.next('chat.postMessage', { kind: 'error', code });
    await confirm(rig);
    await pass(rig, 60);
    expect(rig.provider.prompts).toHaveLength(3);
  });
});

describe('a payment that Slack refuses with a code that nobody knows', () => {
  it('is told to its agent directly after a day, once, and until then the thread is tried ever more slowly', async () => {
    const { card, reference } = await sendAndClose();
    rig.slack.faults.next('chat.postMessage', unheardOf);
    rig.slack.faults.always('conversations.replies', unheardOf);
    await rig.provider.customer.pay(reference);
    await pass(rig, 23 * HOUR, HOUR);
    expect(directly()).toEqual([]);
    expect(rig.slack.callsTo('conversations.replies').length).toBeLessThan(200);
    await pass(rig, 2 * HOUR, HOUR);
    const tried = rig.slack.callsTo('conversations.replies').length;
    await pass(rig, 24 * HOUR, HOUR);
    expect(directly()).toEqual([expect.stringContaining(SAYS.receivedAmount('KES 1,500.00'))]);
    expect(rig.replies(card)).toEqual([]);
    expect(rig.slack.callsTo('conversations.replies')).toHaveLength(tried);
  });

  it('is told to its agent directly when Slack takes no message at all for longer than a day and then does', async () => {
    const { card, reference } = await sendAndClose();
    rig.slack.faults.always('chat.postMessage', unheardOf);
    await rig.provider.customer.pay(reference);
    await pass(rig, 36 * HOUR, HOUR);
    rig.slack.faults.next('conversations.replies', unheardOf, 1);
    rig.slack.faults.off('chat.postMessage');
    await pass(rig, HOUR, 900);
    expect([...directly(), ...rig.replies(card)]).toEqual([
      expect.stringContaining(SAYS.receivedAmount('KES 1,500.00')),
    ]);
  });

  it('is given up after two days where Slack takes it nowhere, and payments of other orders are told meanwhile', async () => {
    const { reference } = await sendAndClose();
    rig.slack.faults.next('chat.postMessage', unheardOf);
    rig.slack.faults.always('conversations.replies', unheardOf);
    rig.slack.faults.always('conversations.open', unheardOf);
    await rig.provider.customer.pay(reference);
    await pass(rig, HOUR, 900);
    const other = await sendAndClose();
    await rig.provider.customer.pay(other.reference);
    await repliesOf(rig, other.card, 1, SAYS.paid);
    await pass(rig, 49 * HOUR, HOUR);
    const tried = rig.slack.callsTo('conversations.open').length;
    expect(tried).toBeLessThan(200);
    await pass(rig, 24 * HOUR, HOUR);
    expect(rig.slack.callsTo('conversations.open')).toHaveLength(tried);
  });
});
