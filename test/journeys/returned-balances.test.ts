// The rest of an order was paid, so that nothing was missing, and then goes back: the order is under review again.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createMonthlyLink, sendPrompt } from './agent.ts';
import { startApproversRig } from './approvers.ts';
import { goesBack, paidShort, requestBalance } from './balances.ts';
import { cardsOf, checkFile, confirm, pass, readBulk, untilBulkSays } from './bulks.ts';
import { newest } from './resend.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

it('an order whose rest goes back says so, has both buttons again, and is paid once the rest is paid anew', async () => {
  const sent = await paidShort(rig, await sendPrompt(rig), 175);
  const rest = await requestBalance(rig, sent);
  await rig.provider.customer.pay(rest.reference);
  await until(() => rig.readCard(sent.card).includes(SAYS.paidAmount('KES 1,500.00')));
  await goesBack(rig, rest);
  await until(() => rig.readCard(sent.card).includes(SAYS.paidInPart('KES 175.00', 'KES 1,500.00')));
  expect(rig.readCard(sent.card)).toContain('[ask_for_rest KES 1,325.00] [accept_as_paid]');
  expect(newest(rig, sent.card).text).toContain(SAYS.paidInPart('KES 175.00', 'KES 1,500.00'));
  const told = () => rig.replies(sent.card).filter((reply) => reply.includes(SAYS.notPaidInFullAnyMore));
  expect(told()).toEqual([expect.stringContaining(rest.reference)]);

  const again = await requestBalance(rig, sent);
  await rig.provider.customer.pay(again.reference);
  await until(() => rig.readCard(sent.card).includes(SAYS.paidAmount('KES 1,500.00')));
  await rig.idle();
  expect(told()).toHaveLength(1);
  expect([...rig.replies(sent.card), ...rig.replies(again.card)].join()).not.toContain(SAYS.duplicatePayment);
});

it('a row whose rest goes back is not counted as paid by the message of its bulk', async () => {
  await checkFile(rig, 'phone,amount,description\n0712345678,1500,Flour\n');
  await confirm(rig);
  rig.agent.close();
  await untilBulkSays(rig, /1 of 1/);
  const [card] = cardsOf(rig);
  if (!card) throw new Error('there is no card');
  const sent = { card, reference: String(card.metadata?.event_payload['reference']) };
  const rest = await requestBalance(rig, await paidShort(rig, sent, 175));
  await rig.provider.customer.pay(rest.reference);
  await untilBulkSays(rig, SAYS.countPaidSum('1', 'KES 1,500.00'));
  await goesBack(rig, rest);
  await pass(rig, 660, 60);
  await untilBulkSays(rig, SAYS.countToReview('1'));
  expect(readBulk(rig)).not.toContain(SAYS.countPaid('1'));
});

it('the first payment of a recurring link whose rest goes back is not counted on its card', async () => {
  const sent = await createMonthlyLink(rig);
  const rest = await requestBalance(rig, await paidShort(rig, sent, 2000));
  await rig.provider.customer.pay(rest.reference);
  await until(() => rig.readCard(sent.card).includes(SAYS.chargesPaid('1', '12')));
  await goesBack(rig, rest);
  await until(() => rig.readCard(sent.card).includes(SAYS.paidInPart('KES 2,000.00', 'KES 2,500.00')));
  expect(rig.readCard(sent.card)).not.toContain(SAYS.chargesPaid('1', '12'));
});
