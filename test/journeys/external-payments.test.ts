// External payments, which were made without Teller: what a form for their refund showed must still hold, and they are in no sums.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { letCopiesPass, makeExternally, theCard } from './agent.ts';
import { approver, otherApprover, refundForm, replyWith, startApproversRig } from './approvers.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
  await rig.provider.customer.pay(await makeExternally(rig, 'SHOP-7', 750));
  await approver(rig).command(rig.slack.channels.sales, '/pay', 'refund SHOP-7');
  await refundForm(rig, approver(rig));
});
afterEach(() => rig.stop());

it.each([{ confirmation_code: 'SCJ8TILL02' }, { amount: 900 }, { currency: 'UGX' }, { status_code: 3 }])(
  'External payment: one that changed since its form was shown is not written down (%j)',
  async (change) => {
    Object.assign(rig.provider.find('SHOP-7')?.payment ?? {}, change);
    const before = rig.readModal(approver(rig));
    await approver(rig).submit({ remarks: 'Shop closed' });
    await until(() => rig.readModal(approver(rig)) !== before);
    await rig.idle();
    expect(rig.cards()).toEqual([]);
  },
);

/** What the file of today's report says. */
async function reported(): Promise<string> {
  const before = rig.slack.files().length;
  await approver(rig).command(rig.slack.channels.sales, '/pay', 'report today');
  await rig.idle();
  return rig.slack.files().slice(before).join() && String(rig.slack.files().at(-1)?.content);
}

it('External payment: it is in no report, and its refund is', async () => {
  await approver(rig).submit({ remarks: 'Shop closed' });
  const { card } = await theCard(rig, SAYS.refundWaits('KES 750.00'));
  const code = rig.provider.find('SHOP-7')?.payment?.confirmation_code ?? '';
  await until(() => rig.replies(card).some((reply) => reply.includes('[approve]')));
  expect(await reported()).toBe('');
  await otherApprover(rig).click(replyWith(rig, card, '[approve'), 'approve');
  await until(() => rig.provider.refunds().length === 1);
  letCopiesPass(rig);
  await rig.provider.operator.approve(code);
  await until(() => rig.readCard(card).includes(SAYS.paidBack));
  let file = '';
  await until(async () => {
    file = await reported();
    return file !== '';
  });
  expect(file.split('\r\n').filter((line) => line.includes(code))).toEqual([expect.stringContaining('-750')]);
});
