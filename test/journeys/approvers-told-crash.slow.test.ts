// The process is killed around the post of a direct message to an approver, and the next one knows whether it is there.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storedOrder } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import {
  approver,
  askForPrompt,
  askRefund,
  directTo,
  homeOf,
  otherApprover,
  paidPrompt,
  startApproversRig,
  switchOffRequests,
} from './approvers.ts';
import { renderView } from './reading.ts';
import { type Rig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig({}, { apart: true });
  await switchOffRequests(rig, otherApprover(rig));
});
afterEach(() => rig.stop());

const told = () => directTo(rig, approver(rig).id);
const HANGS = [
  ['before it reaches Slack', { kind: 'hang' }],
  ['when it is there and no answer has come', { kind: 'hang', afterWork: true }],
] as const;

/** The post after the next one in the sales channel, which is the direct message, hangs. */
function hangAfterPost(fault: (typeof HANGS)[number][1], isReply: boolean): () => boolean {
  let calls: number | undefined;
  rig.slack.onChange((change) => {
    if (calls !== undefined || change.kind !== 'posted') return;
    const { channel, thread_ts } = change.message;
    if (channel !== rig.slack.channels.sales || (thread_ts !== undefined) !== isReply) return;
    calls = rig.slack.callsTo('chat.postMessage').length;
    rig.slack.faults.next('chat.postMessage', fault);
  });
  return () => calls !== undefined && rig.slack.callsTo('chat.postMessage').length > calls;
}

async function restart(): Promise<void> {
  await rig.killBot();
  rig.slack.faults.off();
  await rig.startBot();
  await until(async () => {
    rig.clock.advance(10_000);
    await rig.idle();
    return told().length > 0;
  });
  for (let step = 0; step < 4; step += 1) {
    rig.clock.advance(10_000);
    await rig.idle();
  }
}

it.each(HANGS)('an approver is told of an order once when the process dies %s', async (_, fault) => {
  const hangs = hangAfterPost(fault, false);
  await askForPrompt(rig);
  await until(hangs);
  await restart();
  expect(told()).toHaveLength(1);
  expect(rig.cards()).toHaveLength(1);
});

it.each(HANGS)('an approver is told of a refund once when the process dies %s', async (_, fault) => {
  const { card } = await paidPrompt(rig);
  await rig.idle();
  const hangs = hangAfterPost(fault, true);
  await askRefund(rig, card);
  await until(hangs);
  await restart();
  expect(told()).toHaveLength(1);
  expect(rig.replies(card).filter((reply) => reply.includes(SAYS.refundRequested))).toHaveLength(1);
});

it('the message to one approver is known for erasing although the process dies while another is told', async () => {
  await otherApprover(rig).click(homeOf(rig, otherApprover(rig)), 'tell_directly');
  await until(() => renderView(homeOf(rig, otherApprover(rig))).includes('[tell_directly off]'));
  const toldOther = () => directTo(rig, otherApprover(rig).id);
  const hangs = hangAfterPost({ kind: 'hang' }, false);
  const { reference } = await askForPrompt(rig);
  await until(() => hangs() && told().length + toldOther().length === 1);
  await restart();
  await until(() => told().length + toldOther().length === 2);
  await rig.idle();
  const { directMessages: copies } = await storedOrder(rig, reference);
  const posted = [...told(), ...toldOther()].map(({ ts }) => ts);
  expect(copies.map(({ ts }) => ts).sort()).toEqual(posted.sort());
});
