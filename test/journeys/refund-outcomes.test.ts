// What becomes of a refund at the provider: refused, asked for elsewhere, not answered, never carried out.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import {
  createLink,
  createMonthlyLink,
  letCopiesPass,
  repliesOf,
  sendPrompt,
  submitPrompt,
} from './agent.ts';
import {
  APPROVER,
  approvedRefund,
  approver,
  asking,
  askRefund,
  codeOf,
  directTo,
  newest,
  notes,
  openRefund,
  otherApprover,
  paidPrompt,
  refundForm,
  replyWith,
  startApproversRig,
} from './approvers.ts';
import { goToNoon } from './noon.ts';
import { renderMessage } from './reading.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const DAY = 24 * 60 * 60_000;
const calls = () => rig.provider.requestsTo('requestRefund').length;

describe('a refund at the payment service', () => {
  it('what the service refuses is told with its words, and may be asked for anew', async () => {
    const error = { code: 'refund_rejected', message: 'Refund rejected' };
    rig.provider.faults.refuse(error, { operation: 'requestRefund', times: 1 });
    const { card } = await approvedRefund(rig);
    await until(() => rig.readCard(card).includes(SAYS.refundRefused('Refund rejected')));
    expect(rig.replies(card).join()).toContain(SAYS.pesapalSaid('Refund rejected'));
    await askRefund(rig, card, 'Once more');
    await approver(rig).click(asking(rig, card), 'approve');
    await until(() => rig.readCard(card).includes(SAYS.stillToCarryOut));
    expect(calls()).toBe(2);
  });

  it('a request that somebody has made elsewhere is said, and the card does not call it ours', async () => {
    const sent = await paidPrompt(rig);
    await requestExternally(codeOf(rig, sent.card));
    await askRefund(rig, sent.card);
    await approver(rig).click(asking(rig, sent.card), 'approve');
    await until(() => rig.readCard(sent.card).includes(SAYS.notThroughTeller));
    expect(rig.replies(sent.card).join()).toContain(SAYS.notThroughTeller);
  });

  it('of a request that somebody has made elsewhere the whole payment goes back, in the thread, on the card and in the books', async () => {
    goToNoon(rig);
    const sent = await createLink(rig);
    await rig.provider.customer.pay(sent.reference, { payment_method: 'Visa' });
    await repliesOf(rig, sent.card, 1, SAYS.paid);
    rig.agent.close();
    await requestExternally(codeOf(rig, sent.card));
    await openRefund(rig, sent.card);
    await rig.agent.submit({ amount: '1000', remarks: 'One of two' });
    await until(() => rig.replies(sent.card).some((reply) => reply.includes('[approve]')));
    await approver(rig).click(asking(rig, sent.card), 'approve');
    await until(() => rig.replies(sent.card).at(-1)?.includes(SAYS.notThroughTeller));
    // Nobody here knows how much was asked for elsewhere.
    expect(rig.replies(sent.card).at(-1)).not.toContain('1,000');
    await until(() => rig.readCard(sent.card).includes(SAYS.notThroughTeller));
    letCopiesPass(rig);
    await rig.provider.operator.approve(codeOf(rig, sent.card));
    await until(() => rig.readCard(sent.card).includes(SAYS.paidBackAmount('KES 2,500.00')));
    expect(rig.readCard(sent.card)).toContain(SAYS.refundedBefore);
    expect(rig.replies(sent.card).at(-1)).toContain(SAYS.paidBackAmount('KES 2,500.00'));
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'report today');
    const report = () => directTo(rig, rig.agent.id).map((message) => renderMessage(message));
    await until(() => report().some((text) => text.includes(SAYS.paidBackCapital)));
    expect(report().join()).toContain('– KES 2,500.00 · 1');
    const file = () => String(rig.slack.files()[0]?.content);
    await until(() => file().includes('"-2500","Reversal"'));
    expect(file()).not.toContain('"-1000"');
  });

  it('an answer that was lost is asked for once more, and settles it', async () => {
    rig.provider.faults.lostAnswer({ operation: 'requestRefund', times: 1 });
    const { card } = await approvedRefund(rig);
    await until(() => calls() === 1);
    await rig.idle();
    await until(() => rig.readCard(card).includes(SAYS.refundBeingRequested));
    rig.clock.advance(60_000);
    await until(() => rig.readCard(card).includes(SAYS.stillToCarryOut));
    await rig.idle();
    expect(calls()).toBe(2);
    expect(rig.provider.refunds()).toHaveLength(1);
  });

  it('when no answer comes twice it is never asked for again: an approver says what became of it', async () => {
    rig.provider.faults.lostAnswer({ operation: 'requestRefund' });
    const { card, reference } = await approvedRefund(rig);
    await until(() => calls() === 1);
    await rig.idle();
    rig.clock.advance(60_000);
    await until(() => rig.readCard(card).includes(SAYS.refundNotAnswered));
    const reply = () => replyWith(rig, card, SAYS.notKnownWhether);
    const said = () => rig.replies(card).join();
    await until(() => said().includes('[refund_done] [refund_not_done]'));
    expect(said()).toContain(SAYS.approverLooksAndSays);
    rig.provider.faults.clear();
    rig.clock.advance(DAY);
    await rig.idle();
    expect(calls()).toBe(2);

    await rig.agent.click(reply(), 'refund_not_done');
    await until(() => notes(rig, rig.agent).some((text) => text.includes(SAYS.onlyApprovers)));
    await approver(rig).click(reply(), 'refund_not_done');
    await until(() => rig.readCard(card).includes(SAYS.notCarriedOut));
    expect(said()).toContain(SAYS.personSaysAmount(`@${APPROVER}`, 'KES 1,500.00'));
    await until(() => !said().includes('[refund_done]'));
    expect(said()).not.toContain(SAYS.approverLooks);
    expect(rig.readCard(card)).toContain(SAYS.paidAmount('KES 1,500.00'));
    await otherApprover(rig)
      .click(reply(), 'refund_done', { isOld: true })
      .catch(() => undefined);
    await rig.idle();
    expect(rig.readCard(card)).toContain(SAYS.paidAmount('KES 1,500.00'));
    await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${reference}`);
    await until(() => notes(rig, rig.agent).at(-1)?.includes(SAYS.payBackInDashboard));
  });

  it('an approver who says that it was paid back makes the order paid back, with their name', async () => {
    rig.provider.faults.lostAnswer({ operation: 'requestRefund' });
    const { card } = await approvedRefund(rig);
    await until(() => calls() === 1);
    await rig.idle();
    rig.clock.advance(60_000);
    await until(() => rig.replies(card).some((text) => text.includes('[refund_done]')));
    await approver(rig).click(replyWith(rig, card, SAYS.notKnownWhether), 'refund_done');
    await until(() => rig.readCard(card).includes(SAYS.paidBackAmount('KES 1,500.00')));
    expect(rig.replies(card).join()).toContain(`says @${APPROVER}`);
    expect(rig.readCard(card)).toContain(SAYS.checkedBy(`@${APPROVER}`));
  });

  it('a refund that the service has not carried out in thirty days is told once, and an approver ends it', async () => {
    const { card } = await approvedRefund(rig);
    await until(() => rig.readCard(card).includes(SAYS.stillToCarryOut));
    for (let day = 0; day < 31; day += 1) {
      await rig.idle();
      rig.clock.advance(DAY);
    }
    await until(() => rig.replies(card).some((text) => text.includes(SAYS.noRefundAnswer)));
    await rig.idle();
    const said = () => rig.replies(card).filter((text) => text.includes(SAYS.days30));
    expect(said()).toEqual([expect.stringContaining(SAYS.saysHowItWent)]);
    expect(rig.readCard(card)).toContain(SAYS.paidAmount('KES 1,500.00'));
    await approver(rig).click(replyWith(rig, card, '30 days'), 'refund_done');
    await until(() => rig.readCard(card).includes(SAYS.paidBackAmount('KES 1,500.00')));
    await until(() => !said().join().includes(SAYS.saysHowItWent));
    expect(calls()).toBe(1);
  });
});

describe('charges and payments that came twice', () => {
  it('each charge of a recurring payment is paid back by itself, from the menu of its reply', async () => {
    const sent = await createMonthlyLink(rig, { account_number: 'SUBSCRIBER-7' });
    await rig.provider.customer.pay(sent.reference);
    await until(() => rig.readCard(sent.card).includes(SAYS.chargesPaid('1', '12')));
    rig.agent.close();
    rig.clock.advance(Date.parse('2031-01-15T09:00:00Z') - rig.clock.now());
    await rig.provider.customer.charge(sent.reference);
    await until(() => rig.readCard(sent.card).includes(SAYS.chargesPaid('2', '12')));
    const charge = replyWith(rig, sent.card, SAYS.chargeOf);
    const value = /refund_order:[^"]+/.exec(JSON.stringify(charge.blocks))?.[0] ?? '';
    await rig.agent.select(charge, 'order_menu', value);
    await refundForm(rig);
    expect(rig.readModal().split('\n')).toContain(SAYS.referenceLine(sent.reference));
    await rig.agent.submit({ remarks: 'Left the gym' });
    await until(() => rig.replies(sent.card).some((text) => text.includes('[approve]')));
    expect(JSON.stringify(asking(rig, sent.card).blocks)).toContain(
      SAYS.refundForOrder(sent.reference, 'School fees'),
    );
    await approver(rig).click(asking(rig, sent.card), 'approve');
    await until(() => rig.replies(sent.card).some((text) => text.includes(SAYS.stillToCarryOut)));
    expect(rig.provider.refunds()).toHaveLength(1);
    const [refund] = rig.provider.refunds();
    letCopiesPass(rig);
    await rig.provider.operator.approve(refund?.confirmation_code ?? '');
    await until(() => rig.readCard(sent.card).includes(SAYS.chargesPaid('1', '12')));
    expect(rig.readCard(sent.card)).not.toContain(SAYS.paidBack);
  });

  it('a charge whose code the service says later is checked from the menu of its reply, and can then be paid back', async () => {
    const sent = await createMonthlyLink(rig);
    await rig.provider.customer.pay(sent.reference);
    await until(() => rig.readCard(sent.card).includes(SAYS.chargesPaid('1', '12')));
    rig.agent.close();
    const { order_tracking_id: id } = await rig.provider.customer.charge(sent.reference, { notify: false });
    const payment = rig.provider.find(id)?.payment;
    const code = payment?.confirmation_code ?? '';
    Object.assign(payment ?? {}, { confirmation_code: '' });
    await rig.provider.notify(id);
    await until(() => rig.readCard(sent.card).includes(SAYS.chargesPaid('2', '12')));
    await rig.idle();
    const charge = replyWith(rig, sent.card, SAYS.chargeOf);
    Object.assign(payment ?? {}, { confirmation_code: code });
    const value = /check_order:[^"]+/.exec(JSON.stringify(charge.blocks))?.[0] ?? '';
    await rig.agent.select(charge, 'order_menu', value);
    await until(() => notes(rig, rig.agent).at(-1)?.includes(code));
    await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${code}`);
    await refundForm(rig);
  });

  it('an order that was paid twice offers Refund on both cards', async () => {
    const first = await sendPrompt(rig);
    await rig.provider.customer.decline(first.reference);
    await until(() => rig.readCard(first.card).includes('[send_again]'));
    rig.agent.close();
    await rig.agent.click(newest(rig, first.card), 'send_again');
    await until(() => rig.readModal().includes('== send_prompt =='));
    const { card: second } = await submitPrompt(rig);
    await rig.provider.customer.pay(first.reference);
    await rig.provider.customer.pay(String(second.metadata?.event_payload['reference']));
    await until(
      () =>
        rig.readCard(first.card).includes('[refund_order]') &&
        rig.readCard(second).includes('[refund_order]'),
    );
    await rig.agent.click(newest(rig, second), 'refund_order');
    await refundForm(rig);
  });
});

/** Somebody asks the provider in its dashboard. */
async function requestExternally(code: string, amount = 1500): Promise<void> {
  const { baseUrl, consumerKey, consumerSecret } = rig.provider;
  const post = async (path: string, body: unknown, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, string>;
  };
  const credentials = { consumer_key: consumerKey, consumer_secret: consumerSecret };
  const { token } = await post('/Auth/RequestToken', credentials);
  const request = { confirmation_code: code, amount, username: 'Owner', remarks: 'In the dashboard' };
  await post('/Transactions/RefundRequest', request, token);
}
