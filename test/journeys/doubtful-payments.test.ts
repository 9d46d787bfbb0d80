// A record that calls a payment failed, with an amount and a receipt all the same: people find out whether money came.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { atStart, SAYS } from '#test/slack/text/phrases.ts';
import { answerTo, type Sent, sendPrompt, shownTo } from './agent.ts';
import { approver, startApproversRig } from './approvers.ts';
import { goToNoon } from './noon.ts';
import { booked, isRepeated, paysWith, repliesWith } from './payments.ts';
import { newest } from './resend.ts';
import { type Rig, until } from './rig.ts';

const RECEIPT = 'SBM2VWCQ5G';
/** What a failed record has in place of a receipt. */
const REASON = '41784283';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
  goToNoon(rig);
});
afterEach(() => rig.stop());

async function failedWith(confirmation_code: string): Promise<Sent> {
  const sent = await sendPrompt(rig);
  rig.agent.close();
  await rig.provider.customer.decline(sent.reference, { confirmation_code, amount: 1000 });
  await rig.idle();
  return sent;
}

it('Failed record with a receipt: under review, told once, and in no books', async () => {
  const sent = await failedWith(RECEIPT);
  await isRepeated(rig, sent);
  expect(rig.replies(sent.card)).toHaveLength(1);
  expect(repliesWith(rig, sent, RECEIPT)).toEqual([expect.stringContaining('1,000.00')]);
  expect(rig.readCard(sent.card)).toMatch(/^:warning:/);
  expect(rig.readCard(sent.card)).toContain(RECEIPT);
  expect(rig.readCard(sent.card)).toContain('[accept_as_paid]');
  expect(rig.readCard(sent.card)).not.toContain('send_again');
  expect(await answerTo(rig, `find ${RECEIPT}`)).toContain(sent.reference);
  expect(await booked(rig)).not.toContain('1,000.00 in');
});

it('Failed record with a receipt: booked once the provider completes it', async () => {
  const sent = await failedWith(RECEIPT);
  await paysWith(rig, sent, RECEIPT, { amount: 1000 });
  expect(rig.replies(sent.card)).toHaveLength(2);
  expect(rig.readCard(sent.card)).toContain('[ask_for_rest KES 500.00]');
  expect(await booked(rig)).toContain(SAYS.inPayments('KES 1,000.00', '1 payment'));
});

it('Failed record with a receipt: booked once somebody accepts it', async () => {
  const sent = await failedWith(RECEIPT);
  await approver(rig).click(newest(rig, sent.card), 'accept_as_paid');
  await until(() => rig.readCard(sent.card).includes(SAYS.acceptedBy));
  await isRepeated(rig, sent);
  expect(rig.readCard(sent.card)).toContain(SAYS.acceptedBy);
  expect(await booked(rig)).toContain(SAYS.inPayments('KES 1,000.00', '1 payment'));
});

it('Failed record with a number: not paid, and the number is no receipt anywhere', async () => {
  const sent = await failedWith(REASON);
  expect(rig.readCard(sent.card)).toContain(SAYS.notPaidAmount('00'));
  expect([rig.readCard(sent.card), ...rig.replies(sent.card)].join()).not.toContain(REASON);
  expect(await answerTo(rig, `find ${REASON}`)).not.toContain(sent.reference);
  await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${REASON}`);
  await until(() => shownTo(rig).at(-1)?.includes(SAYS.noPaymentWith));
  expect(await booked(rig)).not.toContain('1,000.00 in');
});

it('Failed record with a number: the receipt that completes it later is the payment', async () => {
  const sent = await failedWith(REASON);
  await paysWith(rig, sent, RECEIPT);
  expect(rig.readCard(sent.card)).toMatch(atStart(`:white_check_mark: ${SAYS.paidAmount('KES 1,500.00')}`));
  expect([rig.readCard(sent.card), ...rig.replies(sent.card)].join()).not.toContain(REASON);
  expect(await answerTo(rig, `find ${REASON}`)).not.toContain(sent.reference);
  expect(await answerTo(rig, `find ${RECEIPT}`)).toContain(sent.reference);
});
