// What the provider says before, or long after, Teller knows that it has the order.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { answersTo, askStatus, createMonthlyLink, openForm, repliesOf, type Sent, theCard } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

async function pass(...waits: readonly number[]): Promise<void> {
  for (const wait of waits) {
    rig.clock.advance(wait);
    await rig.idle();
  }
}

/** The phone rings, its answer is lost, and for three minutes the provider says that it knows no such order. */
async function sendUnknown() {
  rig.provider.faults.lostAnswer({ operation: 'push', times: 1 });
  const deaf = rig.provider.faults.notFound({ operation: 'getTransactionByMerchantReference' });
  await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
  await rig.agent.submit();
  await until(() => rig.provider.prompts.length === 1);
  await pass(21_000, 25_000, 45_000, 91_000);
  deaf.end();
  return theCard(rig, SAYS.notSentAmount('00'));
}

/** A person asks, and the thread says that the order is there. */
async function findIt({ card, reference }: Sent): Promise<void> {
  await askStatus(rig, reference);
  await repliesOf(rig, card, 2, SAYS.waitingForPin);
  expect(rig.replies(card)[1]).toContain(SAYS.orderReceived);
}

describe('a payment of an order whose answer was lost', () => {
  it('a link that is paid while its answer is lost is told as paid as soon as the service answers again', async () => {
    rig.provider.faults.notifyBeforeAnswer({ operation: 'submitOrder', times: 1 });
    const lost = rig.provider.faults.lostAnswer({ operation: 'submitOrder' });
    await openForm(rig, 'link 2500 School fees');
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.linkLater));
    await rig.idle();
    lost.end();
    rig.clock.advance(21_000);
    const { card } = await theCard(rig, SAYS.paid);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.idle();
    expect(rig.provider.orders()).toHaveLength(1);
  });

  it('/pay status asks the service about a prompt that counted as never arrived, and tells that it was paid', async () => {
    const { card, reference } = await sendUnknown();
    await rig.provider.customer.pay(reference, { notify: false });
    const answer = await answersTo(rig, `status ${reference}`);
    await until(() => answer().includes(SAYS.paid));
    await repliesOf(rig, card, 2, SAYS.paid);
  });

  it('a prompt that arrives after it counted as never arrived is found by itself, and its payment is told without a notification', async () => {
    const { card, reference } = await sendUnknown();
    const deaf = rig.provider.faults.notFound({ operation: 'getTransactionByMerchantReference' });
    await pass(10 * MINUTE);
    expect(rig.replies(card)).toHaveLength(1);
    deaf.end();
    await rig.provider.customer.pay(reference, { notify: false });
    await pass(60 * MINUTE);
    await repliesOf(rig, card, 2, SAYS.paid);
  });

  it('a prompt that counted as never arrived is checked on once a person found it, so its payment is told without a notification', async () => {
    const sent = await sendUnknown();
    await findIt(sent);
    await rig.provider.customer.pay(sent.reference, { notify: false });
    await pass(10 * MINUTE);
    await repliesOf(rig, sent.card, 3, SAYS.paid);
  });

  it('a prompt that counted as never arrived and that a person finds days later is not waited for any more', async () => {
    const sent = await sendUnknown();
    const deaf = rig.provider.faults.notFound({ operation: 'getTransactionByMerchantReference' });
    await pass(2 * DAY);
    deaf.end();
    await askStatus(rig, sent.reference);
    const replies = await repliesOf(rig, sent.card, 3, SAYS.notAnswered);
    expect(replies[2]).toContain(SAYS.stoppedAsking);
  });
});

it('a recurring link whose first payment a person found after its checks had ended tells of a charge that never comes', async () => {
  const sent = await createMonthlyLink(rig);
  await pass(...Array<number>(32).fill(DAY));
  await rig.provider.customer.pay(sent.reference, { notify: false });
  await askStatus(rig, sent.reference);
  await repliesOf(rig, sent.card, 2, SAYS.chargesPaid('1', '12'));
  await pass(...Array<number>(6).fill(DAY));
  const [, , missed] = await repliesOf(rig, sent.card, 3, SAYS.nextCharge('15 Mar'));
  expect(missed).toContain(SAYS.chargeMissedOn('15 Feb'));
});

it('a recurring link whose first payment was heard of nowhere is told as paid with its first charge', async () => {
  const sent = await createMonthlyLink(rig);
  await pass(...Array<number>(32).fill(DAY));
  await rig.provider.customer.pay(sent.reference, { notify: false });
  await rig.provider.customer.charge(sent.reference);
  await repliesOf(rig, sent.card, 3, SAYS.chargesPaid('2', '12'));
});

it('a charge of which the service knew nothing for minutes after its notification is told once a person asks about it', async () => {
  const sent = await createMonthlyLink(rig);
  await rig.provider.customer.pay(sent.reference);
  await repliesOf(rig, sent.card, 1, SAYS.chargesPaid('1', '12'));
  const deaf = rig.provider.faults.notFound({ operation: 'getTransactionStatus' });
  const { order_tracking_id } = await rig.provider.customer.charge(sent.reference);
  await pass(21_000, 25_000, 45_000, 91_000);
  deaf.end();
  expect(await askStatus(rig, order_tracking_id)).toContain(SAYS.paid);
  await repliesOf(rig, sent.card, 2, SAYS.chargesPaid('2', '12'));
});
