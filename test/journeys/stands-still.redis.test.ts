// Redis stands still for longer than Teller waits for an answer, and then goes on with what it was asked: what a person
// started meanwhile is carried out at most once, the person reads how it ended, and starting it again works.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anyOf, SAYS } from '#test/slack/text/phrases.ts';
import { LEFT_OUT, NO_REDIS, type RedisServer, startRedis } from '#test/store/redis-server.ts';
import { openForm, repliesOf, sendPrompt, theCard } from './agent.ts';
import { renderMessage } from './reading.ts';
import { newest } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let redis: RedisServer;

/** Teller waits two seconds for an answer. */
const STILL_MS = 2_500;

const HALTS = {
  'does nothing': async () => redis.signal('SIGSTOP'),
  'answers only what reads': () => redis.ask('CLIENT', 'PAUSE', String(STILL_MS), 'WRITE'),
};

/** Resolves when Redis has gone on and Teller has the answer to `work`. */
async function during(halt: keyof typeof HALTS, work: () => Promise<unknown>): Promise<void> {
  await HALTS[halt]();
  const worked = work();
  await wait(STILL_MS);
  redis.signal('SIGCONT');
  await worked;
  await until(async () => (await fetch(`${rig.botUrl}/readyz`)).status === 200);
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** The link, or that it was saved and that its card is to be looked at. */
const END = anyOf(SAYS.linkReady, SAYS.checkCardFirst);
/** The form is still there, to be submitted again. */
const isRefused = () => rig.readModal().includes(SAYS.nothingSentTwice);
const answers = () => rig.slack.ephemerals(rig.agent.id).map((one) => renderMessage(one));

describe.skipIf(NO_REDIS)(`while Redis stands still${LEFT_OUT}`, () => {
  beforeEach(async () => {
    redis = await startRedis();
    rig = await startRig({}, { redis });
  });
  afterEach(async () => {
    await rig.stop();
    await redis.remove();
  });

  it.each(['does nothing', 'answers only what reads'] as const)(
    'a form that is sent while Redis %s makes one order, and its sender reads how it ended',
    async (halt) => {
      await openForm(rig, 'link 2500 School fees');
      await during(halt, () => rig.agent.submit());
      await until(() => END.test(rig.readModal()) || isRefused());
      if (isRefused()) await rig.agent.submit();
      await until(() => END.test(rig.readModal()));
      rig.clock.advance(20_000);
      const { card, reference } = await theCard(rig, SAYS.waitingForPayment);
      await rig.idle();
      expect(rig.provider.orders()).toHaveLength(1);
      expect(rig.cards()).toHaveLength(1);
      await rig.provider.customer.pay(reference);
      expect(await repliesOf(rig, card, 1, SAYS.paid)).toHaveLength(1);
    },
  );

  it('a button that is pressed while Redis does nothing ends in a sentence, and what it does is done once', async () => {
    const { card } = await sendPrompt(rig);
    rig.agent.close();
    const pressed = newest(rig, card);
    await during('does nothing', () => rig.agent.click(pressed, 'cancel_order', { isOld: true }));
    await until(() => answers().length === 1);
    expect(answers()[0]).toMatch(anyOf('Cancelled', SAYS.cancelAgain));
    await rig.agent.click(pressed, 'cancel_order', { isOld: true });
    await until(() => answers().length === 2);
    expect(answers()[1]).toMatch(anyOf('Cancelled', SAYS.alreadyCancelled));
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    rig.clock.advance(20_000);
    await rig.idle();
    expect(rig.replies(card)).toHaveLength(1);
  });
});
