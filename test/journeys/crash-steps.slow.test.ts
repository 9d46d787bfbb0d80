// The process is killed at each place of a step of a workflow. The run in Slack must not stay "running": the next process ends
// it, and says what became of the order.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FunctionRun } from '#sandbox/slack/actions/function-runs.ts';
import { ACK_MS } from '#test/patience.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { type Rig, startRig, until } from './rig.ts';

let redis: RedisServer | undefined;
let rig: Rig;

function runStep(kind: 'send_prompt' | 'create_link'): Promise<FunctionRun> {
  const common = { agent: rig.agent.id, channel: rig.slack.channels.sales, amount: '1500' };
  const inputs =
    kind === 'create_link'
      ? { ...common, currency: 'KES', description: 'School fees' }
      : { ...common, msisdn: '0712345678', payment_method: 'MpesaKE', description: 'Flour' };
  return rig.slack.runFunction(kind, inputs);
}

/** The run once it has ended. */
async function ended(): Promise<FunctionRun | undefined> {
  await until(() => rig.slack.functionRuns[0] && rig.slack.functionRuns[0].state !== 'running');
  return rig.slack.functionRuns[0];
}

async function dieAndComeBack(): Promise<void> {
  await rig.killBot();
  rig.slack.faults.off();
  rig.provider.faults.clear();
  await rig.startBot();
  // On Redis a claim of the dead process runs out first.
  rig.clock.advance(9_000);
}

describe.each([
  { store: 'SQLite', isLeftOut: false },
  { store: 'Redis', isLeftOut: NO_REDIS },
])('a step of a workflow survives that the process dies, on $store', ({ store, isLeftOut }) => {
  describe.skipIf(isLeftOut)('and its run ends', () => {
    beforeEach(async () => {
      redis = store === 'Redis' ? await startRedis() : undefined;
      rig = await startRig({}, { apart: true, redis, sendsAgain: true, ackMs: ACK_MS });
    });
    afterEach(async () => {
      await rig.stop();
      await redis?.remove();
    });

    it('when the process dies before it has saved the order of a step, Slack sends the step again and one order is made', async () => {
      rig.slack.faults.next('users.info', { kind: 'hang' });
      const begun = runStep('create_link');
      await until(() => rig.slack.callsTo('users.info').length === 1);
      await dieAndComeBack();
      await begun;
      const run = await ended();
      expect(run).toMatchObject({ state: 'completed', outputs: { state: SAYS.waitingForPaymentNow } });
      await rig.idle();
      expect(rig.provider.orders()).toHaveLength(1);
      expect(rig.cards()).toHaveLength(1);
    });

    it('when the process dies while it posts the card of a prompt, the step fails and says that nothing was sent', async () => {
      rig.slack.faults.next('chat.postMessage', { kind: 'hang' });
      await runStep('send_prompt');
      await until(() => rig.slack.callsTo('chat.postMessage').length === 1);
      await dieAndComeBack();
      const run = await ended();
      expect(run?.state).toBe('failed');
      expect(run?.error).toContain(SAYS.stoppedBeforeProvider);
      expect(rig.provider.prompts).toEqual([]);
    });

    it('when the process dies while it posts the card of a link, the step hands on the link', async () => {
      rig.slack.faults.next('chat.postMessage', { kind: 'hang' });
      await runStep('create_link');
      await until(() => rig.slack.callsTo('chat.postMessage').length === 1);
      await dieAndComeBack();
      const run = await ended();
      expect(run).toMatchObject({
        state: 'completed',
        outputs: { redirect_url: expect.stringMatching(/^http/) },
      });
      expect(rig.provider.orders()).toHaveLength(1);
      expect(rig.cards()).toHaveLength(1);
    });

    it('when the process dies before the service answers the prompt of a step, the step ends once that is known', async () => {
      rig.provider.faults.hang({ operation: 'push', afterWork: true });
      await runStep('send_prompt');
      await until(() => rig.provider.prompts.length === 1);
      await dieAndComeBack();
      rig.clock.advance(21_000);
      const run = await ended();
      expect(run).toMatchObject({ state: 'completed', outputs: { state: SAYS.waitingForPinNow } });
      expect(rig.provider.prompts).toHaveLength(1);
    });

    it.each([false, true])(
      'when the process dies while it tells Slack the end of a step (told: %s), the step ends once',
      async (afterWork) => {
        rig.slack.faults.next('functions.completeSuccess', { kind: 'hang', afterWork });
        const begun = await runStep('create_link');
        await until(() => rig.slack.callsTo('functions.completeSuccess').length === 1);
        expect(begun.state).toBe(afterWork ? 'completed' : 'running');
        await dieAndComeBack();
        const run = await ended();
        expect(run).toMatchObject({ state: 'completed', outputs: { state: SAYS.waitingForPaymentNow } });
        await until(() => rig.slack.callsTo('functions.completeSuccess').length === 2);
        await rig.idle();
        expect(rig.slack.callsTo('functions.completeSuccess')).toHaveLength(2);
        expect(rig.slack.callsTo('functions.completeError')).toEqual([]);
        expect(rig.provider.orders()).toHaveLength(1);
      },
    );

    it('when the process dies with a step that it refuses, the step is refused by the next process', async () => {
      rig.slack.faults.next('functions.completeError', { kind: 'hang' });
      const begun = rig.slack.runFunction('create_link', {
        agent: rig.agent.id,
        channel: rig.slack.channels.sales,
        amount: 'much',
        currency: 'KES',
        description: 'School fees',
      });
      await until(() => rig.slack.callsTo('functions.completeError').length === 1);
      await dieAndComeBack();
      await begun;
      const run = await ended();
      expect(run?.state).toBe('failed');
      expect(run?.error).toMatch(/^amount: /);
      expect(rig.provider.orders()).toEqual([]);
    });
  });
});
