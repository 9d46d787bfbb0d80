// Orders above the limit: nothing is sent before somebody else has approved it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, submitPrompt, theCard } from './agent.ts';
import {
  APPROVER,
  approver,
  askForPrompt,
  askRefund,
  declineBecause,
  newest,
  notes,
  otherApprover,
  startApproversRig,
} from './approvers.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const HOUR = 60 * 60_000;

describe('an order above the limit', () => {
  it('an order above the limit waits with its card posted, and the payment service hears nothing of it', async () => {
    const { card } = await askForPrompt(rig);
    await rig.idle();
    expect(rig.readCard(card)).toContain(SAYS.approvalWaits('KES 60,000.00', 'Generator'));
    expect(rig.readCard(card)).toContain('[approve] [decline] [withdraw]');
    expect(rig.provider.prompts).toEqual([]);
    expect(rig.provider.requestsTo('submitOrder')).toEqual([]);
  });

  it('the same prompt while one waits is asked about without saying that the customer was asked', async () => {
    const { reference } = await askForPrompt(rig);
    await openForm(rig, 'prompt 0712345678 60000 Generator');
    await rig.agent.submit();
    await until(() => rig.readModal().includes('☐'));
    expect(rig.readModal()).toContain(SAYS.requestsApproval(reference, '+254 7•• ••• 678', 'KES 60,000.00'));
    expect(rig.readModal()).not.toContain(SAYS.wasAsked);
  });

  it('a look-up of an order that waits does not say that the payment service was asked', async () => {
    const { card, reference } = await askForPrompt(rig);
    await rig.agent.command(rig.slack.channels.sales, '/pay', `status ${reference}`);
    await until(() => notes(rig, rig.agent).some((text) => text.includes(SAYS.waitsForApproval)));
    expect(notes(rig, rig.agent).at(-1)).not.toContain(SAYS.providerNotAsked);
    await rig.agent.mention(card.channel, 'status', { thread_ts: card.ts });
    await until(() => rig.replies(card).some((reply) => reply.includes(SAYS.waitingForApproval)));
    expect(rig.replies(card).join()).not.toContain(SAYS.checkedJustNow);
    expect(rig.provider.requestsTo('getTransactionStatus')).toEqual([]);
  });

  it('an order up to the limit, and one in its currency, needs no approval', async () => {
    await openForm(rig, 'prompt 0712345678 10000 Flour');
    await submitPrompt(rig);
    expect(rig.provider.prompts).toHaveLength(1);
  });

  it('an order in a currency that the limits do not name needs approval at any amount', async () => {
    await openForm(rig, 'link 5 USD Flour');
    await rig.agent.submit();
    await until(() => rig.readModal().includes(SAYS.waitsForApproval));
    const { card } = await theCard(rig, SAYS.waitsForApproval);
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes(SAYS.waitingForPayment));
  });

  it('an approved order is sent, and both names are on its card', async () => {
    const { card, reference } = await askForPrompt(rig);
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes(SAYS.waitingForPin));
    expect(notes(rig, approver(rig)).at(-1)).toContain(SAYS.approvedChecking);
    expect(rig.provider.prompts).toMatchObject([{ amount: 60_000, msisdn: '254712345678' }]);
    expect(rig.readCard(card)).toContain(`@${rig.agent.id}`);
    expect(rig.readCard(card)).toContain(SAYS.approvedByPerson(`@${APPROVER}`));
    expect(rig.replies(card).join()).toContain(SAYS.approvedThis(`@${APPROVER}`));
    await rig.provider.customer.pay(reference);
    await until(() => rig.readCard(card).includes(SAYS.paidAmount('KES 60,000.00')));
    expect(rig.readCard(card)).toContain(SAYS.approvedByPerson(`@${APPROVER}`));
  });

  it('who approved the order stays on its card when its refund is asked for', async () => {
    const { card, reference } = await askForPrompt(rig);
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes(SAYS.waitingForPin));
    await rig.provider.customer.pay(reference);
    await until(() => rig.readCard(card).includes(SAYS.paidAmount('KES 60,000.00')));
    await askRefund(rig, card);
    await until(() => rig.readCard(card).includes(SAYS.refundWaits('KES 60,000.00')));
    expect(rig.readCard(card)).toContain(SAYS.approvedByPerson(`@${APPROVER}`));
  });

  it('a declined order is not sent: the card and the thread say who declined it and why', async () => {
    const { card } = await askForPrompt(rig);
    await declineBecause(rig, approver(rig), newest(rig, card), 'The price list says 55,000');
    await until(() => rig.readCard(card).includes(SAYS.notSent));
    expect(rig.readCard(card)).toContain(SAYS.declinedBecause('The price list says 55,000'));
    expect(rig.readCard(card)).toContain(SAYS.declinedBy(`@${APPROVER}`));
    expect(rig.replies(card).join()).toContain(
      SAYS.orderDeclinedBecause(`@${rig.agent.id}`, `@${APPROVER}`, 'The price list says 55,000'),
    );
    await until(() => rig.readModal(approver(rig)).includes(SAYS.declinedReasonRead));
    expect(rig.provider.prompts).toEqual([]);
    expect(rig.readCard(card)).toContain('[send_again]');
  });

  it('a declined order can be sent again, and waits anew', async () => {
    const { card } = await askForPrompt(rig);
    await declineBecause(rig, approver(rig), newest(rig, card), 'Ask for less');
    await until(() => rig.readCard(card).includes('[send_again]'));
    await rig.agent.click(newest(rig, card), 'send_again');
    await until(() => rig.readModal().includes('== send_prompt =='));
    const again = await submitPrompt(rig, {}, { shows: SAYS.waitsForApproval });
    await approver(rig).click(newest(rig, again.card), 'approve');
    await until(() => rig.provider.prompts.length === 1);
    await until(() => rig.readCard(card).includes(SAYS.resentAs(again.reference)));
  });

  it('declining wants a reason', async () => {
    const { card } = await askForPrompt(rig);
    await approver(rig).click(newest(rig, card), 'decline');
    await until(() => rig.readModal(approver(rig)).includes('== decline =='));
    await approver(rig).submit({ reason: '  ' });
    await until(() => rig.readModal(approver(rig)).includes(SAYS.sayWhy));
    expect(rig.readCard(card)).toContain(SAYS.waitsForApproval);
  });

  it('whoever asked withdraws the request, and nobody else does', async () => {
    const { card } = await askForPrompt(rig);
    await approver(rig).click(newest(rig, card), 'withdraw');
    await until(() => notes(rig, approver(rig)).some((text) => text.includes(SAYS.onlyRequester)));
    await rig.agent.click(newest(rig, card), 'withdraw');
    await until(() => rig.readCard(card).includes(SAYS.notSent));
    expect(rig.readCard(card)).toContain(SAYS.withdrawnByPerson(`@${rig.agent.id}`));
    expect(notes(rig, rig.agent).at(-1)).toContain(SAYS.withdrawnNotAsked);
    expect(rig.provider.prompts).toEqual([]);
  });

  it('a request that nobody decides runs out after 24 hours, and is told once', async () => {
    const { card } = await askForPrompt(rig);
    await rig.idle();
    rig.clock.advance(24 * HOUR - 60_000);
    await rig.idle();
    expect(rig.readCard(card)).toContain(SAYS.waitsForApproval);
    rig.clock.advance(60_000);
    await until(() => rig.readCard(card).includes(SAYS.notSent));
    await rig.idle();
    expect(rig.replies(card).filter((reply) => reply.includes(SAYS.hours24))).toHaveLength(1);
    expect(rig.replies(card).join()).toContain(`@${rig.agent.id}`);
    expect(rig.provider.prompts).toEqual([]);
  });
});

describe('who decides', () => {
  it('nobody approves or declines their own request', async () => {
    const { card } = await askForPrompt(rig);
    await rig.stop();
    rig = await startApproversRig({ APPROVER_USERGROUPS: `${APPROVER}, ${rig.agent.id}` });
    const own = await askForPrompt(rig);
    expect(own.reference).not.toBe(card.ts);
    await rig.agent.click(newest(rig, own.card), 'approve');
    await until(() => notes(rig, rig.agent).some((text) => text.includes(SAYS.ownRequest)));
    await rig.agent.click(newest(rig, own.card), 'decline');
    await until(() => notes(rig, rig.agent).filter((text) => text.includes(SAYS.yourself)).length === 2);
    expect(rig.readModal()).toBe('');
    await rig.idle();
    expect(rig.readCard(own.card)).toContain(SAYS.waitsForApproval);
    expect(rig.provider.prompts).toEqual([]);
  });

  it('somebody who is no approver reads who decides', async () => {
    const { card } = await askForPrompt(rig);
    const colleague = rig.slack.person(rig.slack.users.secondAgent);
    for (const button of ['approve', 'decline']) await colleague.click(newest(rig, card), button);
    await until(() => notes(rig, colleague).filter((text) => text.includes(SAYS.onlyApprovers)).length === 2);
    expect(rig.readModal(colleague)).toBe('');
    expect(rig.readCard(card)).toContain(SAYS.waitsForApproval);
  });

  it('of two approvers who press at the same moment one decides, and the other reads who was first', async () => {
    const { card } = await askForPrompt(rig);
    const old = newest(rig, card);
    await Promise.all([
      approver(rig).click(old, 'approve', { isOld: true }),
      otherApprover(rig).click(old, 'approve', { isOld: true }),
    ]);
    await until(() => notes(rig, approver(rig)).length + notes(rig, otherApprover(rig)).length === 2);
    const told = [...notes(rig, approver(rig)), ...notes(rig, otherApprover(rig))].join(' ');
    expect(told).toContain(SAYS.approvedChecking);
    expect(told).toMatch(SAYS.approvedAlreadyBy('@U0APPROVER2?'));
    await until(() => rig.readCard(card).includes(SAYS.waitingForPin));
    await rig.idle();
    expect(rig.provider.prompts).toHaveLength(1);
    expect(rig.replies(card).filter((reply) => reply.includes(SAYS.approvedThis('')))).toHaveLength(1);
  });

  it('a button of an earlier card state decides nothing more: it says who has decided', async () => {
    const { card } = await askForPrompt(rig);
    const old = newest(rig, card);
    await rig.agent.click(old, 'withdraw');
    await until(() => rig.readCard(card).includes(SAYS.notSent));
    await approver(rig).click(old, 'approve', { isOld: true });
    await until(() =>
      notes(rig, approver(rig)).some((text) => text.includes(SAYS.hasWithdrawn(`@${rig.agent.id}`))),
    );
    await approver(rig).click(old, 'decline', { isOld: true });
    await until(() => notes(rig, approver(rig)).length === 2);
    expect(rig.readModal(approver(rig))).toBe('');
    await rig.idle();
    expect(rig.readCard(card)).toContain(SAYS.notSent);
    expect(rig.provider.prompts).toEqual([]);
  });

  it('an approver need not be one of those who may act', async () => {
    await rig.stop();
    rig = await startApproversRig({ ALLOWED_USERGROUPS: rig.agent.id });
    const { card } = await askForPrompt(rig);
    await approver(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes(SAYS.waitingForPin));
    await approver(rig).command(rig.slack.channels.sales, '/pay', 'prompt 0712345678 5 Flour');
    await until(() => notes(rig, approver(rig)).some((text) => text.includes(SAYS.onlyGroups)));
  });
});
