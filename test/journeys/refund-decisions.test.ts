// Deciding about a refund: by another person, once; then the payment service is asked once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderMessage, renderView } from '#test/sandbox/slack/render/render.ts';
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
    await until(() => rig.replies(card).some((reply) => reply.includes('still has to carry it out')));
    await until(() => rig.readCard(card).includes('the service still has to carry it out'));
    expect(rig.provider.refunds()).toMatchObject([
      {
        amount: 1500,
        confirmation_code: codeOf(rig, card),
        remarks: 'Wrong size',
        username: expect.stringContaining('approved by'),
      },
    ]);
    for (const person of [rig.agent.id, APPROVER]) expect(rig.readCard(card)).toContain(`@${person}`);
    expect(rig.readCard(card)).toContain(':white_check_mark: KES 1,500.00 paid');
    expect(rig.replies(card).join()).not.toContain('[Approve]');
    expect(notes(rig, approver(rig)).at(-1)).toContain('Approved. Teller asks the payment service now');
  });

  it('only when the service reports the money as gone back is the order paid back, and that is told once', async () => {
    const { card } = await paidPrompt(rig);
    await askRefund(rig, card);
    await approver(rig).click(asking(rig, card), 'approve');
    await until(() => rig.readCard(card).includes('still has to carry it out'));
    await rig.idle();
    rig.clock.advance(HOUR);
    await rig.provider.operator.approve(codeOf(rig, card));
    await until(() => rig.readCard(card).includes('KES 1,500.00 paid back'));
    await rig.idle();
    expect(rig.replies(card).filter((reply) => reply.includes('paid back'))).toHaveLength(1);
    for (const person of [rig.agent.id, APPROVER]) expect(rig.readCard(card)).toContain(`@${person}`);
    expect(rig.readCard(card)).not.toContain('Refund |');
  });

  it.each(['approve', 'withdraw'])(
    'the request for a refund no longer says that somebody must approve it after the button %s was pressed',
    async (button) => {
      const { card } = await paidPrompt(rig);
      await askRefund(rig, card);
      const request = () => rig.replies(card).find((reply) => reply.includes('asks to pay back')) ?? '';
      expect(request()).toContain('Another person must approve it.');
      await (button === 'approve' ? approver(rig) : rig.agent).click(asking(rig, card), button);
      await until(() => request() !== '' && !request().includes('must approve'));
    },
  );

  it('a refund that is declined says so with the reason, loses its buttons, and may be asked for anew', async () => {
    const { card } = await paidPrompt(rig);
    await askRefund(rig, card);
    await declineBecause(rig, approver(rig), asking(rig, card), 'It was the right size');
    await until(() => rig.readCard(card).includes('It was the right size'));
    expect(rig.replies(card).join()).toContain(
      `@${rig.agent.id}, the refund was declined by @${APPROVER}: It was the right size.`,
    );
    await until(() => !rig.replies(card).join().includes('[Approve]'));
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
    await until(() => rig.replies(card).filter((reply) => reply.includes('was declined')).length === 2);
    rig.clock.advance(10_000);
    await rig.idle();
    expect(rig.readCard(card)).toBe(declined);
  });

  it('nobody approves the refund that they have asked for', async () => {
    const { card } = await paidPrompt(rig);
    await openRefund(rig, card, approver(rig));
    await approver(rig).submit({ remarks: 'Wrong size' });
    await until(() => rig.replies(card).some((reply) => reply.includes('[Approve]')));
    await approver(rig).click(asking(rig, card), 'approve');
    await until(() => notes(rig, approver(rig)).some((text) => text.includes('You asked for this yourself')));
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
      'has already approved this.',
    );
    await until(() => rig.readCard(card).includes('still has to carry it out'));
    await rig.idle();
    expect(rig.provider.requestsTo('requestRefund')).toHaveLength(1);
  });

  it('whoever asked withdraws it', async () => {
    const { card } = await paidPrompt(rig);
    await askRefund(rig, card);
    await rig.agent.click(asking(rig, card), 'withdraw');
    await until(() => rig.readCard(card).includes('withdrawn by'));
    await rig.idle();
    expect(rig.provider.refunds()).toEqual([]);
    expect(rig.replies(card).join()).not.toContain('[Approve]');
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
    await until(() => told().some((text) => text.includes('asks to pay back')));
    await approver(rig).openHome();
    await until(() => renderView(homeOf(rig, approver(rig))).includes('[Approve]'));
    await rig.idle();
    await approver(rig).click(homeOf(rig, approver(rig)), 'approve');
    await until(() => told().some((text) => text.includes('The payment service has received it')));
    await rig.idle();
    expect(told().filter((text) => text.includes(`The refund was approved by @${APPROVER}.`))).toHaveLength(
      1,
    );
    expect(directTo(rig, rig.agent.id)).toEqual([]);
  });

  it('a refund that was approved is not asked for when the service says right before that more has come, and whoever asked reads so', async () => {
    const { card, reference } = await sendPrompt(rig);
    await rig.provider.customer.pay(reference, { amount: 500 });
    await until(() => rig.readCard(card).includes('[Ask for the other KES 1,000.00]'));
    rig.agent.close();
    await rig.agent.command(rig.slack.channels.sales, '/pay', `refund ${reference}`);
    await refundForm(rig);
    await rig.agent.submit({ remarks: 'Changed their mind' });
    await until(() => rig.readCard(card).includes('Refund of KES 500.00 waits for approval'));
    rig.agent.close();
    await rig.idle();
    // Of which no notification comes.
    Object.assign(rig.provider.find(reference)?.payment ?? {}, { amount: 1500 });
    rig.clock.advance(60_000);
    await approver(rig).click(asking(rig, card), 'approve');
    await until(() => rig.replies(card).join().includes('has changed since the refund was approved'));
    await until(() => rig.readCard(card).includes('Refund of KES 500.00 not asked for'));
    await rig.idle();
    expect(rig.provider.requestsTo('requestRefund')).toEqual([]);
    expect(rig.replies(card).join()).toContain(`@${rig.agent.id}, the payment has changed`);
    expect(rig.readCard(card)).toContain('KES 1,500.00 paid');
    expect(rig.readCard(card)).toContain('the payment has changed');
    await openRefund(rig, card);
    expect(rig.readModal()).toContain('KES 1,500.00 goes back');
  });

  it('a refund that nobody decides runs out after 24 hours', async () => {
    const { card } = await paidPrompt(rig);
    await askRefund(rig, card);
    await rig.idle();
    rig.clock.advance(24 * HOUR);
    await until(() => rig.readCard(card).includes('not approved within 24 hours'));
    await until(() => !rig.replies(card).join().includes('[Approve]'));
    expect(rig.provider.refunds()).toEqual([]);
  });

  it('an old button never decides a newer request', async () => {
    const { card } = await paidPrompt(rig);
    await askRefund(rig, card);
    const old = asking(rig, card);
    await rig.agent.click(old, 'withdraw');
    await until(() => rig.readCard(card).includes('withdrawn by'));
    await askRefund(rig, card, 'Once more');
    await approver(rig).click(old, 'approve', { isOld: true });
    await until(() => notes(rig, approver(rig)).some((text) => text.includes('of an earlier request')));
    await rig.idle();
    expect(rig.readCard(card)).toContain('waits for approval');
    expect(rig.provider.refunds()).toEqual([]);
  });
});
