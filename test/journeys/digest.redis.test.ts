// Two replicas: a digest is told by one of them, whichever is faster, and by the other when that one is killed.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LEFT_OUT, NO_REDIS } from '#test/store/redis-server.ts';
import { digestChannels } from './digest-channels.ts';
import { type Rig, until } from './rig.ts';
import { startTwoTellers } from './two-tellers.ts';

const DAY_MS = 24 * 60 * 60_000;

let rig: Rig;
let stop: () => Promise<void>;
let channels: ReturnType<typeof digestChannels>;
let sales: string;

describe.skipIf(NO_REDIS)(`a digest of two replicas${LEFT_OUT}`, () => {
  beforeEach(async () => {
    ({ rig, stop } = await startTwoTellers());
    channels = digestChannels(rig);
    sales = rig.slack.channels.sales;
    rig.clock.advance(channels.untilTime('12:00'));
    await channels.set(sales, 'daily 18:00');
  });
  afterEach(() => stop());

  it('is told once a day', async () => {
    for (const count of [1, 2, 3]) {
      rig.clock.advance(count === 1 ? channels.untilTime('18:00') : DAY_MS);
      await until(() => channels.digests(sales).length >= count);
      rig.clock.advance(60_000);
      await rig.idle();
      expect(channels.digests(sales)).toHaveLength(count);
    }
  });

  it('is told once when the one that posts it is killed', async () => {
    const before = rig.slack.callsTo('chat.postMessage').length;
    rig.slack.faults.next('chat.postMessage', { kind: 'hang', afterWork: true });
    rig.clock.advance(channels.untilTime('18:00'));
    await until(() => rig.slack.callsTo('chat.postMessage').length > before);
    await rig.killBot(0);
    rig.slack.faults.off();
    for (let step = 0; step < 6; step += 1) {
      rig.clock.advance(10_000);
      await rig.idle();
    }
    await until(() => channels.digests(sales).length > 0);
    expect(channels.digests(sales)).toHaveLength(1);
  });
});
