// What the agent reads before an order is sent again: what may still be paid of the earlier ones, and what was paid back.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, shownTo, theCard } from './agent.ts';
import { goesBack } from './balances.ts';
import { newest, openAgain, sendDeclined, submitAgain } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it('the form says nothing of a payment of the first prompt when the service refused that', async () => {
  const error = { code: 'declined', message: 'Amount exceeds default limit' };
  rig.provider.faults.refuse(error, { operation: 'push', times: 1 });
  await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
  await rig.agent.submit();
  const { card } = await theCard(rig, SAYS.notSentAmount('00'));
  rig.agent.close();
  await openAgain(rig, newest(rig, card));
  expect(rig.readModal()).not.toContain(SAYS.mayStillBePaid);
  expect(rig.readModal()).not.toContain(SAYS.smsWithCode);
});

it('when the service refused the second prompt, the form warns of the first one, which was declined', async () => {
  const first = await sendDeclined(rig);
  await openAgain(rig, newest(rig, first.card));
  rig.provider.faults.refuse({ code: 'declined', message: 'Not now' }, { operation: 'push', times: 1 });
  await rig.agent.submit();
  const second = await theCard(rig, SAYS.notSentAmount('00'));
  rig.agent.close();
  await openAgain(rig, newest(rig, second.card));
  expect(rig.readModal()).toContain(SAYS.mayStillBePaidByHandOrder(first.reference));
  expect(rig.readModal()).not.toContain(SAYS.mayStillBePaidOrder(second.reference));
});

it('an order whose earlier one was paid and paid back is not sent again: that is said, with what asks the customer anew', async () => {
  const first = await sendDeclined(rig);
  await openAgain(rig, newest(rig, first.card));
  const second = await submitAgain(rig);
  rig.agent.close();
  await rig.provider.customer.decline(second.reference);
  await until(() => rig.readCard(second.card).includes('[send_again]'));
  rig.clock.advance(30_000);
  await rig.provider.customer.pay(first.reference);
  await until(() => !rig.readCard(second.card).includes('[send_again]'));
  await goesBack(rig, first);
  await until(() => rig.readCard(second.card).includes('[send_again]'));

  await rig.agent.click(newest(rig, second.card), 'send_again');
  await until(() => shownTo(rig).some((text) => text.includes(SAYS.nothingSent)));
  const told = shownTo(rig).at(-1);
  expect(told).toContain(SAYS.paidAndWentBack(first.reference, 'KES 1,500.00'));
  expect(told).toContain(SAYS.askAgainOnCard);
  expect(rig.readCard(first.card)).toContain('ask_again');
});
