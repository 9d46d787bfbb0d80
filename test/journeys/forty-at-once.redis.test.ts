// Forty presses and forms on one order at the same moment: everybody reads a right sentence, and it happens once.
import { expect, it } from 'vitest';
import { anyOf, SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS, startRedis } from '#test/store/redis-server.ts';
import { sendPrompt } from './agent.ts';
import { renderMessage } from './reading.ts';
import { newest } from './resend.ts';
import { startRig, until } from './rig.ts';

const PRESSES = 38;
const RIGHT = anyOf(SAYS.waitingForPinNow, 'Cancelled', SAYS.alreadyCancelled);

it.skipIf(NO_REDIS).each(['a file', 'a Redis with two replicas'])(
  `forty presses and forms on one order at once each end in a right sentence on %s${LEFT_OUT}`,
  async (store) => {
    const redis = store === 'a file' ? undefined : await startRedis();
    const rig = await startRig({}, redis ? { replicas: 2, redis } : {});
    try {
      const people = [rig.agent, rig.slack.person(rig.slack.users.secondAgent)];
      const { card, reference } = await sendPrompt(rig);
      rig.agent.close();
      for (const person of people) {
        await person.command(rig.slack.channels.sales, '/pay', `cancel ${reference}`);
        await until(() => rig.readModal(person).includes('== cancel_order =='));
      }
      const answers = () => rig.slack.ephemerals(rig.agent.id).map((one) => renderMessage(one));
      const before = answers().length;
      const pressed = newest(rig, card);
      await Promise.all([
        ...people.map((person) => person.submit()),
        ...Array.from({ length: PRESSES }, (_, press) =>
          rig.agent.click(pressed, press % 8 ? 'check_order' : 'cancel_order', { isOld: true }),
        ),
      ]);
      await until(() => answers().length === before + PRESSES);
      await until(() => people.every((person) => !rig.readModal(person).includes(SAYS.oneMoment)));
      for (const told of [...answers().slice(before), ...people.map((person) => rig.readModal(person))])
        expect(told).toMatch(RIGHT);
      await until(() => rig.readCard(card).includes(SAYS.cancelledAmount('00')));
      await rig.idle();
      expect(rig.replies(card)).toHaveLength(1);
    } finally {
      await rig.stop();
      await redis?.remove();
    }
  },
);
