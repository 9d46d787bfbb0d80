// The rest of an order is paid when things have changed since it was asked for: what came first is being paid back, or more of it
// has come.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { press, type Sent, sendPrompt } from './agent.ts';
import { approver, asking, declineBecause, replyWith, startApproversRig } from './approvers.ts';
import { paidShort, requestBalance } from './balances.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

describe('a rest that is paid while a refund of what came first is under way', () => {
  const ALL_CAME = SAYS.nothingMissing;

  async function paidWhileRefundIsAsked(): Promise<Sent> {
    const sent = await paidShort(rig, await sendPrompt(rig), 175);
    const rest = await requestBalance(rig, sent);
    await press(rig, rest.card, 'cancel_order');
    await until(() => rig.readCard(rest.card).includes(SAYS.cancelledBy));
    await rig.idle();
    await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${sent.reference}`);
    await until(() => rig.readModal().includes('== refund_order =='));
    await rig.agent.submit({ remarks: 'Gave up' });
    await until(() => rig.replies(sent.card).some((reply) => reply.includes('[approve]')));
    rig.agent.close();
    await rig.provider.customer.pay(rest.reference);
    await until(() => rig.readCard(rest.card).includes(SAYS.paidAmount('1,325.00')));
    await rig.idle();
    expect(rig.readCard(sent.card)).toContain(SAYS.paidInPart('KES 175.00', 'KES 1,500.00'));
    expect(rig.replies(sent.card).join()).not.toContain(ALL_CAME);
    return sent;
  }

  it('does not make the order paid, and nobody reads that nothing is missing', async () => {
    const { card } = await paidWhileRefundIsAsked();
    await approver(rig).click(asking(rig, card), 'approve');
    await until(() => rig.replies(card).some((reply) => reply.includes(SAYS.stillToCarryOut)));
    await rig.idle();
    expect(rig.replies(card).join()).not.toContain(ALL_CAME);
    expect(rig.readCard(card)).toContain(SAYS.paidInPart('KES 175.00', 'KES 1,500.00'));
  });

  it('makes it paid once the refund is declined', async () => {
    const { card } = await paidWhileRefundIsAsked();
    await declineBecause(rig, approver(rig), asking(rig, card), 'They have paid');
    await until(() => rig.replies(card).some((reply) => reply.includes(ALL_CAME)));
    await until(() => rig.readCard(card).includes(SAYS.paidAmount('KES 1,500.00')));
  });

  it('makes it paid once the service refuses the refund', async () => {
    const error = { code: 'refund_rejected', message: 'Refund rejected' };
    rig.provider.faults.refuse(error, { operation: 'requestRefund', times: 1 });
    const { card } = await paidWhileRefundIsAsked();
    await approver(rig).click(asking(rig, card), 'approve');
    await until(() => rig.replies(card).some((reply) => reply.includes(ALL_CAME)));
    await until(() => rig.readCard(card).includes(SAYS.paidAmount('KES 1,500.00')));
  });
});

it('a rest that is paid when more had come for the order itself says in the channel, too, how much too much that is', async () => {
  const sent = await paidShort(rig, await sendPrompt(rig), 175);
  const rest = await requestBalance(rig, sent);
  Object.assign(rig.provider.find(sent.reference)?.payment ?? {}, { amount: 1200 });
  rig.clock.advance(60_000);
  await rig.provider.notify(sent.reference);
  await until(() => rig.readCard(sent.card).includes(SAYS.missingAmount('KES 300.00')));
  await rig.provider.customer.pay(rest.reference);
  await until(() => rig.replies(sent.card).some((reply) => reply.includes(SAYS.tooMuch)));
  await rig.idle();
  expect(rig.readCard(sent.card)).toContain('[accept_as_paid]');
  const told = replyWith(rig, sent.card, rest.reference);
  expect(told.text).toContain(SAYS.amountTooMuch('KES 1,025.00'));
  expect(told.subtype).toBe('thread_broadcast');
  expect(rig.replies(sent.card).join()).not.toContain(SAYS.nothingMissing);
});
