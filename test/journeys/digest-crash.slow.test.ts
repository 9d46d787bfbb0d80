// The process is killed around the post of a digest, and the next one knows whether it is in the channel.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { digestChannels } from './digest-channels.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let channels: ReturnType<typeof digestChannels>;
let sales: string;
beforeEach(async () => {
  rig = await startRig({}, { apart: true });
  channels = digestChannels(rig);
  sales = rig.slack.channels.sales;
  rig.clock.advance(channels.untilTime('12:00'));
  await channels.set(sales, 'daily 18:00');
});
afterEach(() => rig.stop());

it.each([
  ['before its post reaches Slack', { kind: 'hang' }],
  ['when it is posted and no answer has come', { kind: 'hang', afterWork: true }],
] as const)('a digest is told once when the process dies %s', async (_, fault) => {
  const before = rig.slack.callsTo('chat.postMessage').length;
  rig.slack.faults.next('chat.postMessage', fault);
  rig.clock.advance(channels.untilTime('18:00'));
  await until(() => rig.slack.callsTo('chat.postMessage').length > before);
  await rig.killBot();
  rig.slack.faults.off();
  await rig.startBot();
  for (let step = 0; step < 6; step += 1) {
    rig.clock.advance(10_000);
    await rig.idle();
  }
  await until(() => channels.digests(sales).length > 0);
  expect(channels.digests(sales)).toHaveLength(1);
});
