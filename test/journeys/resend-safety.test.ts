// A resend rings nobody before the provider has answered about every earlier order of the chain.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, type Sent, theCard } from './agent.ts';
import { newest, openAgain, sendDeclined, submitAgain } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
  // Without time no check of the schedule asks the provider.
  rig.clock.hold();
});
afterEach(() => rig.stop());

/** Two declined prompts, the second a resend of the first. */
async function declinedTwice(): Promise<[Sent, Sent]> {
  const first = await sendDeclined(rig);
  await openAgain(rig, newest(rig, first.card));
  const second = await submitAgain(rig);
  await rig.provider.customer.decline(second.reference);
  await until(() => rig.readCard(second.card).includes('[send_again]'));
  rig.agent.close();
  await rig.idle();
  return [first, second];
}

const idOf = ({ reference }: Sent) => rig.provider.find(reference)?.order_tracking_id;

it('Resend: every earlier order of the chain is checked before it rings', async () => {
  const [first, second] = await declinedTwice();
  await openAgain(rig, newest(rig, second.card));
  const { length } = rig.provider.requests;
  await submitAgain(rig);
  const since = rig.provider.requests.slice(length);
  const pushed = since.findIndex(({ operation }) => operation === 'push');
  const checked = since
    .slice(0, pushed)
    .flatMap(({ operation, query }) => (operation === 'getTransactionStatus' ? Object.values(query) : []));
  expect(checked).toEqual(expect.arrayContaining([idOf(first), idOf(second)]));
  // A failed order is checked and not cancelled.
  expect(rig.provider.requestsTo('cancelOrder')).toEqual([]);
  expect(rig.provider.prompts).toHaveLength(3);
});

it('Resend: an earlier order that turns out paid keeps it from ringing, and is named and announced', async () => {
  const [first, second] = await declinedTwice();
  rig.provider.faults.noNotification();
  await rig.provider.customer.pay(first.reference);
  await openAgain(rig, newest(rig, second.card));
  await rig.agent.submit();
  await until(() => rig.cards().length === 3);
  const third = await theCard(rig, SAYS.notSentAmount('00'));
  expect(rig.readCard(third.card)).toContain(SAYS.receivedPayment(first.reference));
  await repliesOf(rig, first.card, 2, SAYS.paid);
  await rig.idle();
  expect(rig.provider.prompts).toHaveLength(2);
});
