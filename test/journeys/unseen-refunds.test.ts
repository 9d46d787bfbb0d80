// A refund whose payment cannot be looked up any more: it does not stay as it is for ever.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { approvedRefund, approver, replyWith, startApproversRig } from './approvers.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const DAY = 24 * 60 * 60_000;

function refuseLookUps(): void {
  rig.provider.faults.refuse({ code: 'internal', message: 'odd' }, { operation: 'getTransactionStatus' });
}

it('a refund whose payment cannot be looked up is an approver’s after thirty days all the same', async () => {
  const { card } = await approvedRefund(rig);
  await until(() => rig.readCard(card).includes('still has to carry it out'));
  refuseLookUps();
  for (let day = 0; day < 31; day += 1) {
    await rig.idle();
    rig.clock.advance(DAY);
  }
  await until(() => rig.replies(card).some((text) => text.includes('has not said in 30 days')));
  await approver(rig).click(replyWith(rig, card, '30 days'), 'refund_done');
  await until(() => rig.readCard(card).includes('KES 1,500.00 paid back'));
});
