// A person sends a form and closes its window while Teller still works: what nothing else says reaches them directly, and what
// the card says is not said again.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inOrder, SAYS } from '#test/slack/text/phrases.ts';
import { createLink, makeExternally, repliesOf } from './agent.ts';
import {
  approver,
  askForPrompt,
  asking,
  directTo,
  newest,
  openRefund,
  otherApprover,
  paidPrompt,
  refundForm,
  startApproversRig,
} from './approvers.ts';
import { renderMessage } from './reading.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const direct = (person = rig.agent) => directTo(rig, person.id).map((message) => renderMessage(message));

/** Opens the form that asks to confirm cancelling an unpaid link. */
async function askToCancel() {
  const sent = await createLink(rig);
  rig.agent.close();
  await rig.agent.command(sent.card.channel, '/pay', `cancel ${sent.reference}`);
  await until(() => rig.readModal().includes('== cancel_order =='));
  return sent;
}

async function submitAndClose(person = rig.agent, values = {}): Promise<void> {
  await person.submit(values);
  person.close();
}

describe('a window that is closed while Teller works', () => {
  it('when it is not certain that an order is cancelled, whoever cancelled it reads so directly', async () => {
    const { card, reference } = await askToCancel();
    rig.provider.faults.down();
    await submitAndClose();
    await until(() => direct().length > 0);
    expect(direct()).toEqual([expect.stringMatching(inOrder(SAYS.cancelTitle, SAYS.notCertainlyCancelled))]);
    expect(direct()[0]).toContain(reference);
    expect(rig.readCard(card)).toContain(SAYS.waiting);
  });

  it('when an order is cancelled, its card and its thread say so, and nothing else does', async () => {
    const { card } = await askToCancel();
    const updates = () => rig.slack.callsTo('views.update').length;
    const before = updates();
    await submitAndClose();
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    await until(() => updates() > before);
    await rig.idle();
    expect(updates()).toBe(before + 1);
    expect(direct()).toEqual([]);
  });

  it('when the payment service does not answer about a payment to pay back, whoever asks reads so directly', async () => {
    await rig.provider.customer.pay(await makeExternally(rig, 'SHOP-7', 750));
    await approver(rig).command(rig.slack.channels.sales, '/pay', 'refund SHOP-7');
    await refundForm(rig, approver(rig));
    rig.provider.faults.down();
    await submitAndClose(approver(rig), { remarks: 'Shop closed' });
    await until(() => direct(approver(rig)).length > 0);
    expect(direct(approver(rig))).toEqual([
      expect.stringMatching(inOrder(SAYS.refundTitle, SAYS.provider, SAYS.tryAgainWords)),
    ]);
    expect(rig.cards()).toEqual([]);
  });

  it('when a request was approved by somebody else meanwhile, whoever declines it reads so directly', async () => {
    const { card, reference } = await askForPrompt(rig);
    await approver(rig).click(newest(rig, card), 'decline');
    await until(() => rig.readModal(approver(rig)).includes('== decline =='));
    await otherApprover(rig).click(newest(rig, card), 'approve');
    await until(() => rig.readCard(card).includes(SAYS.waitingForPin));
    const before = direct(approver(rig)).length;
    await submitAndClose(approver(rig), { reason: 'Too dear' });
    await until(() => direct(approver(rig)).length > before);
    expect(direct(approver(rig)).at(-1)).toMatch(SAYS.declineTooLate);
    expect(direct(approver(rig)).at(-1)).toContain(reference);
  });

  it('when a request is declined, the card’s thread says so, and nothing else does', async () => {
    const { card } = await paidPrompt(rig);
    await openRefund(rig, card);
    await rig.agent.submit({ remarks: 'Wrong size' });
    await until(() => rig.replies(card).some((reply) => reply.includes(SAYS.refundRequested)));
    await approver(rig).click(asking(rig, card), 'decline');
    await until(() => rig.readModal(approver(rig)).includes('== decline =='));
    await rig.idle();
    const before = direct(approver(rig)).length;
    await submitAndClose(approver(rig), { reason: 'It was the right one' });
    await until(() => rig.replies(card).some((reply) => reply.includes('It was the right one')));
    await rig.idle();
    expect(direct(approver(rig))).toHaveLength(before);
  });
});
