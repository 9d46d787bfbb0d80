// One of two Tellers stands still, for longer than its claims last, and then goes on with what it was sent: people pressed
// again meanwhile, Slack sent again, and the other one did the work. It must not be done twice.
import { expect, it } from 'vitest';
import { ACK_MS } from '#test/patience.ts';
import { isShort } from '#test/proofs/how-many.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS, startRedis } from '#test/store/redis-server.ts';
import { openForm, repliesOf, submitPrompt } from './agent.ts';
import { startRig, until } from './rig.ts';

const [STOPPED, OTHER] = [0, 1];
const LEASE_MS = 8_000;

// In real time: a short run has killed-process.redis.test.ts.
it.skipIf(NO_REDIS || isShort)(
  `what a Teller is sent while it stands still is done by the other, and not again when it goes on${LEFT_OUT}`,
  async () => {
    const redis = await startRedis();
    const rig = await startRig({}, { processes: true, replicas: 2, redis, sendsAgain: true, ackMs: ACK_MS });
    try {
      rig.sendTo(STOPPED);
      await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
      rig.signal(STOPPED, 'SIGSTOP');
      const stoppedAt = performance.now();
      const direct = rig.slack.dmOf(rig.agent.id);
      const answers = () => rig.slack.history(direct).filter(({ user }) => user === rig.slack.botUserId);
      rig.agent.say(direct, 'help');
      const unanswered = await rig.agent.submit();
      expect(unanswered.problem).toBe('operation_timeout');

      // Slack sends the event again, and the person presses again.
      rig.sendTo(OTHER);
      const { card, reference } = await submitPrompt(rig);
      await until(() => answers().length === 1);
      await rig.provider.customer.pay(reference);
      await repliesOf(rig, card, 1, SAYS.paid);

      await until(() => performance.now() - stoppedAt > LEASE_MS + 1_000);
      rig.signal(STOPPED, 'SIGCONT');
      rig.sendTo(STOPPED);
      await until(async () => (await fetch(`${rig.botUrl}/readyz`)).status === 200);
      // A Teller that answers this has read what came before.
      await rig.agent.command(rig.slack.channels.sales, '/pay', 'status ABC-1');
      await until(() => rig.slack.ephemerals(rig.agent.id).length > 0);
      await rig.idle();
      expect(rig.provider.prompts).toHaveLength(1);
      expect(rig.cards()).toHaveLength(1);
      expect(rig.replies(card)).toHaveLength(1);
      expect(answers()).toHaveLength(1);
    } finally {
      await rig.stop();
      await redis.remove();
    }
  },
);
