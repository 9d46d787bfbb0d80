// An order and the one that was sent again for it are both paid after all.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { answerTo, repliesOf, type Sent, tick } from './agent.ts';
import { asking, askRefund, openRefund, refundForm } from './approvers.ts';
import { goToNoon } from './noon.ts';
import { renderMessage } from './reading.ts';
import { newest, openAgain, sendDeclined, submitAgain } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

const MINUTE = 60_000;

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

/** The first is declined and sent again, and then paid by hand; nobody has answered the second. */
async function payFirstOfTwo(): Promise<{ first: Sent; second: Sent }> {
  const first = await sendDeclined(rig);
  await openAgain(rig, newest(rig, first.card));
  const second = await submitAgain(rig);
  rig.clock.advance(5_000);
  await rig.provider.customer.pay(first.reference);
  return { first, second };
}

describe('paid twice', () => {
  it('an order and the one sent again for it that are both paid are told of in both threads, once, with both codes', async () => {
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const second = await submitAgain(rig);
    await rig.provider.customer.pay(second.reference);
    await repliesOf(rig, second.card, 1, SAYS.paid);
    rig.clock.advance(MINUTE);
    await rig.provider.customer.pay(first.reference);
    const codes = [first, second].map(
      ({ reference }) => rig.provider.find(reference)?.payment?.confirmation_code ?? 'none',
    );
    for (const { card } of [first, second]) {
      await until(() => rig.replies(card).some((reply) => reply.includes(SAYS.duplicatePayment)));
      await until(() => rig.readCard(card).includes(SAYS.paidTwice));
    }
    await rig.idle();
    for (const { card } of [first, second]) {
      const told = rig.replies(card).filter((reply) => reply.includes(SAYS.duplicatePayment));
      expect(told).toHaveLength(1);
      expect(told[0]).toContain(codes[0]);
      expect(told[0]).toContain(codes[1]);
      expect(told[0]).toContain('(also sent to the channel)');
    }
  });

  it('the first order that is paid while the second still waits says that the second must be cancelled', async () => {
    const { first, second } = await payFirstOfTwo();
    await until(() => rig.replies(first.card).some((reply) => reply.includes(SAYS.canStillBePaid)));
    expect(rig.replies(first.card).at(-1)).toContain(second.reference);
  });

  it('the second order that is declined after the first was paid is not said to be sent again', async () => {
    const { first, second } = await payFirstOfTwo();
    await until(() => rig.readCard(second.card).includes(SAYS.alreadyPaid));
    await rig.provider.customer.decline(second.reference);
    await until(() => rig.replies(second.card).some((reply) => reply.includes(SAYS.notPaidSentence)));
    expect(rig.replies(second.card).at(-1)).toContain(SAYS.nothingToSendAgain(first.reference));
    expect(rig.readCard(second.card)).not.toContain('[send_again]');
    expect(rig.readCard(second.card)).toContain('[cancel_order]');
  });

  it('the second order that still waits after the first was paid is listed, and its money is outstanding nowhere', async () => {
    goToNoon(rig);
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const second = await submitAgain(rig);
    expect(await answerTo(rig, 'open')).toContain(SAYS.openOutstanding('1', 'KES 1,500.00'));
    rig.clock.advance(5_000);
    await rig.provider.customer.pay(first.reference);
    await until(() => rig.readCard(second.card).includes(SAYS.alreadyPaid));
    await rig.idle();
    const list = await answerTo(rig, 'open');
    expect(list).toContain(SAYS.todayOpen(SAYS.inPayments('KES 1,500.00', '1 payment'), '1', 'KES 0.00'));
    expect(list).toContain(SAYS.duplicateCancelIt(first.reference));
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'report today');
    const reports = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id)).map((one) => renderMessage(one));
    await until(() => reports().some((text) => text.includes(SAYS.inPayment)));
    expect(reports().at(-1)).toContain(SAYS.unpaidSectionEmpty);
  });

  it('a prompt that is sent again does not ring once the first is told as paid, however slow Slack is with its card', async () => {
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const { promise: toldOfFirst, resolve } = Promise.withResolvers<void>();
    rig.slack.faults.next('chat.postMessage', { kind: 'slow', until: toldOfFirst });
    const posts = rig.slack.callsTo('chat.postMessage').length;
    await rig.agent.submit();
    await until(() => rig.slack.callsTo('chat.postMessage').length > posts);
    await rig.provider.customer.pay(first.reference);
    await until(() => rig.readCard(first.card).includes(SAYS.paid));
    resolve();
    await until(() => rig.cards().some((card) => rig.readCard(card).includes(SAYS.notSent)));
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(1);
    const [own, ...others] = rig.cards().filter(({ ts }) => ts !== first.card.ts);
    expect(others).toEqual([]);
    expect(own && rig.readCard(own)).toContain(SAYS.otherIsPaid(first.reference));
    expect(own && rig.readCard(own)).toContain(SAYS.notSent);
  });

  it('of three payments each thread tells, and what was told is not told again when one of them is paid back', async () => {
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const second = await submitAgain(rig);
    await rig.provider.customer.decline(second.reference);
    await until(() => rig.readCard(second.card).includes('[send_again]'));
    rig.agent.close();
    await openAgain(rig, newest(rig, second.card));
    const third = await submitAgain(rig);
    const told = ({ card }: Sent) =>
      rig.replies(card).filter((reply) => reply.includes(SAYS.duplicatePayment));
    await rig.provider.customer.pay(third.reference);
    await rig.provider.customer.pay(first.reference);
    for (const one of [first, third]) await until(() => told(one).length === 1);
    rig.clock.advance(MINUTE);
    await rig.provider.customer.pay(second.reference);
    await until(() => told(second).length === 1);
    rig.clock.advance(MINUTE);
    await rig.provider.customer.reverse(second.reference);
    await until(() => rig.readCard(second.card).includes(SAYS.paidBackAmount('00')));
    await until(() => !rig.readCard(second.card).includes(SAYS.paidTwice));
    await rig.idle();
    for (const one of [first, third]) {
      expect(told(one)).toHaveLength(1);
      expect(rig.readCard(one.card)).toContain(SAYS.paidTwice);
    }
  });

  it('while one of two payments is being paid back, the other card says so, and whoever asks for it as well is told', async () => {
    await rig.restartWith({ APPROVER_USERGROUPS: 'U0AGENT002' });
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const second = await submitAgain(rig);
    await rig.provider.customer.pay(second.reference);
    await rig.provider.customer.pay(first.reference);
    for (const { card } of [first, second]) await until(() => rig.readCard(card).includes(SAYS.payOneBack));
    await rig.idle();
    rig.agent.close();

    await rig.agent.click(newest(rig, first.card), 'refund_order');
    await refundForm(rig);
    expect(rig.readModal()).not.toContain(SAYS.isPaidBackAlready);
    await rig.agent.submit({ remarks: 'Paid twice' });
    await until(() => rig.readCard(first.card).includes(SAYS.thisIsPaidBack));
    await until(() => rig.readCard(second.card).includes(SAYS.otherIsPaidBack));
    expect(rig.readCard(second.card)).not.toContain('[refund_order]');
    rig.agent.close();

    await openRefund(rig, second.card);
    expect(rig.readModal()).toContain(SAYS.duplicatePaidBackAlready(first.reference));
    await rig.agent.submit({ remarks: 'Wanted neither' });
    await rig.idle();
    await tick(rig);
    await until(() => rig.replies(second.card).some((reply) => reply.includes('[approve]')));
    expect(rig.replies(second.card).at(-1)).toContain(
      SAYS.duplicateRefundedToo(first.reference, 'KES 3,000.00'),
    );
    await until(() => rig.readCard(first.card).includes(SAYS.bothPaidBack));

    await rig.agent.click(asking(rig, first.card), 'withdraw');
    await until(() => rig.readCard(second.card).includes(SAYS.thisIsPaidBack));
    await rig.idle();
    for (const { card } of [first, second])
      expect(rig.replies(card).filter((reply) => reply.includes(SAYS.duplicatePaymentEnd))).toHaveLength(1);
  });

  it('a second payment while the first is being paid back is told as that in both threads', async () => {
    await rig.restartWith({ APPROVER_USERGROUPS: 'U0AGENT002' });
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const second = await submitAgain(rig);
    await rig.provider.customer.pay(first.reference);
    await until(() => rig.readCard(first.card).includes(SAYS.paid));
    rig.agent.close();
    await askRefund(rig, first.card);
    await rig.provider.customer.pay(second.reference);
    const told = ({ card }: Sent) =>
      rig.replies(card).find((reply) => reply.includes(SAYS.duplicatePaymentEnd));
    for (const one of [first, second]) await until(() => told(one) !== undefined);
    expect(told(first)).toContain(SAYS.thisIsPaidBackFor(second.reference));
    expect(told(second)).toContain(SAYS.otherIsPaidBackFor(first.reference));
  });

  it('where the first is paid short after the second was paid, its card offers the refund that it asks for', async () => {
    await rig.restartWith({ APPROVER_USERGROUPS: 'U0AGENT002' });
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const second = await submitAgain(rig);
    rig.agent.close();
    await rig.provider.customer.pay(second.reference, { amount: 300 });
    await until(() => rig.readCard(second.card).includes('[accept_as_paid]'));
    await rig.provider.customer.pay(first.reference, { amount: 175 });
    for (const { card } of [first, second]) await until(() => rig.readCard(card).includes(SAYS.payOneBack));
    await rig.idle();
    expect(rig.readCard(second.card)).toContain('refund_order');
    await rig.agent.click(newest(rig, first.card), 'refund_order');
    await refundForm(rig);
    await rig.agent.submit({ remarks: 'Paid twice' });
    await until(() => rig.readCard(first.card).includes(SAYS.thisIsPaidBack));
    await rig.idle();
    expect(rig.readCard(second.card)).not.toContain('refund_order');
  });

  it('a reversal of one of two payments ends the warning on the cards', async () => {
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const second = await submitAgain(rig);
    await rig.provider.customer.pay(second.reference);
    await rig.provider.customer.pay(first.reference);
    await until(() => rig.readCard(first.card).includes(SAYS.paidTwice));
    rig.clock.advance(MINUTE);
    await rig.provider.customer.reverse(second.reference);
    await until(() => !rig.readCard(first.card).includes(SAYS.paidTwice));
    expect(rig.readCard(first.card)).toContain(SAYS.paid);
  });
});
