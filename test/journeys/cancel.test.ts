import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inLine, SAYS } from '#test/slack/text/phrases.ts';
import { createLink, press, repliesOf, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const HOUR = 60 * 60_000;
const notes = () => rig.slack.ephemerals(rig.agent.id).map(({ text }) => text);

describe('cancelling', () => {
  it('cancelling by the card’s button asks first, then the card and its thread say by whom', async () => {
    const { card, reference } = await sendPrompt(rig);
    const shown = () => rig.cards()[0] ?? card;
    await rig.agent.click(shown(), 'cancel_order', { confirm: 'no' });
    await rig.idle();
    expect(rig.provider.requestsTo('cancelOrder')).toEqual([]);

    await rig.slack.person(rig.slack.users.secondAgent).click(shown(), 'cancel_order');
    const [reply] = await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    expect(reply).toContain(SAYS.cancelledByCapital);
    expect(reply).toContain(rig.slack.users.secondAgent);
    expect(rig.readCard(card)).toContain(SAYS.cancelledBy);
    expect(rig.readCard(card)).not.toContain('[cancel_order]');
    expect(rig.provider.find(reference)?.cancelledAt).toBeTruthy();
  });

  it('cancelling by /pay cancel <reference> is confirmed in a form', async () => {
    const { card, reference } = await createLink(rig);
    rig.agent.close();
    await rig.agent.command(card.channel, '/pay', `cancel ${reference}`);
    await until(() => rig.readModal().includes(SAYS.cancelOrderOf('KES 2,500.00')));
    expect(rig.provider.requestsTo('cancelOrder')).toEqual([]);
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.cancelledSentence));
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
  });

  it('/pay cancel alone lists the agent’s own open orders with a button each', async () => {
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'cancel');
    await until(() => notes().includes(SAYS.noOpenToCancel));
    const first = await sendPrompt(rig);
    const second = await createLink(rig);
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'cancel');
    await until(() => rig.slack.ephemerals(rig.agent.id).length === 2);
    const list = rig.slack.ephemerals(rig.agent.id).at(-1);
    if (!list) throw new Error('no list');
    await rig.agent.click(list, 'cancel_order', { value: first.reference });
    await repliesOf(rig, first.card, 1, SAYS.cancelledAmount('00'));
    expect(rig.readCard(second.card)).toContain(SAYS.waiting);
  });

  it.each([
    ['NO-SUCH-ORDER', SAYS.noOrderWithReference],
    ['not a reference!', SAYS.referenceTooLong],
  ])('cancelling %s is answered with a sentence that says so', async (words, sentence) => {
    await rig.agent.command(rig.slack.channels.sales, '/pay', `cancel ${words}`);
    await until(() => notes().some((text) => text.includes(sentence)));
  });

  it('cancelling a paid order is too late, and cancelling a cancelled one says that it is cancelled', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.agent.click(rig.cards()[0] ?? card, 'cancel_order');
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    await rig.agent.command(card.channel, '/pay', `cancel ${reference}`);
    await until(() => notes().some((text) => text.includes(SAYS.alreadyCancelled)));
    const other = await createLink(rig);
    await rig.provider.customer.pay(other.reference);
    await repliesOf(rig, other.card, 1, SAYS.paid);
    await rig.agent.command(card.channel, '/pay', `cancel ${other.reference}`);
    await until(() => notes().some((text) => text.includes(SAYS.moneyHasArrived)));
  });

  it('cancelling at the moment of the payment ends as paid', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { notify: false });
    await rig.agent.click(rig.cards()[0] ?? card, 'cancel_order');
    await until(() => notes().some((text) => text.includes(SAYS.moneyHasArrived)));
    const replies = await repliesOf(rig, card, 1, SAYS.paid);
    expect(replies).toHaveLength(1);
  });

  it('a payment after a cancel is announced to the whole channel', async () => {
    const { card, reference } = await createLink(rig);
    await press(rig, card, 'cancel_order');
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    rig.clock.advance(5_000);
    await rig.provider.customer.pay(reference);
    const replies = await repliesOf(rig, card, 2, SAYS.paid);
    expect(replies[1]).toContain(SAYS.hadBeenCancelledDeliver);
    expect(replies[1]).toContain('(also sent to the channel)');
  });

  it('Paid after a cancel: card, find, look-up and Home warn, and the card offers Refund', async () => {
    const { card, reference } = await createLink(rig);
    rig.agent.close();
    await press(rig, card, 'cancel_order');
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    rig.clock.advance(5_000);
    await rig.provider.customer.pay(reference);
    const warned = SAYS.paidAfterCancelOf('KES 2,500.00', 'School fees');
    await until(() => rig.readCard(card).includes(warned));
    expect(rig.readCard(card)).toContain(SAYS.deliverOrPayBack);
    expect(rig.readCard(card)).toContain('[refund_order]');
    await rig.agent.command(card.channel, '/pay', `find ${reference}`);
    await until(() => notes().some((text) => text.includes(warned)));
    await rig.agent.mention(card.channel, 'status', { thread_ts: card.ts });
    await until(() => rig.replies(card).at(-1)?.includes(SAYS.paidAfterCancelState));
    await rig.agent.openHome();
    await until(() => JSON.stringify(rig.slack.home(rig.agent.id)).includes(SAYS.paidAfterCancel));
  });

  // The schedule of a prompt counts from its request, and is over after a day.
  it('a prompt that was cancelled when its checks were over, and paid by hand minutes later, is told without a notification', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.clock.advance(25 * HOUR);
    await repliesOf(rig, card, 1, SAYS.notAnswered);
    await rig.agent.command(card.channel, '/pay', `cancel ${reference}`);
    await until(() => rig.readModal().includes('== cancel_order =='));
    await rig.agent.submit();
    await repliesOf(rig, card, 2, SAYS.cancelledAmount('00'));
    await rig.idle();
    rig.clock.advance(9_000);
    await rig.idle();
    await rig.provider.customer.pay(reference, { notify: false });
    rig.clock.advance(HOUR / 6);
    const replies = await repliesOf(rig, card, 3, SAYS.paid);
    expect(replies[2]).toContain(SAYS.hadBeenCancelledDeliver);
  });

  it('a link that was cancelled when its checks were over is not asked about any more after a day', async () => {
    const { card } = await createLink(rig);
    rig.agent.close();
    for (let day = 0; day < 32; day += 1) {
      rig.clock.advance(24 * HOUR);
      await rig.idle();
    }
    await press(rig, card, 'cancel_order');
    await repliesOf(rig, card, 2, SAYS.cancelledAmount('00'));
    const calls = () => rig.provider.requestsTo('getTransactionStatus').length;
    for (let hour = 0; hour < 25; hour += 1) {
      rig.clock.advance(HOUR);
      await rig.idle();
    }
    const before = calls();
    for (let day = 0; day < 40; day += 1) {
      rig.clock.advance(24 * HOUR);
      await rig.idle();
    }
    expect(calls()).toBe(before);
  });

  it('a payment of another amount after a cancel says loudly that the order had been cancelled', async () => {
    const { card, reference } = await createLink(rig);
    await press(rig, card, 'cancel_order');
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    rig.clock.advance(5_000);
    await rig.provider.customer.pay(reference, { amount: 175 });
    const replies = await repliesOf(rig, card, 2, 'accept_as_paid');
    expect(replies[1]).toContain(':rotating_light:');
    expect(replies[1]).toContain(SAYS.hadBeenCancelledReview);
    expect(replies[1]).toContain('(also sent to the channel)');
    expect(rig.readCard(card)).toMatch(inLine(SAYS.cancelledBy, ', paid '));
    expect(rig.readCard(card)).toContain(
      SAYS.paidInPartAfterCancel('KES 175.00', 'KES 2,500.00', 'School fees'),
    );
    expect(rig.readCard(card)).toContain('refund_order');
    await rig.agent.click(rig.slack.thread(card.channel, card.ts)[0] ?? card, 'accept_as_paid');
    await until(() => rig.readCard(card).includes(':white_check_mark:'));
    expect(rig.readCard(card)).not.toContain(SAYS.afterCancel);
  });

  it('cancelling whose answer is lost is asked for once more, and then known to be done', async () => {
    const { card } = await sendPrompt(rig);
    rig.provider.faults.lostAnswer({ operation: 'cancelOrder', times: 1 });
    await rig.agent.click(rig.cards()[0] ?? card, 'cancel_order');
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    expect(rig.provider.requestsTo('cancelOrder')).toHaveLength(2);
  });

  it('cancelling while the service is down leaves the order as it is, and says so', async () => {
    const { card } = await sendPrompt(rig);
    await rig.provider.stop();
    await rig.agent.click(rig.cards()[0] ?? card, 'cancel_order');
    await until(() => notes().some((text) => text.includes(SAYS.notCertainlyCancelled)));
    expect(rig.readCard(card)).toContain(SAYS.waiting);
  });

  it('guests cannot cancel, wherever the button is', async () => {
    const { card } = await sendPrompt(rig);
    const { guest } = rig.slack.users;
    await rig.slack.person(guest).click(rig.cards()[0] ?? card, 'cancel_order');
    await until(() => rig.slack.ephemerals(guest).some(({ text }) => text.includes(SAYS.onlyFullMembers)));
    expect(rig.provider.requestsTo('cancelOrder')).toEqual([]);
  });
});

describe('sending again', () => {
  it('sending again after a failure opens the form filled in, and makes a new order that is linked to the first', async () => {
    const { card, reference } = await sendPrompt(rig, { first_name: 'Jane' });
    await rig.provider.customer.decline(reference);
    await repliesOf(rig, card, 1, SAYS.notPaidAmount('00'));
    rig.agent.close();
    await rig.agent.click(rig.cards()[0] ?? card, 'send_again');
    await until(() => rig.readModal().includes('== send_prompt =='));
    expect(rig.readModal()).toContain('+254712345678');
    expect(rig.readModal()).toContain('Jane');
    await rig.agent.submit();
    await until(() => rig.provider.prompts.length === 2);
    await until(
      () => rig.cards().length === 2 && rig.readCard(rig.cards()[1] ?? card).includes(SAYS.waiting),
    );
    const again = rig.cards()[1] ?? card;
    expect(rig.readCard(again)).toContain(SAYS.resendOf(reference));
    expect(rig.provider.prompts[1]?.id).not.toBe(reference);
  });

  it('sending again is not offered for an order that can still be paid', async () => {
    const { card } = await sendPrompt(rig);
    expect(rig.readCard(card)).not.toContain('[send_again]');
  });
});
