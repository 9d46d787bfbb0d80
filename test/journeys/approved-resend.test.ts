// A resend that waits for approval, and the order that it replaces is paid meanwhile.
import { expect, it, onTestFinished } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { sendPrompt, submitPrompt, theCard } from './agent.ts';
import { APPROVERS_ENV, approver, startApproversRig } from './approvers.ts';
import { newest, openAgain, sendDeclined } from './resend.ts';
import { until } from './rig.ts';

it('Approval: a resend is not sent when the first order was paid by then', async () => {
  const rig = await startApproversRig();
  onTestFinished(() => rig.stop());
  const first = await sendDeclined(rig);
  await rig.restartWith({ ...APPROVERS_ENV, APPROVAL_ABOVE: 'KES 1000' });
  await openAgain(rig, newest(rig, first.card));
  await rig.agent.submit();
  await until(() => rig.cards().length === 2);
  const resent = await theCard(rig, SAYS.waitsForApproval);
  await rig.provider.customer.pay(first.reference, { notify: false });
  const before = rig.provider.orders().length;
  await approver(rig).click(newest(rig, resent.card), 'approve');
  await until(() => rig.readCard(resent.card).includes(SAYS.notSent));
  rig.clock.advance(60_000);
  await rig.idle();
  expect(rig.provider.orders()).toHaveLength(before);
});

it('Approval: a resend cancels the unanswered order once it is approved', async () => {
  const rig = await startApproversRig();
  onTestFinished(() => rig.stop());
  const first = await sendPrompt(rig);
  rig.clock.advance(3 * 60_000 + 1_000);
  await until(() => rig.readCard(first.card).includes('[send_again]'));
  await rig.restartWith({ ...APPROVERS_ENV, APPROVAL_ABOVE: 'KES 1000' });
  await openAgain(rig, newest(rig, first.card));
  const resent = await submitPrompt(rig, {}, { shows: SAYS.waitsForApproval });
  await rig.idle();
  expect(rig.provider.requestsTo('cancelOrder')).toEqual([]);
  await approver(rig).click(newest(rig, resent.card), 'approve');
  await until(() => rig.readCard(resent.card).includes(SAYS.waitingForPin));
  await until(() => rig.readCard(first.card).includes(SAYS.resentAs(resent.reference)));
  expect(rig.readCard(first.card)).toContain(SAYS.cancelledAmount('00'));
  expect(rig.provider.prompts).toHaveLength(2);
});
