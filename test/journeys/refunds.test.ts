// Asking to pay a customer back: from the card, from news, by words, and what the form takes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, letCopiesPass, press, repliesOf, type Sent, sendPrompt, submitPrompt } from './agent.ts';
import {
  approver,
  asking,
  codeOf,
  newest,
  notes,
  openRefund,
  paidPrompt,
  refundForm,
  startApproversRig,
} from './approvers.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

async function paidByCard(): Promise<Sent> {
  const sent = await createLink(rig);
  await rig.provider.customer.pay(sent.reference, { payment_method: 'Visa' });
  await repliesOf(rig, sent.card, 1, SAYS.paid);
  rig.agent.close();
  return sent;
}

describe('asking for a refund', () => {
  it('a refund is asked for by the card’s menu: the form says what was paid, and that mobile money goes back in full', async () => {
    const { card, reference } = await paidPrompt(rig);
    await openRefund(rig, card);
    const form = rig.readModal();
    for (const said of ['KES 1,500.00, M-PESA', codeOf(rig, card), reference, SAYS.fullRefundOnly])
      expect(form).toContain(said);
    expect(form).not.toContain('amount:');
    expect(form).not.toContain('712345678');
    await rig.agent.submit({ remarks: 'Wrong size' });
    await until(() => rig.readModal().includes(SAYS.refundAskedOtherHours));
    await until(() => rig.readCard(card).includes(SAYS.refundWaits('KES 1,500.00')));
    expect(rig.readCard(card)).toContain(SAYS.paidAmount('KES 1,500.00'));
    expect(rig.readCard(card)).toContain(`@${rig.agent.id}`);
    const [, reply = ''] = rig.replies(card);
    expect(reply).toContain(
      SAYS.refundRequestedBy(`@${rig.agent.id}`, 'KES 1,500.00', codeOf(rig, card), 'Wrong size'),
    );
    expect(reply).toContain('[approve] [decline] [withdraw]');
    await rig.idle();
    expect(rig.provider.refunds()).toEqual([]);
  });

  it('why it is paid back must be said', async () => {
    const { card } = await paidPrompt(rig);
    await openRefund(rig, card);
    await rig.agent.submit({ remarks: ' :wrench: ' });
    await until(() => rig.readModal().includes(SAYS.sayWhy));
    expect(rig.readCard(card)).not.toContain(SAYS.refundOf);
  });

  it('a card payment may be paid back in part, and never by more than was paid', async () => {
    const { card } = await paidByCard();
    await openRefund(rig, card);
    expect(rig.readModal()).toContain('amount:');
    await rig.agent.submit({ amount: '2500.01', remarks: 'One of two' });
    await until(() => rig.readModal().includes(SAYS.wasPaidEnterLess('KES 2,500.00')));
    await rig.agent.submit({ amount: '0', remarks: 'One of two' });
    await until(() => rig.readModal().includes(SAYS.aboveZero));
    await rig.agent.submit({ amount: '1,000', remarks: ':package: One of two' });
    await until(() => rig.readCard(card).includes(SAYS.refundWaits('KES 1,000.00')));
    await approver(rig).click(asking(rig, card), 'approve');
    await until(() => rig.provider.refunds().length === 1);
    expect(rig.provider.refunds()).toMatchObject([{ amount: 1000, remarks: 'One of two' }]);
    letCopiesPass(rig);
    await rig.provider.operator.approve(rig.provider.refunds()[0]?.confirmation_code ?? '');
    await until(() => rig.readCard(card).includes(SAYS.paidBackInPart('KES 1,000.00', 'KES 2,500.00')));
    await until(() =>
      rig.replies(card).at(-1)?.includes(SAYS.paidBackInPart('KES 1,000.00', 'KES 2,500.00')),
    );
  });

  it.each(['reference', 'code', 'code in small letters'])(
    '/pay refund finds the payment by its %s',
    async (by) => {
      const { card, reference } = await paidPrompt(rig);
      const words = {
        reference,
        code: codeOf(rig, card),
        'code in small letters': codeOf(rig, card).toLowerCase(),
      }[by];
      await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${words}`);
      await refundForm(rig);
      expect(rig.readModal()).toContain(reference);
    },
  );

  it('/pay refund without words, or with words that no payment has, says what to write', async () => {
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'refund');
    await until(() => notes(rig, rig.agent).some((text) => text.includes(SAYS.writeReferenceOrCode)));
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'refund S0000K9999');
    await until(() => notes(rig, rig.agent).some((text) => text.includes(SAYS.noPaymentWithReference)));
    expect(rig.readModal()).toBe('');
  });

  it('in the thread of a card a mention needs no words: it is answered with a button that opens the form', async () => {
    const { card, reference } = await paidPrompt(rig);
    await rig.agent.mention(card.channel, 'refund', { thread_ts: card.ts });
    await until(() => notes(rig, rig.agent).some((text) => text.includes('[refund_order]')));
    const offer = rig.slack.ephemerals(rig.agent.id).at(-1);
    if (!offer) throw new Error('nothing was offered');
    await rig.agent.click(offer, 'refund_order');
    await refundForm(rig);
    expect(rig.readModal()).toContain(reference);
  });

  it('an order that is not paid, and one that is paid back, has no Refund, and /pay refund says why', async () => {
    const { reference, card } = await sendPrompt(rig);
    rig.agent.close();
    await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${reference}`);
    await until(() => notes(rig, rig.agent).some((text) => text.includes(SAYS.notPaidYet)));
    await rig.provider.customer.pay(reference);
    await until(() => rig.readCard(card).includes('refund_order'));
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(reference);
    await until(() => rig.readCard(card).includes(SAYS.paidBack));
    expect(rig.readCard(card)).not.toContain('refund_order');
    await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${reference}`);
    await until(() => notes(rig, rig.agent).some((text) => text.includes(SAYS.paidBackAlready)));
  });

  it('a payment whose code the service says later has Check now in its card’s menu until then, and Refund afterwards', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.agent.close();
    const { confirmation_code: code } = await rig.provider.customer.pay(reference, { notify: false });
    const recordHas = (confirmation_code: string) =>
      Object.assign(rig.provider.find(reference)?.payment ?? {}, { confirmation_code });
    recordHas('');
    await rig.provider.notify(reference);
    await until(() => rig.readCard(card).includes(SAYS.paid));
    await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${reference}`);
    await until(() => notes(rig, rig.agent).some((text) => text.includes(SAYS.checkOnCard)));
    expect(rig.readCard(card)).toContain('[… check_order | ask_again | history]');

    recordHas(code);
    await press(rig, card, 'check_order');
    await until(() => rig.readCard(card).includes('[… refund_order | ask_again | history]'));
  });

  it('without approvers refunds are off, and whoever asks reads how to switch them on', async () => {
    await rig.stop();
    rig = await startRig();
    const { card, reference } = await paidPrompt(rig);
    await rig.agent.select(newest(rig, card), 'order_menu', `refund_order:${reference}`);
    await until(() => notes(rig, rig.agent).some((text) => text.includes('APPROVER_USERGROUPS')));
    await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${reference}`);
    await until(
      () => notes(rig, rig.agent).filter((text) => text.includes('APPROVER_USERGROUPS')).length === 2,
    );
    expect(rig.readModal()).toBe('');
  });

  it('an order that was paid too much offers Refund beside Accept as paid', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { amount: 2000 });
    await until(() => rig.readCard(card).includes('[accept_as_paid] [refund_order]'));
    rig.agent.close();
    await rig.agent.click(newest(rig, card), 'refund_order');
    await refundForm(rig);
    expect(rig.readModal()).toContain(SAYS.goesBack('KES 2,000.00'));
    await rig.agent.submit({ remarks: 'Paid too much' });
    await until(() => rig.readCard(card).includes(SAYS.refundWaits('KES 2,000.00')));
    expect(rig.readCard(card)).not.toContain('[refund_order]');
  });

  it('a form that showed another amount than is paid by now asks for nothing, and says so', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { amount: 500 });
    await until(() => rig.readCard(card).includes('[ask_for_rest KES 1,000.00]'));
    rig.agent.close();
    await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${reference}`);
    await refundForm(rig);
    expect(rig.readModal()).toContain(SAYS.goesBack('KES 500.00'));
    // The provider says by now that all of it has come.
    Object.assign(rig.provider.find(reference)?.payment ?? {}, { amount: 1500 });
    rig.clock.advance(60_000);
    await rig.provider.notify(reference);
    await until(() => rig.readCard(card).includes(SAYS.paidAmount('KES 1,500.00')));
    await rig.agent.submit({ remarks: 'They could only send 500' });
    await until(() => rig.readModal().includes(SAYS.notAsShown));
    await rig.idle();
    expect(rig.readCard(card)).not.toContain(SAYS.refundOf);
  });

  it('of an order that was paid short nobody asks for the rest while its refund is under way, and the other way round', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { amount: 500 });
    await until(() => rig.readCard(card).includes('[ask_for_rest KES 1,000.00]'));
    rig.agent.close();
    const before = newest(rig, card);
    const refund = () => rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${reference}`);
    await refund();
    await refundForm(rig);
    await rig.agent.submit({ remarks: 'Changed their mind' });
    await until(() => rig.readCard(card).includes(SAYS.refundWaits('KES 500.00')));
    rig.agent.close();
    expect(rig.readCard(card)).not.toContain('ask_for_rest');
    await rig.agent.click(before, 'ask_for_rest', { isOld: true });
    await until(() => notes(rig, rig.agent).some((text) => text.includes(SAYS.orBeingPaidBack)));
    expect(rig.readModal()).toBe('');

    await rig.agent.click(asking(rig, card), 'withdraw');
    await until(() => rig.readCard(card).includes('[ask_for_rest KES 1,000.00]'));
    await rig.agent.click(newest(rig, card), 'ask_for_rest');
    await until(() => rig.readModal().includes('== send_prompt =='));
    await submitPrompt(rig);
    rig.agent.close();
    await refund();
    await until(() => notes(rig, rig.agent).some((text) => text.includes(SAYS.balanceBeingRequested)));
    expect(rig.readModal()).toBe('');
  });
});
