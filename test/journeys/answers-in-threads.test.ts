// A button or a shortcut that is used in a thread is answered in that thread, which is what the person has before them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ephemeral, Message } from '#sandbox/slack/state/model.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, type Sent } from './agent.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let fees: Sent;
beforeAll(async () => {
  rig = await startRig();
  fees = await createLink(rig);
  rig.agent.close();
});
afterAll(() => rig.stop());

const alone = (userId = rig.agent.id) => rig.slack.ephemerals(userId);

/** Does it, and waits for the next answer that only this person sees. */
async function aloneAfter(act: () => unknown, userId = rig.agent.id): Promise<Ephemeral | undefined> {
  const before = alone(userId).length;
  await act();
  await until(() => alone(userId).length > before);
  return alone(userId)[before];
}

/** Teller's answer to a mention in a thread, with buttons. */
async function answerInThread(): Promise<Message> {
  const root = await rig.agent.say(rig.slack.channels.sales, 'How do the fees stand?');
  const answers = () =>
    rig.slack.thread(root.channel, root.ts).filter(({ user }) => user === rig.slack.botUserId);
  await rig.agent.mention(root.channel, `status ${fees.reference}`, { thread_ts: root.ts });
  await until(() => answers().length === 1);
  const [answer] = answers();
  if (!answer) throw new Error('there is no answer');
  return answer;
}

it('a press of a button in a thread is answered in the thread', async () => {
  const pressed = await answerInThread();
  const answer = await aloneAfter(() => rig.agent.click(pressed, 'share_whatsapp'));
  expect(answer?.thread_ts).toBe(pressed.thread_ts);
});

it('a press in an answer that only one person sees in a thread is answered in the thread', async () => {
  const { partners } = rig.slack.channels;
  const root = await rig.agent.say(partners, 'How do the fees stand?');
  const status = await aloneAfter(() =>
    rig.agent.mention(partners, `status ${fees.reference}`, { thread_ts: root.ts }),
  );
  expect(status?.thread_ts).toBe(root.ts);
  const answer = await aloneAfter(() => status && rig.agent.click(status, 'share_whatsapp'));
  expect(answer?.thread_ts).toBe(root.ts);
});

it('the shortcut on a message in a thread is answered in the thread', async () => {
  const { partners } = rig.slack.channels;
  const root = await rig.agent.say(partners, 'How do the fees stand?');
  const reply = await rig.agent.say(partners, fees.reference, { thread_ts: root.ts });
  const answer = await aloneAfter(() => rig.agent.messageShortcut('look_up_message', reply));
  expect(answer?.thread_ts).toBe(root.ts);
});

it('whoever may not press a button in a thread reads so in the thread', async () => {
  const pressed = await answerInThread();
  const guest = rig.slack.users.guest;
  const answer = await aloneAfter(() => rig.slack.person(guest).click(pressed, 'share_whatsapp'), guest);
  expect(answer && renderMessage(answer)).toContain(SAYS.onlyFullMembers);
  expect(answer?.thread_ts).toBe(pressed.thread_ts);
});

it('a press on a card is answered in the channel', async () => {
  const [card] = rig.slack.thread(fees.card.channel, fees.card.ts);
  const answer = await aloneAfter(() => card && rig.agent.click(card, 'share_whatsapp'));
  expect(answer?.thread_ts).toBeUndefined();
});
