// An order that cannot be read any more keeps nothing untold of the orders that belong to it.
import { expect, it, onTestFinished } from 'vitest';
import { damageStore } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf } from './agent.ts';
import { newest, openAgain, sendDeclined, submitAgain } from './resend.ts';
import { startRig, until } from './rig.ts';

it('a payment is told, and its card shows it, although the order that it was sent again for cannot be read any more', async () => {
  const rig = await startRig();
  onTestFinished(() => rig.stop());
  const first = await sendDeclined(rig);
  await openAgain(rig, newest(rig, first.card));
  const second = await submitAgain(rig);
  await rig.idle();
  damageStore(rig, 'an order that cannot be read', first.reference);
  await rig.provider.customer.pay(second.reference);
  await repliesOf(rig, second.card, 1, SAYS.paid);
  await until(() => rig.readCard(second.card).includes(SAYS.isPaid));
  // It is tried again until it can be read, and says nothing twice.
  rig.clock.advance(60_000);
  await rig.idle();
  expect(rig.replies(second.card)).toHaveLength(1);
});
