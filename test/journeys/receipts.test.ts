// A receipt and a QR code over the life of an order: each is there when it is true, and says what is true then.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inLine, SAYS } from '#test/slack/text/phrases.ts';
import { createLink, createMonthlyLink, makeExternally, press, repliesOf, sendPrompt } from './agent.ts';
import { approver, codeOf, refundForm, startApproversRig } from './approvers.ts';
import { type CustomerPages, openCustomerPages } from './customer-pages.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
let pages: CustomerPages;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const newest = (ts: string) => {
  const card = rig.cards().find((one) => one.ts === ts);
  if (!card) throw new Error('there is no card');
  return card;
};

describe('the customer’s pages of an order', () => {
  it('a link has a QR code until it is paid, then a receipt, which says when it is paid back', async () => {
    pages = openCustomerPages(rig);
    const { card, reference } = await createLink(rig);
    const [status, paymentPage = ''] = (await pages.qr(reference)).split(' ');
    expect(status).toBe('200');
    expect(rig.readCard(card)).toContain(paymentPage);
    expect(await (await fetch(paymentPage)).text()).toContain('KES 2500');
    expect(await pages.receipt(reference)).toMatch(inLine(/^404 /, SAYS.noReceiptYet));

    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(await pages.qr(reference)).toBe('404');
    const receipt = await pages.receipt(reference);
    expect(receipt).toMatch(
      inLine(/^200 Duka la Amina /, SAYS.receiptPaidForWhen('KES 2,500.00', 'School fees', '')),
    );
    expect(receipt).toContain(SAYS.receiptCode(codeOf(rig, newest(card.ts)), reference));
    expect(await pages.receipt(reference, 'sw')).toContain(SAYS.thankYouSwahili);

    await rig.idle();
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(reference);
    await repliesOf(rig, card, 2, SAYS.paidBackAmount('00'));
    const back = await pages.receipt(reference);
    expect(back).toContain(SAYS.receiptPaidBack);
    expect(back).not.toContain(SAYS.thankYou);
  });

  it('a link that is cancelled has neither, and if it is paid all the same it has a receipt', async () => {
    pages = openCustomerPages(rig);
    const { card, reference } = await createLink(rig);
    rig.agent.close();
    await press(rig, card, 'cancel_order');
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    expect(await pages.qr(reference)).toBe('404');
    expect(await pages.receipt(reference)).toMatch(/^404 /);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 2, SAYS.paid);
    expect(await pages.qr(reference)).toBe('404');
    expect(await pages.receipt(reference)).toMatch(
      inLine(/^200 /, SAYS.receiptPaidForWhat('KES 2,500.00', 'School fees')),
    );
  });

  it('a prompt has a receipt of what was really paid, and says what became of the difference', async () => {
    pages = openCustomerPages(rig);
    const { card, reference } = await sendPrompt(rig);
    expect(await pages.qr(reference)).toBe('404');
    await rig.provider.customer.pay(reference, { amount: 175 });
    await until(() => rig.readCard(card).includes('[accept_as_paid]'));
    expect(await pages.receipt(reference)).toContain(
      SAYS.receiptPaidInPart('KES 175.00', 'KES 1,500.00', 'KES 1,500.00'),
    );
    rig.agent.close();
    await approver(rig).click(newest(card.ts), 'accept_as_paid');
    await repliesOf(rig, card, 2, SAYS.paid);
    expect(await pages.receipt(reference)).toContain(SAYS.receiptAccepted('KES 175.00', 'KES 1,500.00'));
  });

  it('the part that was missing has a receipt of its own, and the first one says that it was paid', async () => {
    pages = openCustomerPages(rig);
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { amount: 175 });
    await until(() => rig.readCard(card).includes('[ask_for_rest'));
    rig.agent.close();
    await rig.agent.click(newest(card.ts), 'ask_for_rest');
    await until(() => rig.readModal().includes('== send_prompt =='));
    await rig.agent.submit();
    await until(() => rig.cards().length === 2);
    const rest = String(rig.cards().at(-1)?.metadata?.event_payload['reference']);
    await until(() => rig.provider.find(rest));
    await rig.provider.customer.pay(rest);
    await until(() => rig.readCard(card).includes(SAYS.paid));
    await rig.idle();
    expect(await pages.receipt(reference)).toContain(SAYS.receiptBalancePaid);
    expect(await pages.receipt(rest)).toContain(SAYS.receiptPaidFor('KES 1,325.00'));
  });

  it('a charge of a recurring link has a receipt of its own, under the reference of the link', async () => {
    pages = openCustomerPages(rig);
    const { card, reference } = await createMonthlyLink(rig, { account_number: 'SUBSCRIBER-7' });
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.chargesPaid('1', '12'));
    rig.clock.advance(5 * 24 * 60 * 60_000);
    await rig.idle();
    const { order_tracking_id } = await rig.provider.customer.charge(reference);
    await repliesOf(rig, card, 2, SAYS.chargesPaid('2', '12'));
    const charge = await pages.receipt(`${reference}/${order_tracking_id}`);
    expect(charge).toMatch(
      inLine(/^200 /, SAYS.receiptPaidForWhen('KES 2,500.00', 'School fees', '15 January 2031, ')),
    );
    expect(charge).toContain(SAYS.receiptReference(reference));
    expect(charge).not.toContain(order_tracking_id);
    expect(await pages.receipt(reference)).toContain(SAYS.receiptWhen('10 January 2031'));
  });

  it('a payment that was made elsewhere has a receipt once it is written down', async () => {
    pages = openCustomerPages(rig);
    await rig.provider.customer.pay(await makeExternally(rig, 'SHOP-7', 750));
    expect(await pages.receipt('SHOP-7')).toMatch(/^404 /);
    await approver(rig).command(rig.slack.channels.sales, '/pay', 'refund SHOP-7');
    await refundForm(rig, approver(rig));
    await approver(rig).submit({ remarks: 'Shop closed' });
    await until(() => rig.readModal(approver(rig)).includes(SAYS.refundAskedOther));
    const receipt = await pages.receipt('SHOP-7');
    expect(receipt).toMatch(
      inLine(/^200 Duka la Amina /, SAYS.receiptPaid('KES 750.00'), SAYS.receiptEnd('SHOP-7')),
    );
    expect(receipt).not.toContain('Shop closed');
  });

  it('the addresses stay the same when Teller is started again', async () => {
    pages = openCustomerPages(rig);
    const { reference } = await createLink(rig);
    await rig.idle();
    await rig.stopBot();
    await rig.startBot();
    expect(await pages.qr(reference)).toMatch(/^200 /);
  });
});
