// Slips around an order that was paid short: what the rest is asked for with, and what its cards say.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { answerTo, createMonthlyLink, press, type Sent, sendPrompt, submitPrompt, theCard } from './agent.ts';
import { recordSays } from './balances.ts';
import { newest, openAgain, sendDeclined, submitAgain } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

async function paidShort(sent: Sent, amount: number): Promise<Sent> {
  await rig.provider.customer.pay(sent.reference, { amount });
  await until(() => rig.readCard(sent.card).includes('[accept_as_paid]'));
  if (rig.readModal()) rig.agent.close();
  return sent;
}

async function openBalance({ card }: Sent): Promise<void> {
  await rig.agent.click(newest(rig, card), 'ask_for_rest');
  await until(() => /== (send_prompt|create_link) ==/.test(rig.readModal()));
}

async function requestBalance(sent: Sent): Promise<Sent> {
  await openBalance(sent);
  await submitPrompt(rig);
  rig.agent.close();
  return theCard(rig, SAYS.waiting);
}

describe('the rest of an order', () => {
  it('the rest of a recurring link’s first payment is asked for once, not month after month', async () => {
    const sent = await createMonthlyLink(rig);
    await paidShort(sent, 2000);
    await openBalance(sent);
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.linkReady));
    expect(rig.provider.requestsTo('submitOrder').at(-1)?.body).not.toHaveProperty('subscription_details');
  });

  it('when more has come by the time the form is sent, the new card says so, nothing is sent, and the rest can be requested', async () => {
    const sent = await paidShort(await sendPrompt(rig), 175);
    await openBalance(sent);
    Object.assign(rig.provider.find(sent.reference)?.payment ?? {}, { amount: 1200 });
    await rig.agent.submit();
    await until(() => rig.cards().length === 2);
    await theCard(rig, SAYS.receivedPayment(sent.reference));
    await theCard(rig, SAYS.notSentAmount('00'));
    expect(rig.provider.prompts).toHaveLength(1);

    await until(() => rig.readCard(sent.card).includes('[ask_for_rest KES 300.00]'));
    await requestBalance(sent);
    expect(rig.provider.prompts.at(-1)).toMatchObject({ amount: 300 });
  });

  it('an order that was accepted with less than was asked goes on saying what was paid', async () => {
    const sent = await paidShort(await sendPrompt(rig), 175);
    await rig.agent.click(newest(rig, sent.card), 'accept_as_paid');
    await until(() => rig.readCard(sent.card).includes(SAYS.acceptedBy));
    expect(rig.readCard(sent.card)).toContain('KES 175.00');
  });

  it('an order whose rest was accepted with less than was missing says that it was accepted, not that all of it was paid', async () => {
    const sent = await paidShort(await sendPrompt(rig), 175);
    const rest = await paidShort(await requestBalance(sent), 300);
    await rig.agent.click(newest(rig, rest.card), 'accept_as_paid');
    await until(() => rig.readCard(sent.card).includes('[send_receipt]'));
    await rig.idle();
    expect
      .soft(rig.readCard(sent.card))
      .toContain(SAYS.paidOf('KES 175.00', 'Two bags of flour', 'KES 1,500.00'));
    expect.soft(rig.readCard(sent.card)).toContain(SAYS.acceptedByPerson(`@${rig.agent.id}`));
    expect(rig.replies(sent.card).at(-1)).toBe(SAYS.acceptedSentence(`@${rig.agent.id}`));
  });

  it('an order whose rest was accepted in another currency says that it was accepted', async () => {
    const sent = await paidShort(await sendPrompt(rig), 175);
    const rest = await requestBalance(sent);
    await rig.provider.customer.pay(rest.reference, { amount: 10, currency: 'USD' });
    await until(() => rig.readCard(rest.card).includes('[accept_as_paid]'));
    await rig.agent.click(newest(rig, rest.card), 'accept_as_paid');
    await until(() => rig.readCard(sent.card).includes('[send_receipt]'));
    expect(rig.readCard(sent.card)).toContain(SAYS.acceptedAsPaidOf('KES 1,500.00'));
  });

  it('an order that turns out to be paid in full after its rest was asked for, and that rest, say that both were paid', async () => {
    const sent = await paidShort(await sendPrompt(rig), 175);
    const rest = await requestBalance(sent);
    await recordSays(rig, sent, 1200);
    await until(() =>
      rig.replies(sent.card).some((reply) => reply.includes(SAYS.paidNot('KES 1,200.00', 'KES 175.00'))),
    );
    await until(() => rig.readCard(sent.card).includes(SAYS.missingAmount('KES 300.00')));
    await recordSays(rig, sent, 1500);
    await until(() => rig.readCard(rest.card).includes(SAYS.alreadyPaid));
    await rig.provider.customer.pay(rest.reference);
    await until(() => rig.replies(rest.card).some((reply) => reply.includes(SAYS.duplicatePayment)));
    await until(() => rig.replies(sent.card).some((reply) => reply.includes(SAYS.duplicatePayment)));
    await until(() => rig.readCard(sent.card).includes('[refund_order'));
  });

  it('the rest of an order that was sent again says that it is not needed once the first is paid in full, and tells its payment as one too many', async () => {
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const second = await paidShort(await submitAgain(rig), 500);
    const rest = await requestBalance(second);
    rig.clock.advance(30_000);
    await rig.provider.customer.pay(first.reference);
    await until(() => rig.readCard(rest.card).includes(SAYS.otherIsPaid(first.reference)));
    expect(rig.readCard(rest.card)).toContain(SAYS.cancelThisOne);
    await rig.provider.customer.pay(rest.reference);
    await until(() => rig.replies(rest.card).some((reply) => reply.includes(SAYS.duplicatePayment)));
    await rig.idle();
    for (const { card } of [first, second, rest])
      expect(rig.replies(card).filter((reply) => reply.includes(SAYS.duplicatePayment))).toHaveLength(1);
  });

  it('an order whose rest was paid says how much that was, and not that it was sent again', async () => {
    const sent = await paidShort(await sendPrompt(rig), 175);
    const rest = await requestBalance(sent);
    await rig.provider.customer.pay(rest.reference);
    await until(() => rig.replies(sent.card).some((reply) => reply.includes(SAYS.nothingMissing)));
    await until(() => rig.readCard(sent.card).includes(SAYS.paid));
    expect(rig.readCard(sent.card)).not.toContain(SAYS.wasResentAs);
    expect(rig.replies(sent.card).at(-1)).toContain(SAYS.balancePaid('KES 1,325.00'));
  });

  it('accepting an order whose unanswered rest can still be paid says that the rest must be cancelled', async () => {
    const sent = await paidShort(await sendPrompt(rig), 175);
    const rest = await requestBalance(sent);
    rig.clock.advance(3 * 60_000 + 1_000);
    await until(() => rig.readCard(sent.card).includes('[accept_as_paid]'));
    await rig.agent.click(newest(rig, sent.card), 'accept_as_paid');
    await until(() => rig.readCard(sent.card).includes(SAYS.acceptedBy));
    await rig.idle();
    const told = [
      ...rig.replies(sent.card),
      ...rig.replies(rest.card),
      ...rig.slack.ephemerals(rig.agent.id).map(({ text }) => text),
    ].join('\n');
    expect(told).toMatch(/cancel/i);
  });

  it('once the order is accepted as paid, the card of its declined rest says so and offers nobody to send it again', async () => {
    const sent = await paidShort(await sendPrompt(rig), 175);
    const rest = await requestBalance(sent);
    await rig.provider.customer.decline(rest.reference);
    await until(() => rig.readCard(sent.card).includes('[accept_as_paid]'));
    await until(() => rig.readCard(rest.card).includes('[send_again]'));
    await rig.agent.click(newest(rig, sent.card), 'accept_as_paid');
    await until(() => rig.readCard(rest.card).includes(SAYS.wasAccepted(sent.reference)));
    expect.soft(rig.readCard(rest.card)).not.toContain('[send_again]');
    expect.soft(rig.readCard(rest.card)).toContain(SAYS.notNeeded('KES 1,325.00', 'Two bags of flour'));
    expect(rig.readCard(rest.card)).toContain(SAYS.cancelThisOne);
    expect(await answerTo(rig, 'open')).toContain(SAYS.balanceNotNeeded(sent.reference));
    await press(rig, rest.card, 'cancel_order');
    await until(() => rig.readCard(rest.card).includes(SAYS.cancelledBy));
    expect(rig.readCard(rest.card)).not.toContain('[send_again]');
  });

  it('a rest that is paid after its order was accepted is told as paid, and nobody is told to pay anything back', async () => {
    const sent = await paidShort(await sendPrompt(rig), 175);
    const rest = await requestBalance(sent);
    await rig.provider.customer.decline(rest.reference);
    await until(() => rig.readCard(sent.card).includes('[accept_as_paid]'));
    await rig.agent.click(newest(rig, sent.card), 'accept_as_paid');
    await until(() => rig.readCard(rest.card).includes(SAYS.wasAccepted(sent.reference)));
    rig.clock.advance(60_000);
    await rig.provider.customer.pay(rest.reference);
    await until(() => rig.readCard(rest.card).includes(SAYS.paidAmount('KES 1,325.00')));
    await rig.idle();
    expect(rig.readCard(rest.card)).not.toContain(SAYS.wasAccepted(sent.reference));
    expect([...rig.replies(sent.card), ...rig.replies(rest.card)].join()).not.toContain(
      SAYS.duplicatePayment,
    );
    expect(rig.readCard(sent.card)).toContain(
      SAYS.acceptedInPart('KES 175.00', 'Two bags of flour', 'KES 1,500.00'),
    );
  });

  it('a first order that is paid short by hand while the second one rings says that the second must be cancelled, and does not call it the rest', async () => {
    const first = await sendDeclined(rig);
    await openAgain(rig, newest(rig, first.card));
    const second = await submitAgain(rig);
    rig.clock.advance(5_000);
    await rig.provider.customer.pay(first.reference, { amount: 175 });
    await until(() => rig.readCard(first.card).includes(SAYS.underReview));
    await rig.idle();
    expect.soft(rig.readCard(first.card)).not.toContain(SAYS.balanceRequested);
    expect(rig.replies(first.card).at(-1)).toContain(SAYS.resentCanBePaid(second.reference));
  });

  it('a payment of less than was asked that is paid back is not shown as the whole sum paid back', async () => {
    const sent = await paidShort(await sendPrompt(rig), 175);
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(sent.reference);
    await until(() => rig.readCard(sent.card).includes(SAYS.paidBackAmount('00')));
    expect(rig.readCard(sent.card)).toContain('KES 175.00');
  });
});
