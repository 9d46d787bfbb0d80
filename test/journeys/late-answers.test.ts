// What the service says before, or long after, Teller knows that it has the order.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answersTo, openForm, repliesOf, theCard } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

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
    rig.provider.faults.lostAnswer({ operation: 'push', times: 1 });
    const deaf = rig.provider.faults.notFound({ operation: 'getTransactionByMerchantReference' });
    await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
    await rig.agent.submit();
    await until(() => rig.provider.prompts.length === 1);
    for (const wait of [21_000, 25_000, 45_000, 91_000]) {
      rig.clock.advance(wait);
      await rig.idle();
    }
    const { card, reference } = await theCard(rig, '00 not sent');
    deaf.end();
    await rig.provider.customer.pay(reference, { notify: false });
    const answer = await answersTo(rig, `status ${reference}`);
    await until(() => answer().includes('00 paid ·'));
    await repliesOf(rig, card, 2, '00 paid ·');
  });
});
