// The direct message to an approver comes once, whatever Slack answers to it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '#sandbox/slack/api/faults.ts';
import { storedOrder } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import {
  approver,
  askForPrompt,
  directTo,
  notes,
  otherApprover,
  startApproversRig,
  switchOffRequests,
} from './approvers.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
  await switchOffRequests(rig, otherApprover(rig));
});
afterEach(() => rig.stop());

const told = () => directTo(rig, approver(rig).id);

/** The first posts after the order's card, which are the direct messages, meet a fault. */
function afterTheCard(fault: Fault, times: number): void {
  let isDone = false;
  rig.slack.onChange((change) => {
    if (isDone || change.kind !== 'posted' || change.message.channel !== rig.slack.channels.sales) return;
    isDone = true;
    rig.slack.faults.next('chat.postMessage', fault, times);
  });
}

/** So that every retry has had its turn. */
async function pass(times: number): Promise<void> {
  for (let left = times; left > 0; left -= 1) {
    rig.clock.advance(10_000);
    await rig.idle();
  }
}

describe('a direct message to an approver', () => {
  it.each<Fault>([
    { kind: 'lostAnswer' },
    { kind: 'http500AfterWork' },
    { kind: 'http500' },
    { kind: 'reset' },
    { kind: 'rateLimited', retryAfterSeconds: 3 },
    { kind: 'error', code: 'internal_error' },
  ])('comes once when Slack answers with $kind', async (fault) => {
    afterTheCard(fault, 2);
    const { card } = await askForPrompt(rig);
    await until(async () => {
      await pass(1);
      return told().length > 0;
    });
    await pass(4);
    expect(told()).toHaveLength(1);
    expect(rig.cards()).toHaveLength(1);
    expect(rig.readCard(card)).toContain(SAYS.waitsForApproval);
  });

  it('whose answer was lost is known for erasing also when the request was withdrawn before the next try', async () => {
    rig.clock.hold();
    afterTheCard({ kind: 'lostAnswer' }, 1);
    const { card, reference } = await askForPrompt(rig);
    await until(() => told().length === 1);
    await rig.idle();
    expect((await storedOrder(rig, reference)).directMessages).toEqual([]);
    await rig.agent.click(card, 'withdraw');
    await until(() => rig.readCard(card).includes(SAYS.notSent));
    await pass(6);
    expect((await storedOrder(rig, reference)).directMessages).toMatchObject([{ ts: told()[0]?.ts }]);
    expect(told()).toHaveLength(1);
  });

  it('does not come any more when the request was withdrawn before Slack took it', async () => {
    afterTheCard({ kind: 'http500' }, 1_000);
    const { card } = await askForPrompt(rig);
    await rig.idle();
    await rig.agent.click(card, 'withdraw');
    await until(() => notes(rig, rig.agent).some((text) => text.includes(SAYS.withdrawn)));
    rig.slack.faults.off();
    await pass(6);
    await until(() => rig.readCard(card).includes(SAYS.notSent));
    expect(told()).toEqual([]);
  });
});
