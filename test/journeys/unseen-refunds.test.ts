// A refund whose payment cannot be looked up any more, or whose card is gone: it does not stay as it is for ever.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Message } from '#sandbox/slack/state/model.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
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
  await until(() => rig.readCard(card).includes('still has to carry it out'));
  refuseLookUps();
  for (let day = 0; day < 31; day += 1) {
    await rig.idle();
    rig.clock.advance(DAY);
  }
  await until(() => rig.replies(card).some((text) => text.includes('has not said in 30 days')));
  await approver(rig).click(replyWith(rig, card, '30 days'), 'refund_done');
  await until(() => rig.readCard(card).includes('KES 1,500.00 paid back'));
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
  await until(() => rig.replies(card).some((text) => text.includes('It is not known whether')));
  await until(() => rig.readCard(card).includes('not answered by the service'));
  rig.provider.faults.clear();
  rig.clock.advance(34 * DAY);
  await rig.idle();
  expect(calls()).toBe(1);
  await approver(rig).click(replyWith(rig, card, 'It is not known whether'), 'refund_done');
  await until(() => rig.readCard(card).includes('KES 1,500.00 paid back'));
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
  const told = () => toldDirectly(APPROVER, 'It is not known whether');
  await until(() => told().length === 1);
  for (let round = 0; round < 3; round += 1) {
    await rig.idle();
    rig.clock.advance(10_000);
  }
  await rig.idle();
  const [question, ...more] = told();
  if (!question) throw new Error('nobody was asked');
  expect(more).toEqual([]);
  expect(directTo(rig, rig.agent.id)).toEqual([]);
  expect(renderMessage(question)).toContain('[It was paid back] [It was not]');
  await approver(rig).click(question, 'refund_not_done');
  await until(() => toldDirectly(rig.agent.id, `@${APPROVER} says that KES 1,500.00`).length === 1);
  await until(() => !told().some((message) => renderMessage(message).includes('[It was not]')));
});

it('where the channel of the card is archived, whoever approved a refund that was not carried out in thirty days ends it directly', async () => {
  const { card } = await approvedRefund(rig);
  await until(() => rig.readCard(card).includes('still has to carry it out'));
  await rig.idle();
  rig.slack.archive(card.channel);
  for (let day = 0; day < 31; day += 1) {
    await rig.idle();
    rig.clock.advance(DAY);
  }
  await until(() => toldDirectly(APPROVER, 'has not said in 30 days').length === 1);
  const [question] = toldDirectly(APPROVER, 'has not said in 30 days');
  if (question) await approver(rig).click(question, 'refund_done');
  await until(() => toldDirectly(rig.agent.id, `says @${APPROVER}`).length === 1);
});

/** One whose two answers were lost although the service has it: an approver is asked to look. */
async function unansweredRefund() {
  rig.provider.faults.lostAnswer({ operation: 'requestRefund' });
  const sent = await approvedRefund(rig);
  await until(() => rig.provider.requestsTo('requestRefund').length === 1);
  await rig.idle();
  rig.clock.advance(MINUTE);
  await until(() => rig.replies(sent.card).some((text) => text.includes('[It was not]')));
  await rig.idle();
  return sent;
}

const carryOut = () =>
  rig.provider.operator.approve(rig.provider.refunds()[0]?.confirmation_code ?? '', { notify: false });

it('a refund that is carried out after an approver said that it was not is told all the same, without a notification', async () => {
  const { card } = await unansweredRefund();
  await approver(rig).click(replyWith(rig, card, 'It is not known whether'), 'refund_not_done');
  await until(() => rig.readCard(card).includes('not carried out'));
  await carryOut();
  await rig.idle();
  rig.clock.advance(DAY);
  await until(() => rig.readCard(card).includes('KES 1,500.00 paid back'));
  expect(rig.replies(card).at(-1)).toContain('KES 1,500.00 paid back');
});

it('whoever says that a refund was not carried out is answered that it was, when the service says so', async () => {
  const { card } = await unansweredRefund();
  await carryOut();
  await approver(rig).click(replyWith(rig, card, 'It is not known whether'), 'refund_not_done');
  await until(() =>
    notes(rig, approver(rig)).at(-1)?.includes('The payment service says that it was paid back'),
  );
  await until(() => rig.readCard(card).includes('KES 1,500.00 paid back'));
  expect(rig.readCard(card)).not.toContain('says');
  expect(rig.replies(card).join()).not.toContain('[It was not]');
});

it('a refund whose payment cannot be looked up for a day after its approval is not asked for: its thread says so, and it may be asked for anew', async () => {
  const { card } = await paidPrompt(rig);
  await askRefund(rig, card);
  await rig.idle();
  refuseLookUps();
  await approver(rig).click(asking(rig, card), 'approve');
  await until(() => rig.readCard(card).includes('is being asked for'));
  for (let hour = 0; hour < 25; hour += 1) {
    await rig.idle();
    rig.clock.advance(60 * MINUTE);
  }
  await until(() => rig.readCard(card).includes('the service could not be asked within 24 hours'));
  const told = rig.replies(card).filter((text) => text.includes('within 24 hours'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(`approved by @${APPROVER}`);
  expect(told[0]).toContain(`@${rig.agent.id}`);
  rig.provider.faults.clear();
  rig.clock.advance(DAY);
  await rig.idle();
  expect(rig.provider.requestsTo('requestRefund')).toEqual([]);
  await askRefund(rig, card, 'Once more');
  await approver(rig).click(asking(rig, card), 'approve');
  await until(() => rig.readCard(card).includes('still has to carry it out'));
});
