// Asking to pay a customer back: from the card, from news, by words, and what the form takes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLink, letCopiesPass, press, repliesOf, type Sent, sendPrompt } from './agent.ts';
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
  await repliesOf(rig, sent.card, 1, '00 paid ·');
  rig.agent.close();
  return sent;
}

describe('asking for a refund', () => {
  it('a refund is asked for by the card’s menu: the form says what was paid, and that mobile money goes back in full', async () => {
    const { card, reference } = await paidPrompt(rig);
    await openRefund(rig, card);
    const form = rig.readModal();
    for (const said of [
      'KES 1,500.00, M-PESA',
      codeOf(rig, card),
      reference,
      'Mobile money can only be paid back in full',
    ])
      expect(form).toContain(said);
    expect(form).not.toContain('Amount to pay back');
    expect(form).not.toContain('712345678');
    await rig.agent.submit({ remarks: 'Wrong size' });
    await until(() => rig.readModal().includes('Asked. Somebody else who may approve has 24 hours'));
    await until(() => rig.readCard(card).includes('Refund of KES 1,500.00 waits for approval'));
    expect(rig.readCard(card)).toContain('KES 1,500.00 paid');
    expect(rig.readCard(card)).toContain(`@${rig.agent.id}`);
    const [, reply = ''] = rig.replies(card);
    expect(reply).toContain(
      `@${rig.agent.id} asks to pay back KES 1,500.00 (${codeOf(rig, card)}): Wrong size.`,
    );
    expect(reply).toContain('[Approve] [Decline] [Withdraw]');
    await rig.idle();
    expect(rig.provider.refunds()).toEqual([]);
  });

  it('why it is paid back must be said', async () => {
    const { card } = await paidPrompt(rig);
    await openRefund(rig, card);
    await rig.agent.submit({ remarks: ' :wrench: ' });
    await until(() => rig.readModal().includes('Say in a few words why'));
    expect(rig.readCard(card)).not.toContain('Refund of');
  });

  it('a card payment may be paid back in part, and never by more than was paid', async () => {
    const { card } = await paidByCard();
    await openRefund(rig, card);
    expect(rig.readModal()).toContain('Amount to pay back');
    await rig.agent.submit({ amount: '2500.01', remarks: 'One of two' });
    await until(() => rig.readModal().includes('KES 2,500.00 was paid: enter this amount or less.'));
    await rig.agent.submit({ amount: '0', remarks: 'One of two' });
    await until(() => rig.readModal().includes('above zero'));
    await rig.agent.submit({ amount: '1,000', remarks: ':package: One of two' });
    await until(() => rig.readCard(card).includes('Refund of KES 1,000.00 waits for approval'));
    await approver(rig).click(asking(rig, card), 'approve');
    await until(() => rig.provider.refunds().length === 1);
    expect(rig.provider.refunds()).toMatchObject([{ amount: 1000, remarks: 'One of two' }]);
    letCopiesPass(rig);
    await rig.provider.operator.approve(rig.provider.refunds()[0]?.confirmation_code ?? '');
    await until(() => rig.readCard(card).includes('KES 1,000.00 of KES 2,500.00 paid back'));
    await until(() => rig.replies(card).at(-1)?.includes('KES 1,000.00 of KES 2,500.00 paid back'));
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
    await until(() =>
      notes(rig, rig.agent).some((text) => text.includes('Write its reference or confirmation code')),
    );
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'refund S0000K9999');
    await until(() =>
      notes(rig, rig.agent).some((text) => text.includes('Teller has no payment with this reference')),
    );
    expect(rig.readModal()).toBe('');
  });

  it('in the thread of a card a mention needs no words: it is answered with a button that opens the form', async () => {
    const { card, reference } = await paidPrompt(rig);
    await rig.agent.mention(card.channel, 'refund', { thread_ts: card.ts });
    await until(() => notes(rig, rig.agent).some((text) => text.includes('[Pay it back]')));
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
    await until(() => notes(rig, rig.agent).some((text) => text.includes('has not been paid')));
    await rig.provider.customer.pay(reference);
    await until(() => rig.readCard(card).includes('Refund'));
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(reference);
    await until(() => rig.readCard(card).includes('paid back'));
    expect(rig.readCard(card)).not.toContain('Refund');
    await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${reference}`);
    await until(() => notes(rig, rig.agent).some((text) => text.includes('paid back already')));
  });

  it('a payment whose code the service says later has Check now in its card’s menu until then, and Refund afterwards', async () => {
    const { card, reference } = await sendPrompt(rig);
    rig.agent.close();
    const { confirmation_code: code } = await rig.provider.customer.pay(reference, { notify: false });
    const recordHas = (confirmation_code: string) =>
      Object.assign(rig.provider.find(reference)?.payment ?? {}, { confirmation_code });
    recordHas('');
    await rig.provider.notify(reference);
    await until(() => rig.readCard(card).includes('00 paid ·'));
    await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${reference}`);
    await until(() => notes(rig, rig.agent).some((text) => text.includes('Check now on its card')));
    expect(rig.readCard(card)).toContain('[… Check now | Ask again | History]');

    recordHas(code);
    await press(rig, card, 'check_order');
    await until(() => rig.readCard(card).includes('[… Refund | Ask again | History]'));
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
    await until(() => rig.readCard(card).includes('[Accept as paid] [Refund]'));
    rig.agent.close();
    await rig.agent.click(newest(rig, card), 'refund_order');
    await refundForm(rig);
    expect(rig.readModal()).toContain('KES 2,000.00 goes back');
    await rig.agent.submit({ remarks: 'Paid too much' });
    await until(() => rig.readCard(card).includes('Refund of KES 2,000.00 waits for approval'));
    expect(rig.readCard(card)).not.toContain('[Refund]');
  });

  it('a form that showed another amount than is paid by now asks for nothing, and says so', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { amount: 500 });
    await until(() => rig.readCard(card).includes('[Ask for the other KES 1,000.00]'));
    rig.agent.close();
    await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${reference}`);
    await refundForm(rig);
    expect(rig.readModal()).toContain('KES 500.00 goes back');
    // The service says by now that all of it has come.
    Object.assign(rig.provider.find(reference)?.payment ?? {}, { amount: 1500 });
    rig.clock.advance(60_000);
    await rig.provider.notify(reference);
    await until(() => rig.readCard(card).includes('KES 1,500.00 paid'));
    await rig.agent.submit({ remarks: 'They could only send 500' });
    await until(() => rig.readModal().includes('not as the form showed it'));
    await rig.idle();
    expect(rig.readCard(card)).not.toContain('waits for approval');
  });

  it('of an order that was paid short nobody asks for the rest while its refund is under way, and the other way round', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { amount: 500 });
    await until(() => rig.readCard(card).includes('[Ask for the other KES 1,000.00]'));
    rig.agent.close();
    const before = newest(rig, card);
    const refund = () => rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${reference}`);
    await refund();
    await refundForm(rig);
    await rig.agent.submit({ remarks: 'Changed their mind' });
    await until(() => rig.readCard(card).includes('Refund of KES 500.00 waits for approval'));
    rig.agent.close();
    expect(rig.readCard(card)).not.toContain('Ask for the other');
    await rig.agent.click(before, 'ask_for_rest', { isOld: true });
    await until(() => notes(rig, rig.agent).some((text) => text.includes('or it is being paid back')));
    expect(rig.readModal()).toBe('');

    await rig.agent.click(asking(rig, card), 'withdraw');
    await until(() => rig.readCard(card).includes('[Ask for the other KES 1,000.00]'));
    await rig.agent.click(newest(rig, card), 'ask_for_rest');
    await until(() => rig.readModal().includes('[Send prompt]'));
    await rig.agent.submit();
    await until(() => rig.readModal().includes('is being asked'));
    rig.agent.close();
    await refund();
    await until(() => notes(rig, rig.agent).some((text) => text.includes('being asked for the rest')));
    expect(rig.readModal()).toBe('');
  });
});
