// Digests of several processes on one store: told once, also by a process that stood still while another told it.
import { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '#lib/clock.ts';
import { LEASE_MS } from '#lib/with-lease.ts';
import { momentOf } from '#lib/zoned-time.ts';
import { createMovingClock, type MovingClock } from '#sandbox/environment/moving-clock.ts';
import { type SlackSandbox, startSlackSandbox } from '#sandbox/slack/workspace.ts';
import { createChannelAccess } from '#slack/access/channel-access.ts';
import { createWhoReads } from '#slack/access/who-reads.ts';
import { plainMessage } from '#slack/cards/message.ts';
import { createChannelSettings, type DigestChannels } from '#slack/delivery/channel-settings.ts';
import { createDigestDelivery } from '#slack/delivery/digests.ts';
import { createOutbound } from '#slack/delivery/outbound.ts';
import { createChannelPaces } from '#slack/delivery/rate-limit.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { silentLogger } from '#test/sandbox/slack/silent-logger.ts';

const TIME_ZONE = 'Africa/Nairobi';
const NOON = momentOf('2026-11-22', '12:00', TIME_ZONE);
const HOUR_MS = 60 * 60_000;

/** It moves only when a test advances it. */
let clock: MovingClock;
let slack: SlackSandbox;
let store: Store;
let sales: string;
beforeEach(async () => {
  clock = createMovingClock();
  clock.hold();
  clock.advance(NOON - clock.now());
  slack = await startSlackSandbox({ signingSecret: 'secret', botToken: 'xoxb-1', now: clock.now });
  store = await openStore('sqlite::memory:', { clock });
  sales = slack.channels.sales;
});
afterEach(async () => {
  await slack.stop();
  await store.close();
});

const channels = (): DigestChannels => createChannelSettings({ ...store, clock, name: 'digests' });

/** A process with a clock of its own. `beforePost` is awaited while it makes the message. */
function startProcess(
  own: { clock?: Clock; beforePost?: Promise<void>; store?: Pick<Store, 'keyValues' | 'leases'> } = {},
) {
  const client = new WebClient('xoxb-1', {
    slackApiUrl: slack.apiUrl,
    logger: silentLogger,
    retryConfig: { retries: 0 },
  });
  const outcomes: string[] = [];
  const paces = createChannelPaces(own.clock ?? clock);
  const noFailure = async () => undefined;
  const delivery = createDigestDelivery({
    outboundFor: (confirm) => createOutbound(client, { clock: own.clock ?? clock, paces, confirm }),
    digestChannels: channels(),
    async contentOf() {
      await own.beforePost;
      return plainMessage('the digest');
    },
    whoReads: createWhoReads({
      channelAccess: createChannelAccess(client),
      permissions: { refusalFor: noFailure },
      clock: own.clock ?? clock,
    }),
    switchOff: { gone: noFailure, shared: noFailure, barred: noFailure },
    histories: (own.store ?? store).keyValues('digests-told'),
    leases: (own.store ?? store).leases,
    clock: own.clock ?? clock,
    timeZone: TIME_ZONE,
    report: (_kind, outcome) => void outcomes.push(outcome),
  });
  return { ...delivery, outcomes };
}

const posted = () => slack.messages(sales).filter(({ text }) => text === 'the digest').length;
const setDaily = (time: string) =>
  channels().set(sales, { schedule: { time }, by: slack.users.agent, since: clock.now() });

describe('a digest', () => {
  test('is told by one of several processes that look at the same moment', async () => {
    await setDaily('18:00');
    clock.advance(6 * HOUR_MS + 5_000);
    const processes = [startProcess(), startProcess(), startProcess()];
    await Promise.all(processes.map(({ tellDue }) => tellDue()));
    expect(posted()).toBe(1);
    await Promise.all(processes.map(({ tellDue }) => tellDue()));
    expect(posted()).toBe(1);
  });

  test('that another process has in hand is looked at again within two seconds, because that one may be dead', async () => {
    await setDaily('18:00');
    clock.advance(6 * HOUR_MS + 5_000);
    await store.leases.acquire(`digest ${sales}`, LEASE_MS);
    expect(await startProcess().tellDue()).toBeLessThanOrEqual(10_000 - LEASE_MS);
    expect(posted()).toBe(0);
  });

  test('is not told again by a process that stood still until another had told it', async () => {
    await setDaily('18:00');
    clock.advance(6 * HOUR_MS + 5_000);
    let resume = () => {};
    const beforePost = new Promise<void>((resolve) => {
      resume = resolve;
    });
    // Its clock stands still as well, so it does not renew its lease.
    const stoppedAt = clock.now();
    const standing = { now: () => stoppedAt, after: () => () => {} };
    const stalled = startProcess({ clock: standing, beforePost });
    const told = stalled.tellDue();
    await expect.poll(() => store.keyValues('digests-told').get(sales)).toBeDefined();
    clock.advance(9_000);
    const other = startProcess();
    await other.tellDue();
    expect(posted()).toBe(1);
    resume();
    await told;
    expect([posted(), stalled.outcomes, other.outcomes]).toEqual([1, ['unknown'], ['posted']]);
  });

  test('is not begun anew by a process that stood still before it began, until another had told it', async () => {
    await setDaily('18:00');
    clock.advance(6 * HOUR_MS + 5_000);
    const other = startProcess();
    const histories = store.keyValues('digests-told');
    const resumed = Promise.withResolvers<void>();
    let isStanding: boolean | undefined;
    const stalled = startProcess({
      store: {
        leases: {
          ...store.leases,
          async renew(...lease) {
            if (isStanding) await resumed.promise;
            return store.leases.renew(...lease);
          },
        },
        keyValues: () => ({
          set: (...entry) => histories.set(...entry),
          delete: (key) => histories.delete(key),
          async get<Value>(key: string) {
            const value = await histories.get<Value>(key);
            if (isStanding !== undefined) return value;
            isStanding = true;
            clock.advance(9_000);
            await other.tellDue();
            isStanding = false;
            resumed.resolve();
            return value;
          },
        }),
      },
    });
    await stalled.tellDue();
    await stalled.tellDue();
    expect([posted(), stalled.outcomes, other.outcomes]).toEqual([1, [], ['posted']]);
  });

  test('is due at its next minute and not for what was before it was set', async () => {
    clock.advance(6 * HOUR_MS + 60_000);
    await setDaily('18:00');
    const { tellDue } = startProcess();
    expect(await tellDue()).toBe(10_000);
    expect(posted()).toBe(0);
    clock.advance(24 * HOUR_MS - 60_000 - 2_000);
    expect(await tellDue()).toBe(5_000);
    clock.advance(5_000);
    await tellDue();
    expect(posted()).toBe(1);
  });

  test('comes once a day for a month, whatever the clock does in between', async () => {
    await setDaily('18:00');
    const { tellDue } = startProcess();
    for (let day = 0; day < 30; day += 1) {
      clock.advance(day === 0 ? 6 * HOUR_MS + 5_000 : 24 * HOUR_MS);
      await tellDue();
      for (const back of [2 * HOUR_MS, 30 * HOUR_MS]) {
        clock.advance(-back);
        await tellDue();
        clock.advance(back);
        await tellDue();
      }
      expect(posted()).toBe(day + 1);
    }
  });
});
