// What must not be erased yet, whoever asks: it stays as it is, and the answer says why and until when.
import { afterEach, describe, expect, it } from 'vitest';
import { storedOrder } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, press, repliesOf } from './agent.ts';
import {
  approver,
  askForPrompt,
  askRefund,
  directTo,
  newest,
  notes,
  otherApprover,
  paidPrompt,
  startApproversRig,
} from './approvers.ts';
import { auditEventsIn } from './erased.ts';
import { renderMessage } from './reading.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
afterEach(() => rig.stop());

const DAY_MS = 24 * 60 * 60_000;
const dayFrom = (ms: number) => new Date(rig.clock.now() + ms).toISOString().slice(0, 10);
const told = (id: string) =>
  directTo(rig, id)
    .map((message) => renderMessage(message))
    .filter((text) => text.includes(SAYS.notErasable));

describe('forgetting a customer', () => {
  it('keeps what is being paid back, under review, or recurs, and says so', async () => {
    rig = await startApproversRig();
    const refunded = await paidPrompt(rig);
    await askRefund(rig, refunded.card);
    const link = { phone_number: '0712345678', first_name: 'Zawadi' };
    const review = await createLink(rig, link);
    rig.agent.close();
    await rig.provider.customer.pay(review.reference, { amount: 175 });
    await until(() => rig.readCard(review.card).includes('[accept_as_paid]'));
    const recurring = await createLink(rig, {
      ...link,
      frequency: 'MONTHLY',
      start_date: dayFrom(5 * DAY_MS),
      end_date: dayFrom(95 * DAY_MS),
      account_number: 'SUBSCRIBER-7',
    });
    rig.agent.close();
    await rig.provider.customer.pay(recurring.reference);
    await repliesOf(rig, recurring.card, 1, SAYS.paidWithSum('KES 2,500.00'));
    await rig.provider.customer.charge(recurring.reference);
    await repliesOf(rig, recurring.card, 2, SAYS.paidWithSum('KES 5,000.00'));
    await rig.idle();

    const shown = () =>
      rig.slack
        .ephemerals(approver(rig).id)
        .map((one) => renderMessage(one))
        .join('\n');
    await approver(rig).command(rig.slack.channels.sales, '/pay', 'forget +254 (0)712 345 678');
    await until(() => shown().includes(SAYS.noneErasable));
    expect(shown()).toContain(SAYS.keptBeingPaidBack(refunded.reference));
    expect(shown()).toContain(SAYS.keptUnderReview(review.reference));
    expect(shown()).toContain(SAYS.keptRecurring(recurring.reference));
    expect(shown()).toContain(SAYS.keptRecurringCharge(recurring.reference));
    expect(shown()).not.toContain(`${recurring.reference}/`);
    for (const { reference } of [refunded, review, recurring])
      expect((await storedOrder(rig, reference)).isErased).toBe(false);
  });

  it('keeps a recurring order that is cancelled, because a charge that comes all the same may name its account number alone', async () => {
    rig = await startApproversRig();
    const { card, reference } = await createLink(rig, {
      phone_number: '0712345678',
      frequency: 'MONTHLY',
      start_date: dayFrom(5 * DAY_MS),
      end_date: dayFrom(95 * DAY_MS),
      account_number: 'SUBSCRIBER-7',
    });
    rig.agent.close();
    await press(rig, card, 'cancel_order');
    await repliesOf(rig, card, 1, SAYS.monthlyCancelled);
    await rig.idle();
    await approver(rig).command(rig.slack.channels.sales, '/pay', 'forget 0712345678');
    const shown = () => notes(rig, approver(rig)).at(-1) ?? '';
    await until(() => shown().includes(SAYS.noneErasable));
    expect(shown()).toContain(SAYS.keptRecurring(reference));

    // The customer had the page open, and the provider charges on.
    rig.clock.advance(5_000);
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 2, SAYS.sumNextCharge('KES 2,500.00'));
    await rig.idle();
    rig.clock.advance(6 * DAY_MS);
    await rig.provider.customer.charge(reference);
    await repliesOf(rig, card, 3, 'KES 5,000.00');
  });

  it('keeps what waits for approval or to be sent, and says what ends that', async () => {
    rig = await startApproversRig();
    const waiting = await askForPrompt(rig);
    const late = await askForPrompt(rig, 'prompt 0712345678 70000 Generator');
    await rig.idle();
    rig.clock.advance(11 * 60_000);
    await approver(rig).click(newest(rig, late.card), 'approve');
    await until(() => rig.readCard(late.card).includes(SAYS.approvedNotSentYet));
    await rig.idle();
    await approver(rig).command(rig.slack.channels.sales, '/pay', 'forget 0712345678');
    const shown = () => notes(rig, approver(rig)).at(-1) ?? '';
    await until(() => shown().includes(SAYS.noneErasable));
    for (const { reference } of [waiting, late]) expect(shown()).toContain(SAYS.keptForApproval(reference));
  });

  it('of two approvers at the same moment each is told, and it is one audit event that names nobody’s number', async () => {
    rig = await startApproversRig();
    const sent = await paidPrompt(rig);
    await rig.idle();
    const both = [approver(rig), otherApprover(rig)];
    for (const one of both) {
      await one.command(rig.slack.channels.sales, '/pay', 'forget 0712-345-678');
      await until(() => rig.readModal(one).includes('== forget =='));
    }
    await Promise.all(both.map((one) => one.submit()));
    for (const { id } of both) await until(() => told(id).length === 1);
    await rig.idle();
    const events = await auditEventsIn(rig);
    expect(events.filter((event) => event.startsWith('forgotten'))).toHaveLength(1);
    expect(events.join('\n')).not.toMatch(/712345678/);
    expect((await storedOrder(rig, sent.reference)).customer).toEqual({});
  });

  it('erases nothing for somebody who is no approver any more when they send the form', async () => {
    rig = await startApproversRig();
    const sent = await paidPrompt(rig);
    await approver(rig).command(rig.slack.channels.sales, '/pay', 'forget 0712345678');
    await until(() => rig.readModal(approver(rig)).includes('== forget =='));
    await rig.restartWith({ APPROVER_USERGROUPS: otherApprover(rig).id });
    await approver(rig).submit();
    await until(() => rig.readModal(approver(rig)).includes(SAYS.onlyApprovers));
    await rig.idle();
    expect((await storedOrder(rig, sent.reference)).isErased).toBe(false);
    expect(await auditEventsIn(rig)).toContain('refused not_approver: forget');
  });
});
