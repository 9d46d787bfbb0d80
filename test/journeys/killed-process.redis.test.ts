// A real process is killed, or stands still for longer than its claim, with the reply of a payment under way: another process tells
// the payment, and nobody tells it twice.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { type Sent, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

const [FIRST, OTHER] = [0, 1];
let rig: Rig;
let redis: RedisServer;

/** The first process alone serves a prompt, so that everything of its payment is that one's. */
async function sendByFirst(): Promise<Sent> {
  await rig.killBot(OTHER);
  rig.sendTo(FIRST);
  const sent = await sendPrompt(rig);
  rig.agent.close();
  await rig.idle();
  return sent;
}

async function startOther(): Promise<void> {
  await rig.startBot(OTHER);
  rig.sendTo(OTHER);
}

const posts = () => rig.slack.callsTo('chat.postMessage').length;
const searches = () => rig.slack.callsTo('conversations.replies').length;

describe.skipIf(NO_REDIS)(`a process that ends or stands still${LEFT_OUT}`, () => {
  beforeEach(async () => {
    redis = await startRedis();
    rig = await startRig({}, { processes: true, replicas: 2, redis });
  });
  afterEach(async () => {
    await rig.stop();
    await redis.remove();
  });

  it.each([false, true])(
    'Killed process: another tells its payment once (already posted: %s)',
    async (afterWork) => {
      const { card, reference } = await sendByFirst();
      const before = posts();
      rig.slack.faults.next('chat.postMessage', { kind: 'hang', afterWork });
      await rig.provider.customer.pay(reference);
      await until(() => posts() > before && rig.replies(card).length === (afterWork ? 1 : 0));
      await rig.killBot(FIRST);
      rig.slack.faults.off();
      const edits = rig.slack.callsTo('chat.update').length;
      await startOther();
      // The card is edited after the reply was posted, or found.
      await until(() => rig.slack.callsTo('chat.update').length > edits);
      await rig.idle();
      expect(rig.replies(card)).toHaveLength(1);
    },
  );

  it('Stopped process: what another has told is not told again when it goes on', async () => {
    const { card, reference } = await sendByFirst();
    const stopped = Promise.withResolvers<void>();
    const before = searches();
    // The answer of its search, which says that nothing was posted, reaches the process only when that goes on.
    rig.slack.faults.next('chat.postMessage', { kind: 'reset' });
    rig.slack.faults.next('conversations.replies', { kind: 'slow', until: stopped.promise });
    await rig.provider.customer.pay(reference);
    await until(() => searches() > before);
    rig.signal(FIRST, 'SIGSTOP');
    stopped.resolve();
    await startOther();
    await until(() => rig.replies(card).length === 1);
    await rig.idle();
    rig.signal(FIRST, 'SIGCONT');
    rig.sendTo(FIRST);
    // A process that answers this has gone on with what it was doing before.
    await rig.agent.command(rig.slack.channels.sales, '/pay', 'status ABC-1');
    await until(() => rig.slack.ephemerals(rig.agent.id).length > 0);
    await rig.idle();
    expect(rig.replies(card)).toHaveLength(1);
  });
});
