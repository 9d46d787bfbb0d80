// Payments that were not made with Teller: approvers may ask to pay them back, and another approver decides.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PayDetails } from '#sandbox/provider/customer.ts';
import { inLine, inOrder, SAYS } from '#test/slack/text/phrases.ts';
import { letCopiesPass, makeExternally, openForm, theCard } from './agent.ts';
import {
  APPROVER,
  approver,
  directTo,
  notes,
  otherApprover,
  refundForm,
  replyWith,
  startApproversRig,
} from './approvers.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const refund = (words: string, person = approver(rig)) =>
  person.command(rig.slack.channels.sales, '/pay', `refund ${words}`);

async function paidExternally(id = 'SHOP-7', how: PayDetails = {}): Promise<void> {
  const trackingId = await makeExternally(rig, id, 750);
  await rig.provider.customer.pay(trackingId, how);
}

describe('a payment made elsewhere', () => {
  it('an approver asks for it by its reference; it gets a card where that was asked, and another approver decides', async () => {
    await paidExternally();
    await refund('SHOP-7');
    await refundForm(rig, approver(rig));
    expect(rig.readModal(approver(rig))).toContain(SAYS.refundExternal);
    expect(rig.readModal(approver(rig))).toContain(SAYS.goesBack('KES 750.00'));
    expect(rig.cards()).toEqual([]);
    await approver(rig).submit({ remarks: 'Shop closed' });
    await until(() => rig.readModal(approver(rig)).includes(SAYS.refundAskedOther));
    const { card } = await theCard(rig, SAYS.refundWaits('KES 750.00'));
    expect(rig.readCard(card)).toContain('Made elsewhere');
    const asked = () => replyWith(rig, card, SAYS.refundRequested);
    await until(() => rig.replies(card).some((reply) => reply.includes('[approve]')));
    await approver(rig).click(asked(), 'approve');
    await until(() => notes(rig, approver(rig)).some((text) => text.includes(SAYS.ownRequest)));
    await otherApprover(rig).click(asked(), 'approve');
    await until(() => rig.readCard(card).includes(SAYS.stillToCarryOut));
    expect(rig.provider.refunds()).toMatchObject([{ amount: 750, remarks: 'Shop closed' }]);
    letCopiesPass(rig);
    await rig.provider.operator.approve(rig.provider.refunds()[0]?.confirmation_code ?? '');
    await until(() => rig.readCard(card).includes(SAYS.paidBackAmount('KES 750.00')));
  });

  it('who is no approver is told that approvers may ask for it, and nothing is written down', async () => {
    await paidExternally();
    await refund('SHOP-7', rig.agent);
    await until(() => notes(rig, rig.agent).some((text) => text.includes(SAYS.approversMayRequest)));
    await rig.idle();
    expect(rig.cards()).toEqual([]);
    expect(rig.readModal()).toBe('');
  });

  it('a form that is sent twice, or another one for the same payment, makes one card and one request', async () => {
    await paidExternally();
    await refund('SHOP-7');
    await refundForm(rig, approver(rig));
    await approver(rig).submit({ remarks: 'Shop closed' });
    await until(() => rig.readModal(approver(rig)).includes(SAYS.refundAskedOther));
    await approver(rig).close();
    await refund('SHOP-7');
    await until(() => notes(rig, approver(rig)).some((text) => text.includes(SAYS.requestedAlready)));
    await rig.idle();
    expect(rig.cards()).toHaveLength(1);
  });

  it('what is wrong in its form is said at the field, and gets no card', async () => {
    await paidExternally('SHOP-7', { payment_method: 'Visa' });
    await refund('SHOP-7');
    await refundForm(rig, approver(rig));
    await approver(rig).submit({ amount: '9,999', remarks: '👍' });
    await until(() => rig.readModal(approver(rig)).includes(SAYS.sayWhy));
    expect(rig.readModal(approver(rig))).toContain(SAYS.wasPaidEnterLess('KES 750.00'));
    expect(rig.readModal(approver(rig))).toContain('== refund_order ==');
    await rig.idle();
    expect(rig.cards()).toEqual([]);
    await approver(rig).submit({ amount: '700', remarks: 'Shop closed' });
    await theCard(rig, SAYS.refundWaits('KES 700.00'));
  });

  it('when Teller leaves the channel before the form is sent, the window says how to bring it back, and nothing is written down', async () => {
    await paidExternally();
    await refund('SHOP-7');
    await refundForm(rig, approver(rig));
    rig.slack.remove(rig.slack.channels.sales, rig.slack.botUserId);
    await approver(rig).submit({ remarks: 'Shop closed' });
    await until(() => rig.readModal(approver(rig)).includes('/invite'));
    expect(directTo(rig, APPROVER)).toEqual([]);
    await approver(rig).close();
    rig.slack.invite(rig.slack.channels.sales, rig.slack.botUserId);
    await refund('SHOP-7');
    await refundForm(rig, approver(rig));
    expect(rig.readModal(approver(rig))).toContain(SAYS.refundExternal);
  });

  it('a form that cannot be filled in says so in its window, which does not wait for ever', async () => {
    await paidExternally();
    rig.slack.faults.next('views.update', { kind: 'http500' }, 2);
    await refund('SHOP-7');
    await until(() => rig.readModal(approver(rig)).includes(SAYS.nothingSent));
    await rig.idle();
    expect(rig.readModal(approver(rig))).toMatch(inLine(SAYS.wentWrong, SAYS.tryAgainWords, SAYS.incident));
    expect(notes(rig, approver(rig))).toEqual([]);
  });

  it('whose window Slack does not change at all, the answer that only the asker sees says so', async () => {
    await paidExternally();
    rig.slack.faults.always('views.update', { kind: 'http500' });
    await refund('SHOP-7');
    await until(() => notes(rig, approver(rig)).some((text) => text.includes(SAYS.nothingSentTryAgain)));
    expect(notes(rig, approver(rig))).toHaveLength(1);
  });

  it('when no window opens, the answer says that nothing was sent, and names no card', async () => {
    await paidExternally();
    rig.slack.faults.always('views.open', { kind: 'http500' });
    await refund('SHOP-7');
    await until(() => notes(rig, approver(rig)).some((text) => text.includes(SAYS.incidentNumber)));
    expect(notes(rig, approver(rig)).join()).toContain(SAYS.nothingSentTryAgain);
    expect(notes(rig, approver(rig)).join()).not.toContain(SAYS.card);
  });

  it('one that turns out to be Teller’s own, whose answer was lost, is not called unknown', async () => {
    rig.provider.faults.lostAnswer({ operation: 'push', times: 1 });
    const deaf = rig.provider.faults.unavailable({ operation: 'getTransactionByMerchantReference' });
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await rig.agent.submit();
    await theCard(rig, SAYS.noProviderAnswerYet);
    deaf.end();
    const { reference } = await theCard(rig, 'Flour');
    const { order_tracking_id } = rig.provider.find(reference) ?? {};
    await rig.provider.customer.pay(reference, { notify: false });
    await refund(String(order_tracking_id));
    await until(() => rig.readModal(approver(rig)).includes(SAYS.tellersOwnPayment));
    await approver(rig).close();
    await refund(String(order_tracking_id));
    await refundForm(rig, approver(rig));
    expect(rig.readModal(approver(rig))).toContain(reference);
    expect(rig.cards()).toHaveLength(1);
  });

  it('what the service does not know, or does not have as paid, is said in the form’s place', async () => {
    await refund('SHOP-8');
    await until(() => rig.readModal(approver(rig)).includes(SAYS.refundUnknownToBoth));
    await approver(rig).close();
    await makeExternally(rig, 'SHOP-9', 750);
    await refund('SHOP-9');
    await until(() => rig.readModal(approver(rig)).includes(SAYS.notPaidAtProvider));
    await approver(rig).close();
    await paidExternally('SHOP-10', { amount: 0 });
    await refund('SHOP-10');
    await until(() => rig.readModal(approver(rig)).includes(SAYS.codeOrAmountUnknown));
    expect(rig.cards()).toEqual([]);
  });

  it('while the service answers with an error, its words and the incident number stand in the form’s place', async () => {
    await paidExternally();
    const inPlace = () => rig.readModal(approver(rig));
    const locked = () => rig.provider.faults.refuse({ code: 'locked', message: 'Account is locked' });
    const refusal = locked();
    await refund('SHOP-7');
    await until(() => inPlace().includes('Account is locked'));
    expect(inPlace()).toMatch(inOrder(SAYS.tryAgainInMinutes, SAYS.incident));
    refusal.end();
    approver(rig).close();
    await refund('SHOP-7');
    await refundForm(rig, approver(rig));
    locked();
    await approver(rig).submit({ remarks: 'Shop closed' });
    await until(() => inPlace().includes('Account is locked'));
    expect(inPlace()).toMatch(SAYS.incident);
  });

  it('a mention is answered with a button that opens the form', async () => {
    await paidExternally();
    await approver(rig).mention(rig.slack.channels.sales, 'refund SHOP-7', {});
    await until(() => notes(rig, approver(rig)).some((text) => text.includes('[refund_order]')));
    const offer = rig.slack.ephemerals(approver(rig).id).at(-1);
    if (!offer) throw new Error('nothing was offered');
    await approver(rig).click(offer, 'refund_order');
    await refundForm(rig, approver(rig));
  });

  it('in a direct message the answer is to ask in a channel, because no other approver could read its card', async () => {
    await paidExternally();
    const direct = () => directTo(rig, APPROVER).map(({ text }) => text);
    await approver(rig).say(rig.slack.dmOf(APPROVER), 'refund SHOP-7');
    await until(() => direct().some((text) => text.includes(SAYS.postsNowhere)));
    await approver(rig).command(rig.slack.dmOf(APPROVER), '/pay', 'refund SHOP-7');
    await until(() => rig.readModal(approver(rig)).includes(SAYS.postsNowhere));
    await rig.idle();
    expect(JSON.stringify(rig.slack.history(rig.slack.dmOf(APPROVER)))).not.toContain('refund_order');
    expect(rig.provider.refunds()).toEqual([]);
  });
});
