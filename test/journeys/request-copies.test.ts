// Where a request for approval is shown: the reply in the thread and every direct message lose their buttons when it ends, and say how.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#sandbox/slack/state/model.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import {
  APPROVER,
  approver,
  askForPrompt,
  asking,
  askRefund,
  declineBecause,
  directTo,
  newest,
  OTHER_APPROVER,
  paidPrompt,
  requestsTo,
  startApproversRig,
} from './approvers.ts';
import { renderMessage } from './reading.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const HOUR = 60 * 60_000;
const copies = () => [APPROVER, OTHER_APPROVER].flatMap((id) => requestsTo(rig, id));
const hasButtons = ({ blocks }: Message) => /"(approve|decline|withdraw)"/.test(JSON.stringify(blocks ?? []));
const inThread = (card: Message) => rig.slack.thread(card.channel, card.ts);

type End = (request: Message) => unknown;
const ENDS: readonly (readonly [how: string, said: string, end: End])[] = [
  ['approved', `@${APPROVER} approved this`, (request) => approver(rig).click(request, 'approve')],
  ['declined', 'Too much', (request) => declineBecause(rig, approver(rig), request, 'Too much')],
  ['withdrawn', 'withdrew this request.', (request) => rig.agent.click(request, 'withdraw')],
  ['expired', SAYS.within24Hours, () => rig.clock.advance(24 * HOUR)],
];

async function everyCopyIsEdited(card: Message, said: string): Promise<void> {
  await until(async () => {
    rig.clock.advance(10_000);
    await rig.idle();
    return [...inThread(card), ...copies()].filter(hasButtons).length === 0;
  });
  expect(copies()).toHaveLength(2);
  for (const copy of copies()) expect(renderMessage(copy)).toContain(said);
}

describe('a request for an order', () => {
  it.each(ENDS)('Request for an order: every copy is closed when it is %s', async (_, said, end) => {
    const { card } = await askForPrompt(rig);
    await until(() => copies().filter(hasButtons).length === 2);
    await end(newest(rig, card));
    await everyCopyIsEdited(card, said);
  });
});

describe('a request for a refund', () => {
  it.each(ENDS)('Request for a refund: every copy is closed when it is %s', async (_, said, end) => {
    const { card } = await paidPrompt(rig);
    await askRefund(rig, card);
    await until(() => copies().filter(hasButtons).length === 2);
    await end(asking(rig, card));
    await everyCopyIsEdited(card, said);
    expect(renderMessage(asking(rig, card))).toContain(said);
  });

  it('Request for a refund: a copy that Slack did not edit is edited later', async () => {
    const { card } = await paidPrompt(rig);
    await askRefund(rig, card);
    await until(() => copies().filter(hasButtons).length === 2);
    await rig.idle();
    rig.slack.faults.next('chat.update', { kind: 'http500' }, 6);
    await rig.agent.click(asking(rig, card), 'withdraw');
    await everyCopyIsEdited(card, 'withdrew this request.');
  });
});

describe('who is notified', () => {
  it('Request: the members of a group are notified, and the group is mentioned once', async () => {
    await rig.stop();
    rig = await startApproversRig({ APPROVER_USERGROUPS: 'S0APPROVERS' });
    rig.slack.addUsergroup({
      id: 'S0APPROVERS',
      handle: 'approvers',
      name: 'Approvers',
      users: [APPROVER, OTHER_APPROVER, rig.agent.id],
    });
    const mentions = (card: Message) => JSON.stringify(inThread(card)).split('S0APPROVERS').length - 1;
    const order = await askForPrompt(rig);
    await until(() => copies().length === 2);
    expect(mentions(order.card)).toBe(1);
    const { card } = await paidPrompt(rig);
    await askRefund(rig, card);
    await until(() => copies().length === 4);
    expect(mentions(card)).toBe(1);
    expect(requestsTo(rig, rig.agent.id)).toEqual([]);
  });

  it('Request: is notified later, and sent meanwhile, when the group cannot be read', async () => {
    await rig.stop();
    rig = await startApproversRig({ APPROVER_USERGROUPS: `S0APPROVERS, ${OTHER_APPROVER}` });
    rig.slack.addUsergroup({ id: 'S0APPROVERS', handle: 'approvers', name: 'Approvers', users: [APPROVER] });
    rig.slack.faults.always('usergroups.users.list', { kind: 'http500' });
    const { card } = await askForPrompt(rig);
    await until(() => requestsTo(rig, OTHER_APPROVER).length === 1);
    expect(requestsTo(rig, APPROVER)).toEqual([]);
    expect(rig.readCard(card)).toContain('[approve]');
    rig.slack.faults.off();
    await until(async () => {
      rig.clock.advance(60_000);
      await rig.idle();
      return requestsTo(rig, APPROVER).length === 1;
    });
    expect(requestsTo(rig, OTHER_APPROVER)).toHaveLength(1);
  });

  it('Request: a guest in the group is not notified', async () => {
    rig.slack.addUser({ id: OTHER_APPROVER, name: 'chiku', is_restricted: true });
    await askForPrompt(rig);
    await until(() => requestsTo(rig, APPROVER).length === 1);
    await rig.idle();
    expect(directTo(rig, OTHER_APPROVER)).toEqual([]);
  });
});
