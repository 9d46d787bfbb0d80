// A refund whose payment cannot be looked up any more, or whose card is gone: it does not stay as it is for ever.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Message } from '#sandbox/slack/state/model.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import {
  APPROVER,
  approvedRefund,
  approver,
  asking,
  askRefund,
  directTo,
  notes,
  paidPrompt,
  replyWith,
  startApproversRig,
} from './approvers.ts';
import { renderMessage } from './reading.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function refuseLookUps(): void {
  rig.provider.faults.refuse({ code: 'internal', message: 'odd' }, { operation: 'getTransactionStatus' });
}

/** Direct messages of Teller with this in them. */
function toldDirectly(person: string, text: string): Message[] {
  return directTo(rig, person).filter((message) => renderMessage(message).includes(text));
}

it('a refund whose payment cannot be looked up is an approver’s after thirty days all the same', async () => {
  const { card } = await approvedRefund(rig);
  await until(() => rig.readCard(card).includes(SAYS.stillToCarryOut));
  refuseLookUps();
  for (let day = 0; day < 31; day += 1) {
    await rig.idle();
    rig.clock.advance(DAY);
  }
  await until(() => rig.replies(card).some((text) => text.includes(SAYS.noRefundAnswer)));
  await approver(rig).click(replyWith(rig, card, '30 days'), 'refund_done');
  await until(() => rig.readCard(card).includes(SAYS.paidBackAmount('KES 1,500.00')));
});

it('a refund whose answer was lost and whose payment cannot be looked up is not known of after an hour, and never asked for again', async () => {
  rig.provider.faults.lostAnswer({ operation: 'requestRefund' });
  const { card } = await approvedRefund(rig);
  const calls = () => rig.provider.requestsTo('requestRefund').length;
  await until(() => calls() === 1);
  await rig.idle();
  refuseLookUps();
  for (let passed = 0; passed < 70; passed += 10) {
    await rig.idle();
    rig.clock.advance(10 * MINUTE);
  }
  await until(() => rig.replies(card).some((text) => text.includes(SAYS.notKnownWhether)));
  await until(() => rig.readCard(card).includes(SAYS.refundNotAnswered));
  rig.provider.faults.clear();
  rig.clock.advance(34 * DAY);
  await rig.idle();
  expect(calls()).toBe(1);
  await approver(rig).click(replyWith(rig, card, SAYS.notKnownWhether), 'refund_done');
  await until(() => rig.readCard(card).includes(SAYS.paidBackAmount('KES 1,500.00')));
});

it('where the channel of the card is archived, whoever approved a refund that is not known of hears so directly, once, and ends it there', async () => {
  rig.provider.faults.lostAnswer({ operation: 'requestRefund' });
  const { card } = await approvedRefund(rig);
  await until(() => rig.provider.requestsTo('requestRefund').length === 1);
  await rig.idle();
  rig.slack.archive(card.channel);
  // The thread refuses; the direct message arrives without an answer.
  rig.slack.faults.next('chat.postMessage', { kind: 'slow', ms: 0 });
  rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
  rig.clock.advance(MINUTE);
  const told = () => toldDirectly(APPROVER, SAYS.notKnownWhether);
  await until(() => told().length === 1);
  for (let round = 0; round < 3; round += 1) {
    await rig.idle();
    rig.clock.advance(10_000);
  }
  await rig.idle();
  const [question, ...more] = told();
  if (!question) throw new Error('nobody was asked');
  expect(more).toEqual([]);
  expect(directTo(rig, rig.agent.id).map((m) => renderMessage(m))).toEqual([]);
  expect(renderMessage(question)).toContain('[refund_done] [refund_not_done]');
  await approver(rig).click(question, 'refund_not_done');
  await until(
    () => toldDirectly(rig.agent.id, SAYS.personSaysAmount(`@${APPROVER}`, 'KES 1,500.00')).length === 1,
  );
  await until(() => !told().some((message) => renderMessage(message).includes('[refund_not_done]')));
});

it('where the channel of the card is archived, whoever approved a refund that was not carried out in thirty days ends it directly', async () => {
  const { card } = await approvedRefund(rig);
  await until(() => rig.readCard(card).includes(SAYS.stillToCarryOut));
  await rig.idle();
  rig.slack.archive(card.channel);
  for (let day = 0; day < 31; day += 1) {
    await rig.idle();
    rig.clock.advance(DAY);
  }
  await until(() => toldDirectly(APPROVER, SAYS.noRefundAnswer).length === 1);
  const [question] = toldDirectly(APPROVER, SAYS.noRefundAnswer);
  if (question) await approver(rig).click(question, 'refund_done');
  await until(() => toldDirectly(rig.agent.id, `says @${APPROVER}`).length === 1);
});

/** One whose two answers were lost although the provider has it: an approver is asked to look. */
async function unansweredRefund() {
  rig.provider.faults.lostAnswer({ operation: 'requestRefund' });
  const sent = await approvedRefund(rig);
  await until(() => rig.provider.requestsTo('requestRefund').length === 1);
  await rig.idle();
  rig.clock.advance(MINUTE);
  await until(() => rig.replies(sent.card).some((text) => text.includes('[refund_not_done]')));
  await rig.idle();
  return sent;
}

const carryOut = () =>
  rig.provider.operator.approve(rig.provider.refunds()[0]?.confirmation_code ?? '', { notify: false });

it('a refund that is carried out after an approver said that it was not is told all the same, without a notification', async () => {
  const { card } = await unansweredRefund();
  await approver(rig).click(replyWith(rig, card, SAYS.notKnownWhether), 'refund_not_done');
  await until(() => rig.readCard(card).includes(SAYS.notCarriedOut));
  await carryOut();
  await rig.idle();
  rig.clock.advance(DAY);
  await until(() => rig.readCard(card).includes(SAYS.paidBackAmount('KES 1,500.00')));
  expect(rig.replies(card).at(-1)).toContain(SAYS.paidBackAmount('KES 1,500.00'));
});

it('whoever says that a refund was not carried out is answered that it was, when the service says so', async () => {
  const { card } = await unansweredRefund();
  await carryOut();
  await approver(rig).click(replyWith(rig, card, SAYS.notKnownWhether), 'refund_not_done');
  await until(() => notes(rig, approver(rig)).at(-1)?.includes(SAYS.providerSaysPaidBack));
  await until(() => rig.readCard(card).includes(SAYS.paidBackAmount('KES 1,500.00')));
  expect(rig.readCard(card)).not.toContain(SAYS.says);
  expect(rig.replies(card).join()).not.toContain('[refund_not_done]');
});

it('a refund whose payment cannot be looked up for a day after its approval is not asked for: its thread says so, and it may be asked for anew', async () => {
  const { card } = await paidPrompt(rig);
  await askRefund(rig, card);
  await rig.idle();
  refuseLookUps();
  await approver(rig).click(asking(rig, card), 'approve');
  await until(() => rig.readCard(card).includes(SAYS.refundBeingRequested));
  for (let hour = 0; hour < 25; hour += 1) {
    await rig.idle();
    rig.clock.advance(60 * MINUTE);
  }
  await until(() => rig.readCard(card).includes(SAYS.notCheckedInTime));
  const told = rig.replies(card).filter((text) => text.includes(SAYS.within24Hours));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(SAYS.approvedTheRefund(`@${APPROVER}`));
  expect(told[0]).toContain(`@${rig.agent.id}`);
  rig.provider.faults.clear();
  rig.clock.advance(DAY);
  await rig.idle();
  expect(rig.provider.requestsTo('requestRefund')).toEqual([]);
  await askRefund(rig, card, 'Once more');
  await approver(rig).click(asking(rig, card), 'approve');
  await until(() => rig.readCard(card).includes(SAYS.stillToCarryOut));
});
