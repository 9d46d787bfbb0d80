// A process that stands still for longer than its claim and then goes on, with real processes and real signals: another one
// has told its payment meanwhile, and it must not tell it again. The moments of the stop are spread over the whole work.
import { expect, test } from 'vitest';
import { freePort } from '#sandbox/environment/free-port.ts';
import { sendPrompt } from '#test/journeys/agent.ts';
import { type Rig, startRig, until } from '#test/journeys/rig.ts';
import { howMany, isByHand } from '#test/proofs/how-many.ts';
import { LEFT_OUT, NO_REDIS, startRedis } from '#test/store/redis-server.ts';
import { start } from '#test/teller-process.ts';

const STOPS = howMany({ short: 2, full: 2 });
/** The stand-ins take this long for each call, so that a stop meets something under way. */
const CALL_MS = 100;
const SPREAD_MS = 5 * CALL_MS;

function startTeller(rig: Rig, storeUrl: string, port: string) {
  return start({
    SLACK_BOT_TOKEN: 'xoxb-stand-in-token',
    SLACK_SIGNING_SECRET: 'a-signing-secret-of-the-stand-in',
    SLACK_API_URL: rig.slack.apiUrl,
    PROVIDER_BASE_URL: rig.provider.baseUrl,
    PROVIDER_CONSUMER_KEY: rig.provider.consumerKey,
    PROVIDER_CONSUMER_SECRET: rig.provider.consumerSecret,
    PUBLIC_URL: rig.botUrl,
    PORT: port,
    STORE_URL: storeUrl,
  });
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Pays an order and resolves when the process is to be stopped. `stopped` resolves once it is. */
type Moment = (rig: Rig, reference: string, stopped: Promise<void>) => Promise<unknown>;

function moment(part: number): Moment {
  return async (rig, reference) => {
    rig.slack.faults.next('chat.postMessage', { kind: 'slow', ms: CALL_MS });
    rig.slack.faults.next('chat.update', { kind: 'slow', ms: CALL_MS });
    rig.provider.faults.slow(CALL_MS, { operation: 'getTransactionStatus', times: 1 });
    await rig.provider.customer.pay(reference, { notify: false });
    await rig.provider.notify(reference);
    await wait(part * SPREAD_MS);
  };
}

/** The one that does harm: it looks for its message, and reads that there is none, and posts, only when it goes on. */
const beforeItsPost: Moment = async (rig, reference, stopped) => {
  rig.slack.faults.next('chat.postMessage', { kind: 'reset' });
  rig.slack.faults.next('conversations.replies', { kind: 'slow', until: stopped });
  const searches = rig.slack.callsTo('conversations.replies').length;
  await rig.provider.customer.pay(reference);
  await until(() => rig.slack.callsTo('conversations.replies').length > searches);
};

test.skipIf(NO_REDIS)(
  `a payment whose process stands still is told by another, and not again when the first goes on${LEFT_OUT}`,
  async () => {
    const redis = await startRedis();
    const rig = await startRig({}, { apart: true, socket: false, redis });
    try {
      await rig.idle();
      await rig.stopBot();
      const first = startTeller(rig, redis.url, new URL(rig.botUrl).port);
      await until(async () => (await first.ask('/readyz')).status === 200);
      const spread = Array.from({ length: STOPS }, (_, stop) => moment((stop + 0.5) / STOPS));
      for (const untilStop of [beforeItsPost, ...spread]) {
        const { card, reference } = await sendPrompt(rig);
        rig.agent.close();
        const stopped = Promise.withResolvers<void>();
        await untilStop(rig, reference, stopped.promise);
        first.child.kill('SIGSTOP');
        stopped.resolve();
        const stoppedAt = performance.now();
        const second = startTeller(rig, redis.url, String(await freePort()));
        await until(() => rig.replies(card).length > 0);
        expect(performance.now() - stoppedAt).toBeLessThan(isByHand ? 10_000 : 60_000);
        // The claim on what is left, such as the edit of the card, runs out as well.
        await until(() => rig.readCard(card).includes('00 paid ·'));
        await rig.idle();
        first.child.kill('SIGCONT');
        // What it was doing when it was stopped is over when it answers again.
        await until(async () => (await first.ask('/readyz')).status === 200);
        await wait(3 * CALL_MS);
        await rig.idle();
        expect(rig.replies(card)).toHaveLength(1);
        expect(rig.readCard(card)).toContain('00 paid ·');
        second.child.kill('SIGKILL');
        await second.ended;
      }
    } finally {
      await rig.stop();
      await redis.remove();
    }
  },
  600_000,
);
