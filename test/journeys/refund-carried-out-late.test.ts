// A refund that the provider carries out weeks after an approver said that it was not carried out, without a notification.
import { expect, it } from 'vitest';
import { approvedRefund, approver, startApproversRig } from './approvers.ts';
import { until } from './rig.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

it('Refund: what an approver says was not carried out is checked for 30 days', async () => {
  const rig = await startApproversRig();
  try {
    rig.provider.faults.lostAnswer({ operation: 'requestRefund' });
    const { card } = await approvedRefund(rig);
    const question = () =>
      rig.slack
        .thread(card.channel, card.ts)
        .find(({ blocks }) => JSON.stringify(blocks).includes('"refund_not_done"'));
    await until(() => rig.provider.requestsTo('requestRefund').length === 1);
    await rig.idle();
    rig.clock.advance(MINUTE);
    await until(question);
    await rig.idle();
    rig.provider.faults.clear();
    const asked = question();
    if (!asked) throw new Error('no approver is asked');
    await approver(rig).click(asked, 'refund_not_done');
    await until(() => !question());
    for (let day = 0; day < 20; day += 1) {
      await rig.idle();
      rig.clock.advance(DAY);
    }
    await rig.idle();
    const replies = rig.replies(card).length;
    await rig.provider.operator.approve(rig.provider.refunds()[0]?.confirmation_code ?? '', {
      notify: false,
    });
    rig.clock.advance(DAY);
    await until(() => rig.replies(card).length === replies + 1);
    expect(rig.replies(card).at(-1)).toContain('KES 1,500.00');
    expect(rig.provider.requestsTo('requestRefund')).toHaveLength(2);
  } finally {
    await rig.stop();
  }
});
