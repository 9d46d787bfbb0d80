// What customers, agents and the provider write stays inert wherever Slack reads formatting: in mrkdwn, and in the `text` of a
// message, of which Slack makes notifications and in which it finds mentions although the blocks are literal.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, repliesOf, sendPrompt, shownTo, submitPrompt, theCard } from './agent.ts';
import { alertChannels } from './alert-channels.ts';
import {
  APPROVER,
  approver,
  asking,
  askRefund,
  declineBecause,
  directTo,
  startApproversRig,
} from './approvers.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const NASTY =
  '<!channel> <@U0AGENT002> *bold* `code` <https://evil.example|click> &amp; \u202Eesrever :bomb: 🧾';
const LONG = `${NASTY} ${'x'.repeat(3_000)}`;
const ACTIVE = /<!channel>|<@U0AGENT002>|\*bold\*|evil\.example|<!here>|:bomb:|\u202E/;

/** Whatever Slack would read as formatting: mrkdwn of blocks, and the text for notifications. */
function readBySlack(): string {
  return rig.slack.calls
    .filter(({ method }) => /^(chat|views)\./.test(method))
    .flatMap(({ args }) => [
      ...(JSON.stringify(args).match(/"type":"mrkdwn","text":"(?:[^"\\]|\\.)*"/g) ?? []),
      String(args['text']),
    ])
    .join('\n');
}

function expectInert(): void {
  expect(readBySlack()).not.toMatch(ACTIVE);
  const refused = rig.slack.calls.filter(({ answer }) =>
    /invalid|too_long/.test(String(answer?.['error'] ?? '')),
  );
  expect(refused).toEqual([]);
}

describe('hostile text', () => {
  it('stays inert in the fields of a form and in a refusal', async () => {
    rig.provider.faults.refuse({ code: LONG, message: LONG }, { operation: 'push' });
    await openForm(rig, 'prompt 0712345678 1500 shoes');
    await rig.agent.submit({
      description: NASTY.repeat(2).slice(0, 200),
      first_name: '<!here>',
      last_name: '*Jane*',
    });
    const { card } = await theCard(rig, SAYS.notSentAmount('00'));
    await repliesOf(rig, card, 1, SAYS.notSentAmount('00'));
    expectInert();
    expect(JSON.stringify(rig.slack.messages(card.channel))).not.toContain('\u202E');
  });

  it('stays inert in how a payment ended, and in what is searched for', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.decline(reference, { payment_status_code: LONG, description: LONG });
    await repliesOf(rig, card, 1, SAYS.notPaidAmount('00'));
    rig.clock.advance(5_000);
    await rig.provider.customer.pay(reference, { payment_method: NASTY });
    await repliesOf(rig, card, 2, SAYS.paid);
    await rig.agent.command(card.channel, '/pay', `status ${'<!channel>'.repeat(3)}`);
    await until(() => shownTo(rig).length === 1);
    await rig.agent.command(card.channel, '/pay', NASTY);
    await until(() => shownTo(rig).length === 2);
    expectInert();
  });

  it('stays inert in the text of alerts, direct messages, lists and requests', async () => {
    const channels = alertChannels(rig);
    const finance = channels.join('finance');
    await channels.switchTo(finance, 'on');
    await openForm(rig, 'prompt 0712345678 1500 shoes');
    const values = { description: NASTY, first_name: '<!here>', last_name: '<!channel>' };
    const { card, reference } = await submitPrompt(rig, values);
    rig.agent.close();
    await rig.provider.customer.pay(reference, { payment_method: '<!channel>' });
    await repliesOf(rig, card, 1, SAYS.paid);
    await until(() => channels.timeline(finance).length === 1);
    await askRefund(rig, card, NASTY);
    await until(() => directTo(rig, APPROVER).length > 0);
    await declineBecause(rig, approver(rig), asking(rig, card), NASTY);
    await repliesOf(rig, card, 3, SAYS.paid);
    for (const [index, words] of ['open', `history ${reference}`, 'find channel', 'report'].entries()) {
      await rig.agent.command(card.channel, '/pay', words);
      await until(() => shownTo(rig).length > index);
    }
    expectInert();
    const texts = rig.slack.callsTo('chat.postMessage').map(({ args }) => String(args['text']));
    expect(texts.filter((text) => text.includes('channel')).length).toBeGreaterThanOrEqual(4);
  });
});
