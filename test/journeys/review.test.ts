// An order that was paid with another amount ends its review: somebody accepts the amount, or the rest is asked for and paid.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#sandbox/slack/state/model.ts';
import { inLine, SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, type Sent, sendPrompt, submitPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const notes = (person = rig.agent) => rig.slack.ephemerals(person.id).map(({ text }) => text);
const newest = (card: Message) => rig.cards().find(({ ts }) => ts === card.ts) ?? card;

async function paidWith(paid: { amount: number; currency?: string }): Promise<Sent> {
  const sent = await sendPrompt(rig);
  await rig.provider.customer.pay(sent.reference, paid);
  await until(() => rig.readCard(sent.card).includes('[accept_as_paid]'));
  rig.agent.close();
  return sent;
}

/** Presses *Ask for the other …*, sends the form, and waits for the new card. */
async function requestBalance(card: Message): Promise<Sent> {
  await rig.agent.click(newest(card), 'ask_for_rest');
  await until(() => rig.readModal().includes('== send_prompt =='));
  return submitPrompt(rig);
}

describe('accepting as paid', () => {
  it('an order that was paid too little is accepted as paid by a person, who is named on the card and in the thread', async () => {
    const { card } = await paidWith({ amount: 175 });
    await rig.agent.click(newest(card), 'accept_as_paid');
    const replies = await repliesOf(rig, card, 2, SAYS.acceptedBy);
    expect(replies.at(-1)).toContain(SAYS.acceptedByPersonCapital(`@${rig.agent.id}`));
    expect(rig.readCard(card)).toContain(SAYS.paid);
    expect(rig.readCard(card)).toContain(SAYS.acceptedAsPaidOf('KES 1,500.00'));
    expect(rig.readCard(card).match(/\[(?!…).*\]/g)).toEqual(['[send_receipt]']);
    await until(() => notes().at(-1)?.includes(SAYS.isAccepted));
  });

  it('a review is accepted once: the second of two who press reads that somebody was first', async () => {
    const { card } = await paidWith({ amount: 175 });
    const old = newest(card);
    const colleague = rig.slack.person(rig.slack.users.secondAgent);
    await Promise.all([
      rig.agent.click(old, 'accept_as_paid', { isOld: true }),
      colleague.click(old, 'accept_as_paid', { isOld: true }),
    ]);
    await until(() => notes().length + notes(colleague).length === 2);
    const told = [...notes(), ...notes(colleague)].join(' ');
    expect(told).toContain(SAYS.isAccepted);
    expect(told).toContain(SAYS.acceptedByOther);
    await rig.idle();
    expect(rig.replies(card).filter((reply) => reply.includes(SAYS.accepted))).toHaveLength(1);
  });

  it('accepting asks first, and nothing happens when the person goes back', async () => {
    const { card } = await paidWith({ amount: 175 });
    await rig.agent.click(newest(card), 'accept_as_paid', { confirm: 'no' });
    await rig.idle();
    expect(rig.readCard(card)).toContain(SAYS.underReview);
  });

  it('guests cannot accept', async () => {
    const { card } = await paidWith({ amount: 175 });
    const guest = rig.slack.person(rig.slack.users.guest);
    await guest.click(newest(card), 'accept_as_paid');
    await until(() => notes(guest).some((text) => text.includes(SAYS.onlyFullMembers)));
    expect(rig.readCard(card)).toContain(SAYS.underReview);
  });

  it('an order that was paid too much or in another currency can be accepted, and no rest is asked for', async () => {
    const { card } = await paidWith({ amount: 1500, currency: 'USD' });
    expect(rig.readCard(card)).not.toContain('ask_for_rest');
    await rig.agent.click(newest(card), 'accept_as_paid');
    await until(() => rig.readCard(card).includes(SAYS.paid));
  });

  it('an accepted order that is reversed is told of all the same', async () => {
    const { card, reference } = await paidWith({ amount: 175 });
    await rig.agent.click(newest(card), 'accept_as_paid');
    await until(() => rig.readCard(card).includes(SAYS.paid));
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(reference);
    await until(() => rig.readCard(card).includes(SAYS.paidBackAmount('00')));
  });
});

describe('asking for the rest', () => {
  it('the rest is asked for in a linked order over the difference, and ends the review when it is paid', async () => {
    const { card, reference } = await paidWith({ amount: 175 });
    expect(rig.readCard(card)).toContain('[ask_for_rest KES 1,325.00]');
    const rest = await requestBalance(card);
    expect(rig.provider.prompts.at(-1)).toMatchObject({ amount: 1325, msisdn: '254712345678' });
    expect(rig.readCard(rest.card)).toContain(SAYS.balanceOf(reference));
    await until(() => rig.readCard(card).includes(SAYS.waitingForCustomer));
    expect(rig.readCard(card)).toContain(SAYS.balanceRequestedWith(rest.reference));
    expect(rig.readCard(card).match(/\[.*\]/g)).toEqual(['[… history]']);

    await rig.provider.customer.pay(rest.reference);
    await until(() => rig.readCard(card).includes(SAYS.paid));
    await until(() => rig.replies(card).some((reply) => reply.includes(SAYS.nothingMissing)));
    await rig.idle();
    expect(rig.readCard(card)).toMatch(inLine(SAYS.balanceRequestedWith(rest.reference), '· paid'));
    expect(rig.replies(card).join()).not.toContain(SAYS.duplicatePayment);
    expect(rig.replies(rest.card).join()).not.toContain(SAYS.duplicatePayment);
  });

  it('when the order for the rest comes to nothing, the card gets both buttons back, and the rest can be asked for anew', async () => {
    const { card } = await paidWith({ amount: 175 });
    const rest = await requestBalance(card);
    await rig.provider.customer.decline(rest.reference);
    await until(() => rig.readCard(card).includes('[accept_as_paid]'));
    expect(rig.readCard(card)).toContain('[ask_for_rest KES 1,325.00]');
    rig.agent.close();

    const second = await requestBalance(card);
    expect(rig.readCard(second.card)).toContain(SAYS.resendOf(rest.reference));
    await rig.provider.customer.pay(second.reference);
    await until(() => rig.readCard(card).includes(SAYS.paid));
  });

  it('while the rest is being asked for, the order can neither be accepted nor the rest asked for again from an old card', async () => {
    const { card } = await paidWith({ amount: 175 });
    const old = newest(card);
    const rest = await requestBalance(card);
    await rig.agent.click(old, 'accept_as_paid', { isOld: true });
    await until(() => notes().some((text) => text.includes(SAYS.cancelThatOneFirst)));
    await rig.agent.click(old, 'ask_for_rest', { isOld: true });
    await until(() => notes().some((text) => text.includes(SAYS.stillWaits)));
    expect(notes().at(-1)).toContain(rest.reference);
    expect(rig.provider.prompts).toHaveLength(2);
  });

  it('the form for the rest takes no other amount', async () => {
    const { card } = await paidWith({ amount: 175 });
    await rig.agent.click(newest(card), 'ask_for_rest');
    await until(() => rig.readModal().includes('== send_prompt =='));
    await rig.agent.submit({ amount: '1500' });
    await until(() => rig.readModal().includes(SAYS.onlyBalance('KES 1,325.00')));
    expect(rig.provider.prompts).toHaveLength(1);
  });

  it('an order under review is not sent again', async () => {
    const sent = await sendPrompt(rig);
    await rig.provider.customer.decline(sent.reference);
    await until(() => rig.readCard(sent.card).includes('[send_again]'));
    const old = newest(sent.card);
    rig.clock.advance(5_000);
    await rig.provider.customer.pay(sent.reference, { amount: 175 });
    await until(() => rig.readCard(sent.card).includes(SAYS.underReview));
    rig.agent.close();
    await rig.agent.click(old, 'send_again', { isOld: true });
    await until(() => notes().some((text) => text.includes(SAYS.waitsForReview)));
    expect(rig.provider.prompts).toHaveLength(1);
  });
});
