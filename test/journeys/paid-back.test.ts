// Payments that are paid back: told however soon after the payment, and once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const statusRequests = () => rig.provider.requestsTo('getTransactionStatus').length;

describe('a payment that is paid back within seconds', () => {
  it('a payment that is paid back two seconds later is told as paid back within twelve seconds, with no other notification', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.idle();
    rig.clock.advance(2_000);
    await rig.provider.customer.reverse(reference);
    await rig.idle();
    rig.clock.advance(10_000);
    const [, reversed] = await repliesOf(rig, card, 2, SAYS.paidBackAmount('00'));
    expect(reversed).toContain(SAYS.paidBackState('KES 1,500.00'));
    expect(reversed).toContain('(also sent to the channel)');
    await rig.idle();
    expect(rig.readCard(card)).toContain(SAYS.paidBackState('KES 1,500.00'));
    expect(rig.replies(card)).toHaveLength(2);
  });

  it('a payment that is paid back before its own notification is checked is told as paid back', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { notify: false });
    await rig.provider.customer.reverse(reference);
    const [reversed] = await repliesOf(rig, card, 1, SAYS.paidBackAmount('00'));
    expect(reversed).toContain(SAYS.paidBack);
  });

  it('a payment that is paid back while its check is under way is told as paid back', async () => {
    // The prompt's first check would else come by itself on a slow machine.
    rig.clock.hold();
    const { card, reference } = await sendPrompt(rig);
    const reversed = Promise.withResolvers<void>();
    rig.provider.faults.slow(reversed.promise, {
      operation: 'getTransactionStatus',
      afterWork: true,
      times: 1,
    });
    await rig.provider.customer.pay(reference);
    await until(() => statusRequests() === 1);
    await rig.provider.customer.reverse(reference);
    reversed.resolve();
    await repliesOf(rig, card, 1, SAYS.paidAmount('00'));
    await rig.idle();
    rig.clock.advance(10_000);
    await repliesOf(rig, card, 2, SAYS.paidBackAmount('00'));
  });

  it('a payment that is paid back just after its customer came back to the page is told as paid back', async () => {
    const { card, reference } = await createLink(rig);
    await rig.provider.customer.pay(reference, { notify: false });
    const { order_tracking_id } = rig.provider.find(reference) ?? {};
    const returned = () => fetch(`${rig.botUrl}/paid?OrderTrackingId=${order_tracking_id}`);
    await returned();
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.idle();
    await rig.provider.customer.reverse(reference, { notify: false });
    await returned();
    await rig.idle();
    rig.clock.advance(10_000);
    await repliesOf(rig, card, 2, SAYS.paidBackAmount('00'));
  });

  it('a hundred copies of the notifications of a payment and of its reversal cost two status requests and make two replies', async () => {
    // On a slow machine a check of the schedule could else come before the payment, or the pause after a check be over before the
    // last copy is sent.
    rig.clock.hold();
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { notify: false });
    await rig.provider.notify(reference, { copies: 100 });
    await repliesOf(rig, card, 1, SAYS.paid);
    await rig.idle();
    await rig.provider.customer.reverse(reference, { notify: false });
    await rig.provider.notify(reference, { copies: 100 });
    await rig.idle();
    expect(statusRequests()).toBe(1);
    rig.clock.advance(10_000);
    await repliesOf(rig, card, 2, SAYS.paidBackAmount('00'));
    await rig.idle();
    expect(statusRequests()).toBe(2);
    expect(rig.replies(card)).toHaveLength(2);
  });
});
