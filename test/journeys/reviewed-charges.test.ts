// A charge of another amount has no card: its reply in the link's thread asks what to do, until that is decided.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#sandbox/slack/state/model.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createMonthlyLink, type Sent, shownTo, theCard } from './agent.ts';
import { goesBack, paidShort, recordGrows } from './balances.ts';
import { SECOND, THIRD } from './payments.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

/** A monthly link of KES 2,500 whose second payment came as KES 2,000, and the reply about that. */
async function chargedShort(): Promise<Sent & { reply: Message; charge: string }> {
  const sent = await createMonthlyLink(rig);
  const { card, reference } = sent;
  await rig.provider.customer.pay(reference);
  await until(() => rig.readCard(card).includes(SAYS.chargesPaid('1', '12')));
  rig.agent.close();
  rig.clock.advance(5 * 24 * 60 * 60_000);
  await rig.idle();
  const { order_tracking_id: charge } = await rig.provider.customer.charge(reference, { amount: 2_000 });
  await until(() => rig.replies(card).some((reply) => reply.includes('[accept_as_paid]')));
  const reply = rig.slack.thread(card.channel, card.ts).at(-1);
  if (!reply) throw new Error('there is no reply');
  return { ...sent, reply, charge };
}

/** The provider names more for the charge, and notifies of it. */
async function chargeGrows(charge: string, amount: number): Promise<void> {
  recordGrows(rig, charge, amount);
  rig.clock.advance(60_000);
  await rig.provider.notify(charge, { type: 'RECURRING' });
}

/** Asks for the other KES 500 with the reply's button. */
async function requestBalance(reply: Message): Promise<Sent> {
  await rig.agent.click(reply, 'ask_for_rest');
  await until(() => rig.readModal().includes('== create_link =='));
  await rig.agent.submit();
  await until(() => rig.readModal().includes(SAYS.linkReady));
  return theCard(rig, SAYS.waitingForPayment);
}

/** The customer pays them. */
async function payBalance({ card, reply }: Pick<Sent, 'card'> & { reply: Message }): Promise<Sent> {
  const rest = await requestBalance(reply);
  await rig.provider.customer.pay(rest.reference);
  await until(() => rig.readCard(card).includes(SAYS.chargesPaidSum('2', '12', 'KES 5,000.00')));
  return rest;
}

/** The customer pays for the charge under this code. */
async function chargePaidWith(charge: string, confirmation_code: string, amount: number): Promise<void> {
  rig.clock.advance(60_000);
  await rig.provider.customer.pay(charge, { again: true, confirmation_code, amount });
  await rig.idle();
}

describe('a charge with two payments', () => {
  it('Charge: the missing part under another code is told in the thread, and it counts once', async () => {
    const { card, charge, reply } = await chargedShort();
    await chargePaidWith(charge, SECOND, 500);
    expect(rig.readCard(card)).toContain(SAYS.chargesPaidSum('2', '12', 'KES 5,000.00'));
    expect(rig.replies(card)).toHaveLength(3);
    expect(rig.replies(card)[2]).toContain(SECOND);
    expect(rig.replies(card)[2]).toContain('KES 500.00');
    expect(rig.replies(card)[2]).not.toContain('[accept_as_paid]');
    await rig.agent.click(reply, 'accept_as_paid', { isOld: true });
    await until(() => shownTo(rig).at(-1)?.includes(SAYS.noLongerInReview));
  });

  it('Charge: paid in full under two codes counts once when it is accepted, and others stay', async () => {
    const { card, charge, reference } = await chargedShort();
    rig.clock.advance(30 * 24 * 60 * 60_000);
    await rig.idle();
    const { order_tracking_id: other } = await rig.provider.customer.charge(reference);
    await until(() => rig.readCard(card).includes(SAYS.chargesPaidSum('2', '12', 'KES 5,000.00')));
    await rig.idle();
    const before = rig.replies(card).length;
    await chargePaidWith(other, SECOND, 2_500);
    expect(rig.replies(card).slice(before)).toEqual([expect.stringContaining(SECOND)]);
    expect(rig.readCard(card)).toContain(SAYS.chargesPaidSum('1', '12', 'KES 2,500.00'));
    const newest = rig.slack.thread(card.channel, card.ts).at(-1);
    await rig.agent.click(newest ?? card, 'accept_as_paid');
    await until(() => rig.readCard(card).includes(SAYS.chargesPaidSum('2', '12', 'KES 7,500.00')));
    await chargePaidWith(charge, THIRD, 500);
    await until(() => rig.readCard(card).includes(SAYS.chargesPaidSum('3', '12', 'KES 10,000.00')));
  });
});

describe('a charge of another amount', () => {
  it('the reply about a charge of another amount loses its buttons once the charge is accepted', async () => {
    const { card, reply } = await chargedShort();
    await rig.agent.click(reply, 'accept_as_paid');
    await until(() => rig.replies(card).some((each) => each.includes(SAYS.acceptedByCapital)));
    await rig.idle();
    expect(rig.replies(card).join('\n')).not.toContain('[accept_as_paid]');
  });

  it('the reply about a charge of another amount loses its buttons once its rest is paid, and whoever pressed one then reads that it is over', async () => {
    const { card, reply, reference } = await chargedShort();
    await payBalance({ card, reply });
    await until(() => rig.replies(card).at(-1)?.includes(SAYS.nothingMissing));
    await rig.idle();
    const told = rig
      .replies(card)
      .find((each) => each.includes(SAYS.receivedInPart('KES 2,000.00', 'KES 2,500.00')));
    expect.soft(told).not.toContain('[accept_as_paid]');
    expect.soft(told).not.toContain('[ask_for_rest');
    await rig.agent.click(reply, 'accept_as_paid', { isOld: true });
    await until(() => shownTo(rig).at(-1)?.includes(SAYS.noLongerInReview));
    expect(shownTo(rig).at(-1)).toContain(SAYS.chargeNotInReview(reference));
    expect(shownTo(rig).at(-1)).toContain(SAYS.threadSays);
    await rig.idle();
    expect(rig.readCard(card)).toContain(SAYS.chargesPaidSum('2', '12', 'KES 5,000.00'));
  });

  it('more that came for a charge is not accepted with the button of the reply that named less', async () => {
    const { card, reply, charge, reference } = await chargedShort();
    await chargeGrows(charge, 2_200);
    await until(() => rig.replies(card).some((each) => each.includes('KES 2,200.00')));
    await rig.idle();
    await rig.agent.click(reply, 'accept_as_paid', { isOld: true });
    await until(() => shownTo(rig).at(-1)?.includes(SAYS.amountHasComeForCharge('KES 2,200.00', reference)));
    const newest = rig.slack.thread(card.channel, card.ts).at(-1) ?? reply;
    await rig.agent.click(newest, 'accept_as_paid');
    await until(() => rig.replies(card).some((each) => each.includes(SAYS.acceptedByCapital)));
    await until(() => rig.readCard(card).includes(SAYS.chargesPaidSum('2', '12', 'KES 4,700.00')));
  });

  it('the reply about an accepted charge goes on saying what had come then, also when more came and all went back', async () => {
    const { card, reply, charge } = await chargedShort();
    await rig.agent.click(reply, 'accept_as_paid');
    await until(() => rig.replies(card).some((each) => each.includes(SAYS.acceptedByCapital)));
    await chargeGrows(charge, 2_300);
    await until(() => rig.replies(card).some((each) => each.includes('KES 2,300.00')));
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(charge);
    await until(() => rig.replies(card).some((each) => each.includes(SAYS.paidBack)));
    await rig.idle();
    const told = rig
      .replies(card)
      .filter((each) => each.includes(SAYS.receivedInPart('KES 2,000.00', 'KES 2,500.00')));
    expect(told).toHaveLength(1);
  });

  it('Charge: the reply that it was accepted names what was accepted, though more came', async () => {
    const { card, reply, charge } = await chargedShort();
    const says = (text: string) => rig.replies(card).find((each) => each.includes(text));
    await rig.idle();
    rig.slack.faults.always('chat.postMessage', { kind: 'rateLimited', retryAfterSeconds: 30 });
    await rig.agent.click(reply, 'accept_as_paid');
    await until(() => rig.readCard(card).includes(SAYS.chargesPaid('2', '12')));
    await chargeGrows(charge, 2_300);
    await rig.idle();
    rig.slack.faults.off();
    rig.clock.advance(60_000);
    await until(() => says('[accept_as_paid]')?.includes('KES 2,300.00'));
    await rig.idle();
    expect(says(SAYS.acceptedByCapital)).toContain(SAYS.chargeOfAmount('KES 2,000.00'));
    expect(says(SAYS.acceptedByCapital)).not.toContain('2,300.00');
  });

  it('that went back is still said to have been of what had come, without its buttons', async () => {
    const { card, charge } = await chargedShort();
    rig.clock.advance(60_000);
    await rig.provider.customer.reverse(charge);
    await until(() => rig.replies(card).some((each) => each.includes(SAYS.paidBack)));
    await rig.idle();
    const told = rig.replies(card).find((each) => each.includes(SAYS.reviewBeforeDelivery));
    expect(told).toContain(SAYS.receivedInPart('KES 2,000.00', 'KES 2,500.00'));
    expect(told).not.toContain('[accept_as_paid]');
  });

  it('a charge of another amount whose channel is gone is told to the agent, with its buttons once', async () => {
    const { card, reference } = await createMonthlyLink(rig);
    await rig.provider.customer.pay(reference);
    await until(() => rig.readCard(card).includes(SAYS.chargesPaid('1', '12')));
    rig.agent.close();
    rig.clock.advance(5 * 24 * 60 * 60_000);
    await rig.idle();
    rig.slack.archive(card.channel);
    await rig.provider.customer.charge(reference, { amount: 2_000 });
    const toAgent = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id));
    const told = () =>
      toAgent().find(({ text }) => text.includes(SAYS.receivedInPart('KES 2,000.00', 'KES 2,500.00')));
    await until(() => told() !== undefined);
    expect(JSON.stringify(told()?.blocks).split('"accept_as_paid"')).toHaveLength(2);
    await rig.agent.click(told() ?? card, 'accept_as_paid');
    await until(() => shownTo(rig).at(-1)?.includes(SAYS.isAccepted));
  });

  it('a charge whose rest was accepted with less is counted with what both have brought', async () => {
    const { card, reply } = await chargedShort();
    const rest = await requestBalance(reply);
    rig.agent.close();
    await paidShort(rig, rest, 300);
    const [restCard = rest.card] = rig.slack.thread(rest.card.channel, rest.card.ts);
    await rig.agent.click(restCard, 'accept_as_paid');
    await until(() => rig.readCard(card).includes(SAYS.chargesPaidSum('2', '12', 'KES 4,800.00')));
  });

  it('the reply about a charge of another amount has its buttons again once its rest goes back', async () => {
    const { card, reply } = await chargedShort();
    const rest = await payBalance({ card, reply });
    await goesBack(rig, rest);
    await until(() => rig.readCard(card).includes(SAYS.chargesPaid('1', '12')));
    await until(() => rig.replies(card).at(-1)?.includes(SAYS.notPaidInFullAnyMore));
    await rig.idle();
    const told = rig
      .replies(card)
      .find((each) => each.includes(SAYS.receivedInPart('KES 2,000.00', 'KES 2,500.00')));
    expect(told).toContain('[accept_as_paid]');
  });
});
