// Rows of a file of many that somebody sends again alone, accepts as paid or pays back: the message says how they stand.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import type { Sent } from './agent.ts';
import { paidShort, requestBalance } from './balances.ts';
import {
  cardsOf,
  checkFile,
  confirm,
  pass,
  referencesOf,
  resultsIn,
  THREE_ROWS,
  untilBulkSays,
} from './bulks.ts';
import { newest, openAgain, submitAgain } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it('a row that was cancelled and sent again is named with the order that replaces it, in the message and in the file', async () => {
  await checkFile(rig, THREE_ROWS);
  await confirm(rig);
  await untilBulkSays(rig, SAYS.promptsDone('3'));
  rig.agent.close();
  const [first = ''] = referencesOf(rig);
  const [card] = cardsOf(rig);
  if (!card) throw new Error('there is no card');
  await rig.agent.click(newest(rig, card), 'cancel_order');
  await until(() => rig.readCard(card).includes('[send_again]'));
  expect(await untilBulkSays(rig, SAYS.countCancelled('1'))).not.toContain(first);
  await openAgain(rig, newest(rig, card));
  const again = await submitAgain(rig);
  await untilBulkSays(rig, SAYS.rowResentAsWaiting(first, again.reference));
  await rig.provider.customer.pay(again.reference);
  await untilBulkSays(rig, SAYS.rowResentAsPaid(first, again.reference));
  await until(async () => {
    await pass(rig, 30, 15);
    return resultsIn(rig).length > 0;
  });
  expect(resultsIn(rig)[0]).toContain(SAYS.cancelledResentAsPaid(again.reference));
});

it('a row that is accepted as paid or paid back after the file has come is counted anew, also when every row was paid', async () => {
  await checkFile(rig, THREE_ROWS);
  await confirm(rig);
  await untilBulkSays(rig, SAYS.promptsDone('3'));
  rig.agent.close();
  const [first = '', second = '', third = ''] = referencesOf(rig);
  await rig.provider.customer.pay(first, { amount: 1000 });
  await rig.provider.customer.pay(second);
  await rig.provider.customer.pay(third);
  await untilBulkSays(rig, SAYS.countPaidSumReview('2', 'KES 349.00', '1'));
  await until(async () => {
    await pass(rig, 30, 15);
    return resultsIn(rig).length > 0;
  });
  await pass(rig, 60, 15);
  const [card] = cardsOf(rig);
  if (!card) throw new Error('there is no card');
  await rig.agent.click(newest(rig, card), 'accept_as_paid');
  await until(() => rig.readCard(card).includes(SAYS.acceptedBy));
  await untilBulkSays(rig, SAYS.countPaidSum('3', 'KES 1,349.00'));
  rig.clock.advance(60_000);
  await rig.provider.customer.reverse(second);
  await untilBulkSays(rig, SAYS.countPaidBack('1'));
});

/** Of three rows the first one, of KES 1,500, for which 1,000 have come. */
async function paidInPart(): Promise<Sent> {
  await checkFile(rig, THREE_ROWS);
  await confirm(rig);
  await untilBulkSays(rig, SAYS.promptsDone('3'));
  rig.agent.close();
  const [reference = ''] = referencesOf(rig);
  await rig.provider.customer.pay(reference, { amount: 1000 });
  await untilBulkSays(rig, SAYS.countToReview('1'));
  const [card] = cardsOf(rig);
  if (!card) throw new Error('there is no card');
  return { card, reference };
}

it('a row whose rest was paid with an order of its own is counted with the whole amount', async () => {
  const rest = await requestBalance(rig, await paidInPart());
  await rig.provider.customer.pay(rest.reference);
  await untilBulkSays(rig, SAYS.countPaidSum('1', 'KES 1,500.00'));
});

it('a row whose rest was accepted with less is counted with what both have brought, until that of the rest goes back', async () => {
  const rest = await requestBalance(rig, await paidInPart());
  await paidShort(rig, rest, 300);
  await rig.agent.click(newest(rig, rest.card), 'accept_as_paid');
  await untilBulkSays(rig, SAYS.countPaidSum('1', 'KES 1,300.00'));
  rig.clock.advance(60_000);
  await rig.provider.customer.reverse(rest.reference);
  await untilBulkSays(rig, SAYS.countPaidSum('1', 'KES 1,000.00'));
});

const TO_CHANNEL = '(also sent to the channel)';
const firstCard = () => {
  const [card] = cardsOf(rig);
  if (!card) throw new Error('there is no card');
  return card;
};

async function paymentReply(reference: string): Promise<string> {
  const replies = () => rig.replies(firstCard()).filter((reply) => reply.includes(SAYS.received));
  await rig.provider.customer.pay(reference);
  await until(() => replies().length > 0);
  return replies().join();
}

it('a row that is paid after a cancel is told in the channel too, though the message counts it', async () => {
  await checkFile(rig, THREE_ROWS);
  await confirm(rig);
  await untilBulkSays(rig, SAYS.promptsDone('3'));
  rig.agent.close();
  const [first = ''] = referencesOf(rig);
  await rig.agent.click(newest(rig, firstCard()), 'cancel_order');
  await until(() => rig.readCard(firstCard()).includes('[send_again]'));
  rig.clock.advance(5_000);
  const reply = await paymentReply(first);
  expect(reply).toContain(SAYS.hadBeenCancelled);
  expect(reply).toContain(TO_CHANNEL);
});

it.each([
  [29, false],
  [32, true],
])(
  'a link of a file that is paid after %i days is told in the channel too: %s',
  async (days, isToChannel) => {
    await checkFile(rig, THREE_ROWS, { kind: 'link' });
    await confirm(rig);
    await untilBulkSays(rig, SAYS.linksDone('3'));
    rig.agent.close();
    const [first = ''] = referencesOf(rig);
    rig.clock.advance(days * 24 * 60 * 60_000);
    await rig.idle();
    expect((await paymentReply(first)).includes(TO_CHANNEL)).toBe(isToChannel);
  },
);
