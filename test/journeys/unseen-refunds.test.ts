// A refund whose payment cannot be looked up any more: it does not stay as it is for ever.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { approvedRefund, approver, replyWith, startApproversRig } from './approvers.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

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

it('a refund whose answer was lost and whose payment cannot be looked up is not known of after an hour, and never asked for again', async () => {
  rig.provider.faults.lostAnswer({ operation: 'requestRefund' });
  const { card } = await approvedRefund(rig);
  const calls = () => rig.provider.requestsTo('requestRefund').length;
  await until(() => calls() === 1);
  await rig.idle();
  refuseLookUps();
  for (let passed = 0; passed < 70; passed += 10) {
    await rig.idle();
    rig.clock.advance(10 * MINUTE);
  }
  await until(() => rig.replies(card).some((text) => text.includes('It is not known whether')));
  await until(() => rig.readCard(card).includes('not answered by the service'));
  rig.provider.faults.clear();
  rig.clock.advance(34 * DAY);
  await rig.idle();
  expect(calls()).toBe(1);
  await approver(rig).click(replyWith(rig, card, 'It is not known whether'), 'refund_done');
  await until(() => rig.readCard(card).includes('KES 1,500.00 paid back'));
});
