// Socket Mode with a connection for each of two Tellers: Slack renews the one, the network cuts the other, and whatever people
// do meanwhile goes over the connection that is left, once.
import { expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS, startRedis } from '#test/store/redis-server.ts';
import { openForm, press, repliesOf, submitPrompt, theCard } from './agent.ts';
import { startRig, until } from './rig.ts';

const [ONE, OTHER] = [0, 1];

it.skipIf(NO_REDIS)(
  `while the connection of one Teller is renewed or cut, the other one serves, and nothing is done twice${LEFT_OUT}`,
  async () => {
    const redis = await startRedis();
    const rig = await startRig({}, { apart: true, socket: true, replicas: 2, redis });
    const { sockets } = rig.slack;
    const again = () => until(() => sockets.count() === 2);
    try {
      expect(sockets.count()).toBe(2);
      const [first, second] = sockets.open();
      rig.sendTo(ONE);
      await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
      sockets.disconnect('refresh_requested', first);
      await submitPrompt(rig);
      const { card, reference } = await theCard(rig, SAYS.waitingForPin);
      await again();

      sockets.cut(second);
      await press(rig, card, 'check_order');
      await again();
      rig.sendTo(OTHER);
      for (let round = 0; round < 4; round += 1) await rig.agent.command('sales', '/pay', 'open');
      const answers = () => rig.slack.ephemerals(rig.agent.id).length;
      await until(() => answers() >= 5);
      await rig.provider.customer.pay(reference);
      await repliesOf(rig, card, 1, SAYS.paid);
      await rig.idle();
      expect(rig.slack.deliveries.map(({ ack }) => ack?.problem ?? 'taken')).toEqual(
        rig.slack.deliveries.map(() => 'taken'),
      );
      expect(answers()).toBe(5);
      expect(rig.provider.prompts).toHaveLength(1);
      expect(rig.cards()).toHaveLength(1);
      expect(rig.replies(card)).toHaveLength(1);
    } finally {
      await rig.stop();
      await redis.remove();
    }
  },
);
