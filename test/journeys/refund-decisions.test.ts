// Deciding about a refund: by another person, once; then the provider is asked once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { sendPrompt } from './agent.ts';
import {
  APPROVER,
  approver,
  asking,
  askRefund,
  codeOf,
  declineBecause,
  directTo,
  homeOf,
  notes,
  openRefund,
  otherApprover,
  paidPrompt,
  refundForm,
  startApproversRig,
} from './approvers.ts';
import { renderMessage, renderView } from './reading.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const HOUR = 60 * 60_000;

describe('deciding about a refund', () => {
  it('another person approves it: the service is asked once, with both names, and the card says that it still has to carry it out', async () => {
    const { card } = await paidPrompt(rig);
    await askRefund(rig, card);
    await approver(rig).click(asking(rig, card), 'approve');
    await until(() => rig.replies(card).some((reply) => reply.includes(SAYS.stillToCarryOut)));
    await until(() => rig.readCard(card).includes(SAYS.stillToCarryOut));
    expect(rig.provider.refunds()).toMatchObject([
      {
        amount: 1500,
        confirmation_code: codeOf(rig, card),
        remarks: 'Wrong size',
        username: expect.stringContaining(SAYS.approvedBy),
      },
    ]);
    for (const person of [rig.agent.id, APPROVER]) expect(rig.readCard(card)).toContain(`@${person}`);
    expect(rig.readCard(card)).toContain(':white_check_mark: KES 1,500.00 paid');
    expect(rig.replies(card).join()).not.toContain('[approve]');
    expect(notes(rig, approver(rig)).at(-1)).toContain(SAYS.refundSubmitted);
  });

  it('only when the service reports the money as gone back is the order paid back, and that is told once', async () => {
    const { card } = await paidPrompt(rig);
    await askRefund(rig, card);
    await approver(rig).click(asking(rig, card), 'approve');
    await until(() => rig.readCard(card).includes(SAYS.stillToCarryOut));
    await rig.idle();
    rig.clock.advance(HOUR);
    await rig.provider.operator.approve(codeOf(rig, card));
    await until(() => rig.readCard(card).includes(SAYS.paidBackAmount('KES 1,500.00')));
    await rig.idle();
    expect(rig.replies(card).filter((reply) => reply.includes(SAYS.paidBack))).toHaveLength(1);
    for (const person of [rig.agent.id, APPROVER]) expect(rig.readCard(card)).toContain(`@${person}`);
    expect(rig.readCard(card)).not.toContain('refund_order |');
  });

  it.each(['approve', 'withdraw'])(
    'the request for a refund no longer says that somebody must approve it after the button %s was pressed',
    async (button) => {
      const { card } = await paidPrompt(rig);
      await askRefund(rig, card);
      const request = () => rig.replies(card).find((reply) => reply.includes(SAYS.refundRequested)) ?? '';
      expect(request()).toContain(SAYS.refundNeedsOtherPerson);
      await (button === 'approve' ? approver(rig) : rig.agent).click(asking(rig, card), button);
      await until(() => request() !== '' && !request().includes(SAYS.mustApprove));
    },
  );

  it('a refund that is declined says so with the reason, loses its buttons, and may be asked for anew', async () => {
    const { card } = await paidPrompt(rig);
    await askRefund(rig, card);
    await declineBecause(rig, approver(rig), asking(rig, card), 'It was the right size');
    await until(() => rig.readCard(card).includes('It was the right size'));
    expect(rig.replies(card).join()).toContain(
      SAYS.refundDeclinedBecause(`@${rig.agent.id}`, `@${APPROVER}`, 'It was the right size'),
    );
    await until(() => !rig.replies(card).join().includes('[approve]'));
    await askRefund(rig, card, 'It was not');
    await approver(rig).click(asking(rig, card), 'approve');
    await until(() => rig.provider.refunds().length === 1);
  });

  it('the card shows that a refund was declined once more, although Slack’s answer to an edit in between was lost', async () => {
    const { card } = await paidPrompt(rig);
    await askRefund(rig, card);
    await declineBecause(rig, approver(rig), asking(rig, card), 'It was the right size');
    await until(() => rig.readCard(card).includes('It was the right size'));
    await rig.idle();
    const declined = rig.readCard(card);
    rig.slack.faults.next('chat.update', { kind: 'lostAnswer' });
    await askRefund(rig, card);
    await until(() => rig.readCard(card) !== declined);
    await declineBecause(rig, approver(rig), asking(rig, card), 'It was the right size');
    const said = SAYS.refundDeclinedBecause(`@${rig.agent.id}`, `@${APPROVER}`, 'It was the right size');
    await until(() => rig.replies(card).filter((reply) => reply.includes(said)).length === 2);
    rig.clock.advance(10_000);
    await rig.idle();
    expect(rig.readCard(card)).toBe(declined);
  });

  it('nobody approves the refund that they have asked for', async () => {
    const { card } = await paidPrompt(rig);
    await openRefund(rig, card, approver(rig));
    await approver(rig).submit({ remarks: 'Wrong size' });
    await until(() => rig.replies(card).some((reply) => reply.includes('[approve]')));
    await approver(rig).click(asking(rig, card), 'approve');
    await until(() => notes(rig, approver(rig)).some((text) => text.includes(SAYS.ownRequest)));
    await rig.idle();
    expect(rig.provider.refunds()).toEqual([]);
    await otherApprover(rig).click(asking(rig, card), 'approve');
    await until(() => rig.provider.refunds().length === 1);
  });

  it('of two approvers who press at the same moment one decides, and the service is asked once', async () => {
    const { card } = await paidPrompt(rig);
    await askRefund(rig, card);
    const reply = asking(rig, card);
    await Promise.all([
      approver(rig).click(reply, 'approve', { isOld: true }),
      otherApprover(rig).click(reply, 'approve', { isOld: true }),
    ]);
    await until(() => notes(rig, approver(rig)).length + notes(rig, otherApprover(rig)).length === 2);
    expect([...notes(rig, approver(rig)), ...notes(rig, otherApprover(rig))].join()).toContain(
      SAYS.approvedAlready,
    );
    await until(() => rig.readCard(card).includes(SAYS.stillToCarryOut));
    await rig.idle();
    expect(rig.provider.requestsTo('requestRefund')).toHaveLength(1);
  });

  it('whoever asked withdraws it', async () => {
    const { card } = await paidPrompt(rig);
    await askRefund(rig, card);
    await rig.agent.click(asking(rig, card), 'withdraw');
    await until(() => rig.readCard(card).includes(SAYS.withdrawnBy));
    await rig.idle();
    expect(rig.provider.refunds()).toEqual([]);
    expect(rig.replies(card).join()).not.toContain('[approve]');
  });

  it('where the channel of the card is archived, whoever asked hears directly what becomes of it, and not the agent of the order', async () => {
    const { reference } = await paidPrompt(rig);
    await rig.idle();
    rig.slack.archive(rig.slack.channels.sales);
    const colleague = rig.slack.person(rig.slack.users.secondAgent);
    await colleague.command(rig.slack.dmOf(colleague.id), '/pay', `refund ${reference}`);
    await refundForm(rig, colleague);
    await colleague.submit({ remarks: 'Wrong size' });
    const told = () => directTo(rig, colleague.id).map((message) => renderMessage(message));
    await until(() => told().some((text) => text.includes(SAYS.refundRequested)));
    await approver(rig).openHome();
    await until(() => renderView(homeOf(rig, approver(rig))).includes('[approve]'));
    await rig.idle();
    await approver(rig).click(homeOf(rig, approver(rig)), 'approve');
    await until(() => told().some((text) => text.includes(SAYS.refundReceived)));
    await rig.idle();
    const decided = told().filter((text) => !text.includes(SAYS.refundRequested));
    expect(decided.filter((text) => text.includes(SAYS.refundApprovedBy(`@${APPROVER}`)))).toHaveLength(1);
    expect(directTo(rig, rig.agent.id)).toEqual([]);
  });

  it('a refund that was approved is not asked for when the service says right before that more has come, and whoever asked reads so', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { amount: 500 });
    await until(() => rig.readCard(card).includes('[ask_for_rest KES 1,000.00]'));
    rig.agent.close();
    await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${reference}`);
    await refundForm(rig);
    await rig.agent.submit({ remarks: 'Changed their mind' });
    await until(() => rig.readCard(card).includes(SAYS.refundWaits('KES 500.00')));
    rig.agent.close();
    await rig.idle();
    // Of which no notification comes.
    Object.assign(rig.provider.find(reference)?.payment ?? {}, { amount: 1500 });
    rig.clock.advance(60_000);
    await approver(rig).click(asking(rig, card), 'approve');
    await until(() => rig.replies(card).join().includes(SAYS.changedSinceApproval));
    await until(() => rig.readCard(card).includes(SAYS.refundNotRequested('KES 500.00')));
    await rig.idle();
    expect(rig.provider.requestsTo('requestRefund')).toEqual([]);
    expect(rig.replies(card).join()).toContain(SAYS.paymentChangedFor(`@${rig.agent.id}`));
    expect(rig.readCard(card)).toContain(SAYS.paidAmount('KES 1,500.00'));
    expect(rig.readCard(card)).toContain(SAYS.paymentChanged);
    await openRefund(rig, card);
    expect(rig.readModal()).toContain(SAYS.goesBack('KES 1,500.00'));
  });

  it('a refund that nobody decides runs out after 24 hours', async () => {
    const { card } = await paidPrompt(rig);
    await askRefund(rig, card);
    await rig.idle();
    rig.clock.advance(24 * HOUR);
    await until(() => rig.readCard(card).includes(SAYS.notApproved24Hours));
    await until(() => !rig.replies(card).join().includes('[approve]'));
    expect(rig.provider.refunds()).toEqual([]);
  });

  it('an old button never decides a newer request', async () => {
    const { card } = await paidPrompt(rig);
    await askRefund(rig, card);
    const old = asking(rig, card);
    await rig.agent.click(old, 'withdraw');
    await until(() => rig.readCard(card).includes(SAYS.withdrawnBy));
    await askRefund(rig, card, 'Once more');
    await approver(rig).click(old, 'approve', { isOld: true });
    await until(() => notes(rig, approver(rig)).some((text) => text.includes(SAYS.earlierRequest)));
    await rig.idle();
    expect(rig.readCard(card)).toContain(SAYS.refundWaits('KES 1,500.00'));
    expect(rig.provider.refunds()).toEqual([]);
  });
});
