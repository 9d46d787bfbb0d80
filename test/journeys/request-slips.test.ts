// Where requests for approval show up besides their card, and slips around them: each is answered with what is true.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, sendPrompt, theCard } from './agent.ts';
import {
  approver,
  askForPrompt,
  asking,
  askRefund,
  directTo,
  homeOf,
  newest,
  notes,
  openRefund,
  paidPrompt,
  startApproversRig,
} from './approvers.ts';
import { renderView } from './reading.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const lastEphemeral = () => {
  const last = rig.slack.ephemerals(rig.agent.id).at(-1);
  if (!last) throw new Error('nothing was shown');
  return last;
};
const home = () => homeOf(rig, rig.agent);

describe('lists with an order that waits for approval', () => {
  it('/pay cancel alone offers to withdraw it', async () => {
    const { card } = await askForPrompt(rig);
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'cancel');
    await until(() => notes(rig, rig.agent).some((text) => text.includes('[withdraw]')));
    await rig.agent.click(lastEphemeral(), 'withdraw');
    await until(() => rig.readCard(card).includes(SAYS.notSent));
    const note = () => notes(rig, rig.agent).at(-1);
    await until(() => note()?.includes(SAYS.withdrawnNotAsked));
  });

  it('/pay open offers Withdraw and History in place of Check now', async () => {
    const { card, reference } = await askForPrompt(rig);
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'open');
    await until(() => notes(rig, rig.agent).some((text) => text.includes(SAYS.needsApproval)));
    expect(JSON.stringify(lastEphemeral().blocks)).not.toContain('check_order');
    await rig.agent.select(lastEphemeral(), 'order_menu', `history:${reference}`);
    await until(() => notes(rig, rig.agent).some((text) => text.includes(SAYS.historyOf(reference))));
    const list = rig.slack.ephemerals(rig.agent.id).at(-2);
    if (!list) throw new Error('the list is gone');
    await rig.agent.select(list, 'order_menu', `withdraw:${reference}#1`);
    await until(() => rig.readCard(card).includes(SAYS.notSent));
  });

  it('Home offers the same, and nobody else’s list offers to withdraw it', async () => {
    const { card, reference } = await askForPrompt(rig);
    await approver(rig).command(rig.slack.channels.sales, '/pay', 'open all');
    await until(() => notes(rig, approver(rig)).some((text) => text.includes(reference)));
    const all = JSON.stringify(rig.slack.ephemerals(approver(rig).id).at(-1)?.blocks);
    expect(all).not.toContain('withdraw:');
    expect(all).toContain(`history:${reference}`);
    await rig.agent.openHome();
    await until(() => renderView(home()).includes(reference));
    expect(JSON.stringify(home())).not.toContain('check_order');
    await rig.agent.select(home(), 'order_menu', `withdraw:${reference}#1`);
    await until(() => rig.readCard(card).includes(SAYS.notSent));
  });
});

describe('the card of an order that waits', () => {
  it('says above which amount it needs approval, as long as it waits', async () => {
    const { card } = await askForPrompt(rig);
    expect(rig.readCard(card)).toContain(SAYS.aboveAmount('KES 10,000.00'));
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes(SAYS.waitingForPin));
    expect(rig.readCard(card)).not.toContain(SAYS.above);
  });

  it('says no amount in a currency that needs approval at any', async () => {
    await openForm(rig, 'link 5 USD Flour');
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.waitsForApproval));
    const { card } = await theCard(rig, SAYS.waitsForApproval);
    expect(rig.readCard(card)).not.toContain(SAYS.above);
  });
});

describe('an approval', () => {
  it('of what no longer holds is answered with what is true: it is checked once more, and the card says what came of it', async () => {
    const { card } = await askForPrompt(rig);
    await rig.stopBot();
    rig.slack.remove(rig.slack.channels.sales, rig.slack.botUserId);
    await rig.startBot();
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => notes(rig, approver(rig)).some((text) => text.includes(SAYS.approvedShown)));
    expect(notes(rig, approver(rig)).at(-1)).toContain(SAYS.approvedCheckingCard);
    expect(rig.provider.prompts).toEqual([]);
  });
});

describe('an order under review that is being paid back', () => {
  it('cannot be accepted as paid before that has ended, and loses the button', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { amount: 2000 });
    await until(() => rig.readCard(card).includes('[accept_as_paid]'));
    rig.agent.close();
    const before = newest(rig, card);
    await rig.agent.click(before, 'refund_order');
    await until(() => rig.readModal().includes('== refund_order =='));
    await rig.agent.submit({ remarks: 'Paid too much' });
    await until(() => rig.readCard(card).includes(SAYS.refundWaits('KES 2,000.00')));
    expect(rig.readCard(card)).not.toContain('[accept_as_paid]');
    await approver(rig).click(before, 'accept_as_paid', { isOld: true });
    await until(() => notes(rig, approver(rig)).some((text) => text.includes(SAYS.isBeingPaidBack)));
    await rig.idle();
    expect(rig.readCard(card)).not.toContain(SAYS.acceptedLower);

    await until(() => rig.replies(card).some((reply) => reply.includes('[withdraw]')));
    rig.agent.close();
    await rig.agent.click(asking(rig, card), 'withdraw');
    await until(() => rig.readCard(card).includes('[accept_as_paid]'));
    await approver(rig).click(newest(rig, card), 'accept_as_paid');
    await until(() => rig.readCard(card).includes(SAYS.acceptedLower));
  });
});

describe('a reversal', () => {
  it('after an approver has said that it was not paid back asks to check, as every unexpected one does', async () => {
    rig.provider.faults.lostAnswer({ operation: 'requestRefund' });
    const { card, reference } = await paidPrompt(rig);
    await askRefund(rig, card);
    await approver(rig).click(asking(rig, card), 'approve');
    await until(() => rig.provider.requestsTo('requestRefund').length === 1);
    await rig.idle();
    rig.clock.advance(60_000);
    await until(() => rig.readCard(card).includes(SAYS.refundNotAnswered));
    await until(() => rig.replies(card).some((reply) => reply.includes('[refund_not_done]')));
    const unknown = rig.slack.thread(card.channel, card.ts).at(-1);
    if (!unknown) throw new Error('there is no reply');
    await approver(rig).click(unknown, 'refund_not_done');
    await until(() => rig.replies(card).some((reply) => reply.includes(SAYS.wasNotPaidBack)));
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(reference);
    await until(() => rig.replies(card).some((reply) => reply.includes(SAYS.paidBackAmount('KES 1,500.00'))));
    expect(rig.replies(card).at(-1)).toContain(SAYS.checkBeforeDelivery);
  });
});

describe('an approver who is not one of those who may act', () => {
  it('reads the help for the command alone, as for the word help', async () => {
    await rig.stop();
    rig = await startApproversRig({ ALLOWED_USERGROUPS: rig.agent.id });
    await approver(rig).command(rig.slack.channels.sales, '/pay', '');
    await until(() => notes(rig, approver(rig)).some((text) => text.includes(SAYS.help)));
    const { card } = await sendPrompt(rig);
    await approver(rig).mention(card.channel, '', { thread_ts: card.ts });
    await until(() => notes(rig, approver(rig)).some((text) => text.includes(SAYS.onlyGroups)));
  });
});

describe('the form of a refund', () => {
  it('shows the amount with the decimals of its currency', async () => {
    await openForm(rig, 'link 8,250.70 School fees');
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.linkReady));
    const { card, reference } = await theCard(rig, SAYS.waitingForPayment);
    rig.agent.close();
    await rig.provider.customer.pay(reference, { payment_method: 'Visa' });
    await until(() => rig.readCard(card).includes(SAYS.isPaid));
    await openRefund(rig, card);
    expect(rig.readModal()).toContain('8250.70');
  });
});

describe('withdrawing in Home', () => {
  it('while the card is still being posted says so, and there is one card; then it works', async () => {
    rig.slack.faults.next('chat.postMessage', { kind: 'rateLimited', retryAfterSeconds: 8 });
    await openForm(rig, 'prompt 0712345678 60000 Generator');
    // On a slow machine its card would be there before somebody withdraws.
    rig.clock.freeze();
    await rig.agent.submit();
    await rig.agent.openHome();
    await until(() => renderView(home()).includes(SAYS.needsApproval));
    const value = /withdraw:[^"]+/.exec(JSON.stringify(home()))?.[0] ?? '';
    await rig.agent.select(home(), 'order_menu', value);
    const direct = () => directTo(rig, rig.agent.id).map(({ text }) => text);
    await until(() => direct().some((text) => text.includes(SAYS.cardBeingPosted)));
    rig.clock.advance(9_000);
    await until(() => rig.cards().length > 0);
    const { card } = await theCard(rig, SAYS.waitsForApproval);
    await rig.idle();
    await rig.agent.select(home(), 'order_menu', value);
    await until(() => rig.readCard(card).includes(SAYS.notSent));
    await rig.idle();
    expect(rig.cards()).toHaveLength(1);
  });
});
