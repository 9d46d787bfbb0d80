// How long a payment stays untold when the process that works on it is killed: the bot is killed at a random moment after
// it acknowledged the notification, and the time until the reply is in the thread is taken. The only one is started again; of
// two on one Redis, the other one is there.
import { repliesOf, sendPrompt } from '#test/journeys/agent.ts';
import { startRig, until } from '#test/journeys/rig.ts';
import { startRedis } from '#test/store/redis-server.ts';

/** The stand-ins take this long for each call, so that a kill meets something under way. */
const CALL_MS = 150;
/** About as long as it takes to tell a payment then. */
const SPREAD_MS = 2 * CALL_MS;

type Kill = {
  /** From the acknowledged notification to the kill. */
  readonly afterMs: number;
  /** From the kill to the reply; undefined when it had been there before. */
  readonly toldMs: number | undefined;
  readonly replies: number;
};

/** One kill after another on one store, which `tellers` share. The times are real: no clock is moved. */
export async function measureKills(
  { store, tellers }: { store: 'sqlite' | 'redis'; tellers: number },
  kills: number,
): Promise<Kill[]> {
  const redis = store === 'redis' ? await startRedis() : undefined;
  const rig = await startRig({}, { apart: true, replicas: tellers, ...(redis && { redis }) });
  try {
    const results: Kill[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const { card, reference } = await sendPrompt(rig);
      rig.agent.close();
      for (const method of ['chat.postMessage', 'chat.update'])
        rig.slack.faults.next(method, { kind: 'slow', ms: CALL_MS }, 2);
      const slow = rig.provider.faults.slow(CALL_MS, { operation: 'getTransactionStatus', times: 2 });
      await rig.provider.customer.pay(reference, { notify: false });
      await rig.provider.notify(reference);
      const victim = rig.lastToAnswer();
      // Evenly spread and in no order, so that all runs are alike.
      const afterMs = Math.round((((kill * 7) % kills) / kills) * SPREAD_MS);
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      const wasTold = rig.replies(card).length > 0;
      await rig.killBot(victim);
      const killedAt = performance.now();
      slow.end();
      rig.slack.faults.off();
      const started = tellers === 1 ? rig.startBot(victim) : undefined;
      await until(() => rig.replies(card).length > 0);
      const toldMs = wasTold ? undefined : performance.now() - killedAt;
      await (started ?? rig.startBot(victim));
      await repliesOf(rig, card, 1, '00 paid ·');
      await rig.idle();
      results.push({ afterMs, toldMs, replies: rig.replies(card).length });
    }
    return results;
  } finally {
    await rig.stop();
    await redis?.remove();
  }
}
