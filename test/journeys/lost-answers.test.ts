// Slack shows what Teller answers to one person, and its word that it does is lost on the way: the person reads the answer, and not
// that something went wrong.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { answersTo, payFor, sendPrompt, shownTo } from './agent.ts';
import { pass } from './bulks.ts';
import { goToNoon } from './noon.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it.each(['lostAnswer', 'http500AfterWork', 'reset'] as const)(
  'whoever types a command reads its answer and no error, when Slack’s word about it is lost (%s)',
  async (kind) => {
    rig.slack.faults.next('response_url', { kind });
    const answers = await answersTo(rig, 'help');
    await until(() => answers() !== '');
    await rig.idle();
    expect(answers()).toContain('/pay prompt');
    expect(answers()).not.toContain(SAYS.wentWrong);
  },
);

it.each(['lostAnswer', 'http500AfterWork', 'reset'] as const)(
  'whoever mentions Teller reads the answer and no error, when Slack’s word about it is lost (%s)',
  async (kind) => {
    const { reference } = await sendPrompt(rig);
    rig.slack.faults.next('chat.postEphemeral', { kind });
    await rig.agent.mention(rig.slack.channels.sales, 'open');
    await until(() => shownTo(rig).length > 0);
    await rig.idle();
    expect(shownTo(rig).join()).toContain(reference);
    expect(shownTo(rig).join()).not.toContain(SAYS.wentWrong);
  },
);

it('an answer to a mention whose word is lost again and again, with a limit between, is shown twice at most', async () => {
  const { reference } = await sendPrompt(rig);
  const lost = { kind: 'lostAnswer' } as const;
  rig.slack.faults.next('chat.postEphemeral', lost);
  rig.slack.faults.next('chat.postEphemeral', { kind: 'rateLimited', retryAfterSeconds: 1 });
  rig.slack.faults.next('chat.postEphemeral', lost);
  await rig.agent.mention(rig.slack.channels.sales, 'open');
  await until(() => rig.slack.callsTo('chat.postEphemeral').length >= 2);
  await pass(rig, 2);
  await rig.idle();
  const lists = shownTo(rig).filter((text) => text.includes(reference));
  expect(lists.length).toBeGreaterThan(0);
  expect(lists.length).toBeLessThanOrEqual(2);
});

it.each(['lostAnswer', 'http500AfterWork'] as const)(
  'what a mention in an order’s thread asks is answered there once, and not to the person alone as well, when Slack’s word about it is lost (%s)',
  async (kind) => {
    const { card, reference } = await sendPrompt(rig);
    rig.slack.faults.next('chat.postMessage', { kind });
    await rig.agent.mention(rig.slack.channels.sales, `status ${reference}`, { thread_ts: card.ts });
    const inThread = () => rig.slack.thread(card.channel, card.ts).filter(({ ts }) => ts !== card.ts);
    await until(() => inThread().some(({ user }) => user === rig.slack.botUserId));
    await rig.idle();
    expect(inThread().filter(({ user }) => user === rig.slack.botUserId)).toHaveLength(1);
    expect(shownTo(rig)).toEqual([]);
  },
);

it.each(['lostAnswer', 'http500AfterWork', 'reset', 'http500'] as const)(
  'a form that opens is followed by no error, and can be sent, when Slack’s word about it is lost (%s)',
  async (kind) => {
    rig.slack.faults.next('views.open', { kind });
    await sendPrompt(rig);
    await rig.idle();
    expect(shownTo(rig)).toEqual([]);
    expect(answers()).toEqual([]);
  },
);

const answers = () => {
  const direct = rig.slack.history(rig.slack.dmOf(rig.agent.id));
  return direct.filter(({ user }) => user === rig.slack.botUserId).map((one) => renderMessage(one));
};

it.each(['lostAnswer', 'http500AfterWork', 'reset'] as const)(
  'Home shows one’s orders, and no error, when Slack’s word that it does is lost (%s)',
  async (kind) => {
    const { reference } = await sendPrompt(rig);
    rig.slack.faults.next('views.publish', { kind });
    await rig.agent.openHome();
    const home = () => rig.slack.home(rig.agent.id);
    await until(() => home() !== undefined);
    await rig.idle();
    expect(JSON.stringify(home())).toContain(reference);
  },
);

it('a report whose word is lost is there once, with its file, and nothing says that it may not be', async () => {
  goToNoon(rig);
  await payFor(rig, await sendPrompt(rig));
  rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
  const noted = await answersTo(rig, 'report');
  await until(() => noted() !== '');
  await rig.idle();
  expect(answers().filter((text) => text.includes('KES 1,500.00'))).toHaveLength(1);
  expect(noted()).not.toContain(SAYS.didNotSay);
});

describe('what Teller answers in a direct message', () => {
  it.each(['lostAnswer', 'http500AfterWork', 'reset'] as const)(
    'is read once, and no error, when Slack’s word about it is lost (%s)',
    async (kind) => {
      const { reference } = await sendPrompt(rig);
      rig.slack.faults.next('chat.postMessage', { kind });
      await rig.agent.say(rig.slack.dmOf(rig.agent.id), `status ${reference}`);
      await until(() => answers().length > 0);
      await rig.idle();
      expect(answers()).toEqual([expect.stringContaining(SAYS.waitingForPin)]);
    },
  );

  it('is read once when the word is lost and Slack then asks to wait before Teller can look for it', async () => {
    const { reference } = await sendPrompt(rig);
    rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    rig.slack.faults.next('conversations.history', { kind: 'rateLimited', retryAfterSeconds: 1 });
    await rig.agent.say(rig.slack.dmOf(rig.agent.id), `status ${reference}`);
    await until(() => rig.slack.callsTo('conversations.history').length > 0);
    await pass(rig, 3);
    await rig.idle();
    expect(answers()).toEqual([expect.stringContaining(SAYS.waitingForPin)]);
  });

  it('is read once, and no error, when its order was asked for in a thread and the word is lost', async () => {
    const { reference } = await sendPrompt(rig);
    const direct = rig.slack.dmOf(rig.agent.id);
    await rig.agent.say(direct, 'hello');
    await until(() => answers().length > 0);
    const asked = rig.slack.history(direct)[0];
    rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    await rig.agent.say(direct, `status ${reference}`, { thread_ts: asked?.ts ?? '' });
    const inThread = () =>
      rig.slack.thread(direct, asked?.ts ?? '').filter(({ user }) => user === rig.slack.botUserId);
    await until(() => inThread().length > 0);
    await rig.idle();
    expect(inThread().map((one) => renderMessage(one))).toEqual([
      expect.stringContaining(SAYS.waitingForPin),
    ]);
  });

  it('is read once, when the person pressed something that leads to no form and the word is lost', async () => {
    rig.slack.faults.next('views.open', { kind: 'error', code: 'internal_error' }, 2);
    rig.slack.faults.next('chat.postMessage', { kind: 'lostAnswer' });
    await rig.agent.shortcut('send_prompt');
    await until(() => answers().length > 0);
    await rig.idle();
    expect(answers()).toEqual([expect.stringContaining(SAYS.somethingWentWrong)]);
  });
});
