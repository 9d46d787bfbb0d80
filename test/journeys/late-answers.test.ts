// What the service says before, or long after, Teller knows that it has the order.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

/** The phone rings, its answer is lost, and for three minutes the payment service says that it knows no such order. */
async function sendUnknown() {
  rig.provider.faults.lostAnswer({ operation: 'push', times: 1 });
  const deaf = rig.provider.faults.notFound({ operation: 'getTransactionByMerchantReference' });
  await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
  await rig.agent.submit();
  await until(() => rig.provider.prompts.length === 1);
  await pass(21_000, 25_000, 45_000, 91_000);
  deaf.end();
  return theCard(rig, '00 not sent');
}

/** A person asks, and the thread says that the order is there. */
async function findIt({ card, reference }: Sent): Promise<void> {
  await askStatus(rig, reference);
  await repliesOf(rig, card, 2, 'waiting for the PIN');
  expect(rig.replies(card)[1]).toContain('The payment service did receive the order.');
}

describe('a payment of an order whose answer was lost', () => {
  it('a link that is paid while its answer is lost is told as paid as soon as the service answers again', async () => {
    rig.provider.faults.notifyBeforeAnswer({ operation: 'submitOrder', times: 1 });
    const lost = rig.provider.faults.lostAnswer({ operation: 'submitOrder' });
    await openForm(rig, 'link 2500 School fees');
    await rig.agent.submit();
    await until(() => rig.readModal().includes('The link will be on the card'));
    await rig.idle();
    lost.end();
    rig.clock.advance(21_000);
    const { card } = await theCard(rig, '00 paid ·');
    await repliesOf(rig, card, 1, '00 paid ·');
    await rig.idle();
    expect(rig.provider.orders()).toHaveLength(1);
  });

  it('/pay status asks the service about a prompt that counted as never arrived, and tells that it was paid', async () => {
    const { card, reference } = await sendUnknown();
    await rig.provider.customer.pay(reference, { notify: false });
    const answer = await answersTo(rig, `status ${reference}`);
    await until(() => answer().includes('00 paid ·'));
    await repliesOf(rig, card, 2, '00 paid ·');
  });

  it('a prompt that arrives after it counted as never arrived is found by itself, and its payment is told without a notification', async () => {
    const { card, reference } = await sendUnknown();
    const deaf = rig.provider.faults.notFound({ operation: 'getTransactionByMerchantReference' });
    await pass(10 * MINUTE);
    expect(rig.replies(card)).toHaveLength(1);
    deaf.end();
    await rig.provider.customer.pay(reference, { notify: false });
    await pass(60 * MINUTE);
    await repliesOf(rig, card, 2, '00 paid ·');
  });

  it('a prompt that counted as never arrived is checked on once a person found it, so its payment is told without a notification', async () => {
    const sent = await sendUnknown();
    await findIt(sent);
    await rig.provider.customer.pay(sent.reference, { notify: false });
    await pass(10 * MINUTE);
    await repliesOf(rig, sent.card, 3, '00 paid ·');
  });

  it('a prompt that counted as never arrived and that a person finds days later is not waited for any more', async () => {
    const sent = await sendUnknown();
    const deaf = rig.provider.faults.notFound({ operation: 'getTransactionByMerchantReference' });
    await pass(2 * DAY);
    deaf.end();
    await askStatus(rig, sent.reference);
    const replies = await repliesOf(rig, sent.card, 3, 'not answered');
    expect(replies[2]).toContain('Teller has stopped asking about this order by itself.');
  });
});

it('a recurring link whose first payment a person found after its checks had ended tells of a charge that never comes', async () => {
  const sent = await createMonthlyLink(rig);
  await pass(...Array<number>(32).fill(DAY));
  await rig.provider.customer.pay(sent.reference, { notify: false });
  await askStatus(rig, sent.reference);
  await repliesOf(rig, sent.card, 2, '1 of 12 paid');
  await pass(...Array<number>(6).fill(DAY));
  const [, , missed] = await repliesOf(rig, sent.card, 3, 'next about 15 Mar');
  expect(missed).toContain('No word of the charge of 15 Feb.');
});

it('a recurring link whose first payment was heard of nowhere is told as paid with its first charge', async () => {
  const sent = await createMonthlyLink(rig);
  await pass(...Array<number>(32).fill(DAY));
  await rig.provider.customer.pay(sent.reference, { notify: false });
  await rig.provider.customer.charge(sent.reference);
  await repliesOf(rig, sent.card, 3, '2 of 12 paid');
});

it('a charge of which the service knew nothing for minutes after its notification is told once a person asks about it', async () => {
  const sent = await createMonthlyLink(rig);
  await rig.provider.customer.pay(sent.reference);
  await repliesOf(rig, sent.card, 1, '1 of 12 paid');
  const deaf = rig.provider.faults.notFound({ operation: 'getTransactionStatus' });
  const { order_tracking_id } = await rig.provider.customer.charge(sent.reference);
  await pass(21_000, 25_000, 45_000, 91_000);
  deaf.end();
  expect(await askStatus(rig, order_tracking_id)).toContain('00 paid ·');
  await repliesOf(rig, sent.card, 2, '2 of 12 paid');
});
