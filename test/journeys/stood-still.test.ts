// A Teller that stands still right before a call that moves money: by the time it goes on, nobody expects that call any more.
import { afterEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, theCard } from './agent.ts';
import { approver, asking, askRefund, paidPrompt, startApproversRig } from './approvers.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
afterEach(() => rig.stop());

const MINUTE = 60_000;
const calls = (operation: 'push' | 'submitOrder') => rig.provider.requestsTo(operation).length;

/** Types the command, sends its form, and lets `ms` pass once Slack has begun to post the card. */
async function standStillAtCard(words: string, ms: number): Promise<void> {
  const goesOn = Promise.withResolvers<void>();
  await openForm(rig, words);
  rig.slack.faults.next('chat.postMessage', { kind: 'slow', until: goesOn.promise });
  const before = rig.slack.callsTo('chat.postMessage').length;
  await rig.agent.submit();
  await until(() => rig.slack.callsTo('chat.postMessage').length > before);
  rig.clock.advance(ms);
  goesOn.resolve();
  await rig.idle();
}

/** Lets `ms` pass while Teller, which has just noted that it calls the provider, waits for a new token. */
async function standStillAtCall(act: () => Promise<unknown>, ms: number): Promise<void> {
  rig.clock.advance(2 * 60 * MINUTE);
  await rig.idle();
  const goesOn = Promise.withResolvers<void>();
  rig.provider.faults.slow(goesOn.promise, { operation: 'requestToken', times: 1 });
  const before = rig.provider.requestsTo('requestToken').length;
  await act();
  await until(() => rig.provider.requestsTo('requestToken').length > before);
  rig.clock.advance(ms);
  goesOn.resolve();
  await rig.idle();
}

it.each([
  ['9 minutes before a prompt', 'prompt 0712345678 1500 Flour', 9, 'push', 1],
  ['11 minutes before a prompt', 'prompt 0712345678 1500 Flour', 11, 'push', 0],
  ['2 hours before a link', 'link 2500 School fees', 120, 'submitOrder', 1],
] as const)('Standing still: %s', async (_, words, minutes, operation, sent) => {
  rig = await startApproversRig();
  await standStillAtCard(words, minutes * MINUTE);
  const { card } = await theCard(rig, sent ? SAYS.waitingFor : SAYS.notSent);
  expect(calls(operation)).toBe(sent);
  rig.clock.advance(10 * MINUTE);
  await rig.idle();
  expect(calls(operation)).toBe(sent);
  expect(rig.readCard(card).includes(SAYS.notSent)).toBe(sent === 0);
});

it.each([
  [59, 1],
  [61, 0],
])('Standing still: a prompt that was noted as called %i seconds ago', async (seconds, sent) => {
  rig = await startApproversRig();
  await openForm(rig, 'prompt 0712345678 1500 Flour');
  rig.agent.close();
  await standStillAtCall(async () => {
    await openForm(rig, 'prompt 0712345678 1500 Flour');
    await rig.agent.submit();
  }, seconds * 1_000);
  await theCard(rig, sent ? SAYS.waitingFor : SAYS.notSent);
  for (const wait of [MINUTE, 10 * MINUTE]) {
    rig.clock.advance(wait);
    await rig.idle();
  }
  expect([calls('push'), rig.provider.prompts.length]).toEqual([sent, sent]);
});

it.each([
  [59, 1],
  [61, 0],
])('Standing still: a refund that was noted as called %i seconds ago', async (seconds, made) => {
  rig = await startApproversRig();
  const { card } = await paidPrompt(rig);
  await askRefund(rig, card);
  const goesOn = Promise.withResolvers<void>();
  // The first call reaches nothing, and the second one waits for its token.
  rig.provider.faults.unauthorized(401, { operation: 'requestRefund', times: 1 });
  const slow = rig.provider.faults.slow(goesOn.promise, { operation: 'requestToken', times: 1 });
  await approver(rig).click(asking(rig, card), 'approve');
  await until(() => slow.hits === 1);
  rig.clock.advance(seconds * 1_000);
  goesOn.resolve();
  await rig.idle();
  expect(rig.provider.refunds()).toHaveLength(made);
  rig.clock.advance(24 * 60 * MINUTE);
  await rig.idle();
  expect(rig.provider.refunds()).toHaveLength(made);
  if (made) return;
  await askRefund(rig, card);
  await approver(rig).click(asking(rig, card), 'approve');
  await until(() => rig.provider.refunds().length === 1);
});
