// A link with a deadline: its agent is reminded the day before, and Teller cancels it when the day is over.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, openForm, repliesOf, type Sent, submitLink } from './agent.ts';
import { APPROVER, newest, startApproversRig } from './approvers.ts';
import { directly, goTo, linkUntil } from './link-until.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';
import { answerTo } from './to-customer.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const OVER = SAYS.deadlineCancelledInFull;
const said = ({ card }: Sent) => rig.replies(card).join('\n');

describe('a deadline', () => {
  it('a link with a deadline shows it, and when its day is over Teller cancels it and says so as its own audit event', async () => {
    const sent = await linkUntil(rig);
    expect(rig.readCard(sent.card)).toContain(SAYS.waitingForPaymentUntil('14 Jan'));
    await goTo(rig, '2031-01-14T20:59');
    expect(rig.provider.find(sent.reference)?.cancelledAt).toBeUndefined();
    await goTo(rig, '2031-01-14T21:01');
    await repliesOf(rig, sent.card, 1, SAYS.cancelled);
    expect(rig.provider.find(sent.reference)?.cancelledAt).toBeDefined();
    expect(said(sent)).toBe(OVER);
    expect(rig.readCard(sent.card)).toContain(SAYS.cancelledByTeller);
    expect(rig.readCard(sent.card)).not.toContain('@teller');
    expect(rig.readCard(sent.card)).toContain('[send_again]');
  });

  it('the history says that Teller cancelled it', async () => {
    const { card, reference } = await linkUntil(rig);
    await goTo(rig, '2031-01-14T21:01');
    await until(() => rig.readCard(card).includes(SAYS.cancelledByTeller));
    await rig.agent.select(newest(rig, card), 'order_menu', `history:${reference}`);
    const notes = () =>
      rig.slack
        .ephemerals(rig.agent.id)
        .map((one) => renderMessage(one))
        .join();
    await until(() => notes().includes(SAYS.deadlineHistory));
  });

  it('a payment that was faster than the deadline wins, also when nobody has notified Teller', async () => {
    const sent = await linkUntil(rig);
    rig.provider.faults.noNotification();
    await rig.provider.customer.pay(sent.reference);
    await goTo(rig, '2031-01-14T21:01');
    await repliesOf(rig, sent.card, 1, SAYS.paid);
    expect(said(sent)).not.toContain(SAYS.deadline);
    expect(rig.provider.find(sent.reference)?.cancelledAt).toBeUndefined();
  });

  it('a payment after the deadline’s cancel is told, found by Teller within a day', async () => {
    const sent = await linkUntil(rig);
    await goTo(rig, '2031-01-14T21:01');
    await repliesOf(rig, sent.card, 1, SAYS.cancelled);
    rig.provider.faults.noNotification();
    await rig.provider.customer.pay(sent.reference);
    await goTo(rig, '2031-01-15T21:02');
    const replies = await repliesOf(rig, sent.card, 2, SAYS.paidAmount('KES 2,500.00'));
    expect(replies).toHaveLength(2);
    expect(replies.join()).toMatch(/paid/i);
  });

  it('while the payment service does not answer, the cancel is repeated until it does', async () => {
    const sent = await linkUntil(rig);
    const down = rig.provider.faults.down();
    await goTo(rig, '2031-01-14T21:01');
    await goTo(rig, '2031-01-18T09:00');
    expect(said(sent)).toBe('');
    down.end();
    rig.clock.advance(11 * 60_000);
    await repliesOf(rig, sent.card, 1, SAYS.cancelled);
    expect(said(sent)).toBe(OVER);
  });

  it('the lost answer to the deadline’s cancel leaves it told once', async () => {
    const sent = await linkUntil(rig);
    rig.provider.faults.lostAnswer({ operation: 'cancelOrder', times: 2 });
    await goTo(rig, '2031-01-14T21:01');
    rig.clock.advance(60_000);
    await repliesOf(rig, sent.card, 1, SAYS.cancelled);
    await goTo(rig, '2031-01-16T21:01');
    expect(said(sent)).toBe(OVER);
  });

  it('a cancel that the payment service refuses is told at once, and tried again until the day after', async () => {
    const sent = await linkUntil(rig);
    const refusal = rig.provider.faults.refuse(
      { code: 'locked', message: 'Order is locked' },
      { operation: 'cancelOrder' },
    );
    await rig.idle();
    await goTo(rig, '2031-01-14T21:01');
    await until(() => rig.replies(sent.card).length === 1);
    expect(said(sent)).toContain(SAYS.deadlineRefused);
    expect(said(sent)).toContain(SAYS.canStillBePaid);
    await rig.idle();
    await goTo(rig, '2031-01-14T22:01');
    await repliesOf(rig, sent.card, 1, SAYS.notAnswered);
    expect(rig.replies(sent.card)).toHaveLength(1);
    refusal.end();
    for (const time of ['03:01', '04:01', '21:01']) await goTo(rig, `2031-01-15T${time}`);
    await repliesOf(rig, sent.card, 2, SAYS.cancelledByTeller);
    expect(rig.replies(sent.card)[1]).toBe(OVER);
  });

  it('a link that the service refused to cancel is not passed on any more, and a press of before says that it was not cancelled', async () => {
    const sent = await linkUntil(rig);
    const [old = sent.card] = rig.cards();
    rig.provider.faults.refuse({ code: 'locked', message: 'Order is locked' }, { operation: 'cancelOrder' });
    await goTo(rig, '2031-01-14T21:01');
    await until(() => said(sent).includes(SAYS.refusesToCancel));
    await until(() => rig.readCard(sent.card).includes(SAYS.notAnswered));
    expect(rig.readCard(sent.card)).not.toMatch(/share_whatsapp|show_qr/);
    for (const action of ['share_whatsapp', 'show_qr'])
      expect(await answerTo(rig, sent, action, old)).toContain(SAYS.notCancelledAtProvider);
  });

  it('a link whose payment failed is no exception: that it was not cancelled is told', async () => {
    const sent = await linkUntil(rig);
    await rig.provider.customer.decline(sent.reference);
    await repliesOf(rig, sent.card, 1, SAYS.notPaid);
    expect(rig.readCard(sent.card)).toContain('until 14 Jan');
    rig.provider.faults.refuse({ code: 'locked', message: 'Order is locked' }, { operation: 'cancelOrder' });
    await goTo(rig, '2031-01-14T21:01');
    await until(() => said(sent).includes(SAYS.refusesToCancel));
    await goTo(rig, '2031-01-16T21:01');
    expect(rig.replies(sent.card)).toHaveLength(2);
  });

  it('the form takes no deadline in the past or further than 366 days, and none of a link that repeats', async () => {
    await goTo(rig, '2031-01-10T09:00');
    await openForm(rig, 'link 2500 School fees');
    await rig.agent.submit({ valid_until: '2031-01-09' });
    await until(() => rig.readModal().includes(SAYS.dayPassed));
    await rig.agent.submit({ valid_until: '2032-01-12' });
    await until(() => rig.readModal().includes(SAYS.dayTooFar));
    await submitLink(rig, { valid_until: '2031-01-10' });
    await until(() => rig.readModal().includes(SAYS.linkReady));
  });

  it('Send again opens the form without the deadline, and the new link has none', async () => {
    const sent = await linkUntil(rig);
    await goTo(rig, '2031-01-14T21:01');
    await until(() => rig.readCard(sent.card).includes('[send_again]'));
    await rig.agent.click(newest(rig, sent.card), 'send_again');
    await until(() => rig.readModal().includes('valid_until'));
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.linkReady));
    const again = () => rig.readCard(rig.cards().at(-1) ?? sent.card);
    await until(() => again().includes(SAYS.waitingForPayment));
    expect(again()).not.toContain(SAYS.until);
  });
});

describe('a deadline elsewhere', () => {
  it('days of a deadline are those of TIME_ZONE, also over the night in which clocks are moved', async () => {
    await rig.stop();
    rig = await startRig({ TIME_ZONE: 'America/New_York' });
    // Clocks go forward on 9 March 2031 at 02:00: that day has 23 hours.
    await goTo(rig, '2031-03-06T15:00');
    const sent = await createLink(rig, { valid_until: '2031-03-09' });
    rig.agent.close();
    await goTo(rig, '2031-03-08T13:59');
    expect(directly(rig)).toEqual([]);
    await goTo(rig, '2031-03-08T14:01');
    await until(() => directly(rig).length === 1);
    await goTo(rig, '2031-03-10T03:59');
    expect(rig.provider.find(sent.reference)?.cancelledAt).toBeUndefined();
    await goTo(rig, '2031-03-10T04:01');
    await repliesOf(rig, sent.card, 1, SAYS.cancelled);
  });

  it('approvers see the deadline on the card, and an order that is approved when it is over is not sent', async () => {
    await rig.stop();
    rig = await startApproversRig();
    await goTo(rig, '2031-01-10T15:00');
    await openForm(rig, 'link 60000 Generator');
    await rig.agent.submit({ valid_until: '2031-01-10' });
    await until(() => rig.readModal().includes(SAYS.waitsForApproval));
    const [card] = rig.cards();
    if (!card) throw new Error('there is no card');
    expect(rig.readCard(card)).toContain('until 10 Jan');
    rig.agent.close();
    await goTo(rig, '2031-01-10T21:30');
    await rig.slack.person(APPROVER).click(newest(rig, card), 'approve');
    await until(() => rig.replies(card).join().includes(SAYS.deadlineOver));
    expect(rig.provider.orders()).toEqual([]);
    await until(() => rig.readCard(card).includes(SAYS.notSent));
  });
});
