// The direct copies of a request for approval are redrawn when their customer is erased.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Message } from '#sandbox/slack/state/model.ts';
import { sendPrompt } from './agent.ts';
import {
  approver,
  asking,
  declineBecause,
  directTo,
  newest,
  openRefund,
  startApproversRig,
} from './approvers.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const PERSON = /Zawadi|712345678|Two bags of flour/;
const copies = () => directTo(rig, approver(rig).id);
const named = (messages: readonly Message[]) => messages.filter((one) => PERSON.test(JSON.stringify(one)));

it('Erasure: the direct copy of a request has no customer afterwards', async () => {
  const { card, reference } = await sendPrompt(rig, { first_name: 'Zawadi' });
  rig.agent.close();
  await rig.provider.customer.pay(reference);
  await until(() => JSON.stringify(newest(rig, card).blocks).includes('refund_order'));
  await openRefund(rig, card);
  await rig.agent.submit({ remarks: 'Wrong size' });
  await until(() => named(copies()).length === 1);
  await until(() => JSON.stringify(rig.slack.thread(card.channel, card.ts)).includes('"decline"'));
  rig.agent.close();
  await declineBecause(rig, approver(rig), asking(rig, card), 'It was the right size');
  await rig.idle();
  const before = copies().length;

  approver(rig).close();
  await approver(rig).command(rig.slack.channels.sales, '/pay', 'forget 0712345678');
  await until(() => rig.slack.modal(approver(rig).id)?.callback_id === 'forget');
  await until(() => rig.slack.modal(approver(rig).id)?.submit !== undefined);
  await approver(rig).submit();
  await until(() => named(rig.slack.thread(card.channel, card.ts)).length === 0);
  await rig.idle();
  expect(named(copies())).toEqual([]);
  expect(copies().length).toBeGreaterThanOrEqual(before);
});
