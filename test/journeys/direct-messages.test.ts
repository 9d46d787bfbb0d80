// What people write to Teller in their direct message with it is answered like the words after the command.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SpeechOptions } from '#sandbox/slack/actions/messaging.ts';
import type { Person } from '#sandbox/slack/actions/person.ts';
import type { Message } from '#sandbox/slack/state/model.ts';
import { anyOf, SAYS } from '#test/slack/text/phrases.ts';
import { createLink, openForm, repliesOf, sendPrompt, theCard } from './agent.ts';
import { goToNoon } from './noon.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
const direct = (person = rig.agent) => rig.slack.dmOf(person.id);
const fromTeller = (person = rig.agent): Message[] =>
  rig.slack.history(direct(person)).filter(({ user }) => user === rig.slack.botUserId);
const read = (message: Message | undefined) => (message ? renderMessage(message) : '');

/** Writes to Teller and waits for its answer, which is a message that everybody in the direct message sees. */
async function write(
  text: string,
  { person = rig.agent, ...options }: SpeechOptions & { person?: Person } = {},
): Promise<Message> {
  const before = fromTeller(person).length;
  person.say(direct(person), text, options);
  await until(() => fromTeller(person).length > before);
  const answer = fromTeller(person)[before];
  if (!answer) throw new Error('no answer');
  return answer;
}

const opensForm = (label: string) => until(() => rig.readModal().includes(label));

describe('a direct message', () => {
  beforeAll(async () => {
    rig = await startRig();
  });
  afterEach(() => {
    if (rig.readModal() !== '') rig.agent.close();
  });
  afterAll(() => rig.stop());

  it.each(['', 'hello', 'Hi!', 'help', '?', '👋', ':wave:', '   help  ', '/pay help'])(
    'the direct message %j is answered with help, whose words work without the command',
    async (text) => {
      const help = read(await write(text));
      expect(help).toContain(SAYS.help);
      expect(help).toMatch(/`find [^`]+`/);
      expect(help).not.toContain('/pay');
    },
  );

  it('a phone number as the first word is a prompt, and link words open the link form', async () => {
    await rig.agent.click(await write('0712345678 1500 Flour'), 'send_prompt');
    await opensForm('== send_prompt ==');
    expect(rig.readModal()).toContain('0712345678');
    rig.agent.close();
    await rig.agent.click(await write('link 2500 School fees'), 'create_link');
    await opensForm('== create_link ==');
    expect(rig.readModal()).toContain('School fees');
    rig.agent.close();
    await rig.agent.click(await write('prompt'), 'send_prompt');
    await opensForm('== send_prompt ==');
    expect(rig.readModal()).not.toContain(SAYS.minutes15);
  });

  it('the words for alerts are named as they are typed there, without a blank in front', async () => {
    const help = read(await write('alerts'));
    for (const words of ['`alerts on`', '`alerts quiet`', '`alerts list`']) expect(help).toContain(words);
  });

  it('alerts are switched in the direct message itself', async () => {
    expect(read(await write('alerts'))).toContain(SAYS.alertsAreOff);
    expect(read(await write('alerts on'))).toContain(SAYS.alertsAreOn);
  });

  it.each(['file_share', 'me_message', 'thread_broadcast'] as const)(
    'what a person writes in another way is answered too: %s',
    async (subtype) => {
      const { ts } = await write('hello');
      const thread = subtype === 'thread_broadcast' ? { thread_ts: ts } : {};
      expect(read(await write('status NOWHERE-1', { subtype, ...thread }))).toContain('“NOWHERE-1”');
    },
  );

  it.each(['guest', 'singleChannelGuest', 'stranger'] as const)(
    'a direct message of a %s is refused, and nothing else happens',
    async (role) => {
      const person = rig.slack.person(rig.slack.users[role]);
      for (const text of ['hello', 'prompt 0712345678 1500 Flour', 'open']) {
        const answer = await write(text, { person });
        expect(read(answer)).toMatch(anyOf(SAYS.onlyFullMembers, SAYS.membersOfWorkspace));
        expect(read(answer)).not.toContain('[');
      }
    },
  );

  it.each<[what: string, text: string]>([
    ['a very long one', 'flour '.repeat(6_000)],
    ['one very long word', 'x'.repeat(39_000)],
    ['another script', 'مرحبا، كيف حالك'],
    ['hostile marks', '<!channel> *bold* <https://evil.test|click>'],
    ['Windows line ends', 'flour\r\nfor\r\nJane'],
  ])('any direct message is answered in a sentence: %s', async (_, text) => {
    const answer = read(await write(text));
    expect(answer).toMatch(anyOf(SAYS.notAWord, SAYS.neitherTeller));
    expect(answer).toContain('[look_up]');
    expect(answer.length).toBeLessThan(500);
  });
});

describe('a direct message to a Teller of its own', () => {
  beforeEach(async () => {
    rig = await startRig();
  });
  afterEach(() => rig.stop());

  it('a direct message asks how an order stands, in any case and with the command in front', async () => {
    const { reference } = await sendPrompt(rig);
    for (const text of [`status ${reference}`, `FIND ${reference}`, `/pay check ${reference}`, reference]) {
      const answer = read(await write(text));
      expect(answer).toContain(SAYS.waitingForPin);
      expect(answer).not.toContain('share_order');
    }
  });

  it('a direct message lists the open orders and makes a report', async () => {
    goToNoon(rig);
    expect(read(await write('open'))).toContain(SAYS.noOpen);
    const { reference } = await createLink(rig);
    expect(read(await write('open'))).toContain(reference);
    await rig.provider.customer.pay(reference);
    const { card } = await theCard(rig, SAYS.paid);
    await repliesOf(rig, card, 1, SAYS.paid);
    expect(read(await write('report yesterday'))).toContain(SAYS.noPayments);
    expect(read(await write('today'))).toContain('KES 2,500.00');
  });

  it('words for a prompt are answered with a button that opens the form filled in, as often as it is pressed', async () => {
    const offer = await write('prompt 0712345678 1500 Two bags of flour');
    expect(read(offer)).toContain(SAYS.minutes15);
    expect(JSON.stringify(offer)).not.toMatch(/0?712345678|flour/);
    for (const _ of ['once', 'twice']) {
      await rig.agent.click(offer, 'send_prompt');
      await opensForm('== send_prompt ==');
      expect(rig.readModal()).toContain('0712345678');
      expect(rig.readModal()).toContain('Two bags of flour');
      rig.agent.close();
    }
    await rig.agent.click(offer, 'send_prompt');
    await opensForm('== send_prompt ==');
    await rig.agent.submit({ channel: rig.slack.channels.sales });
    await theCard(rig, SAYS.waitingForPin);
    expect(rig.provider.prompts).toHaveLength(1);
  });

  it('after 15 minutes the form opens empty, with a note that says why', async () => {
    const prompt = await write('prompt 0712345678 1500 Flour');
    const unknown = await write('flour for Jane');
    rig.clock.advance(14 * 60_000);
    await rig.agent.click(prompt, 'send_prompt');
    await opensForm('0712345678');
    rig.agent.close();
    rig.clock.advance(60_001);
    await rig.agent.click(prompt, 'send_prompt');
    await opensForm(SAYS.wordsKept);
    expect(rig.readModal()).not.toContain('0712345678');
    rig.agent.close();
    await rig.agent.click(unknown, 'look_up');
    await opensForm(SAYS.wordsKept);
    expect(rig.readModal()).toContain('== look_up ==');
  });

  it('cancel names the order and asks to confirm by a button; alone it lists the open orders', async () => {
    expect(read(await write('cancel'))).toContain(SAYS.noOpen);
    const { card, reference } = await sendPrompt(rig);
    expect(read(await write('cancel'))).toContain(reference);
    const question = await write(`cancel ${reference}`);
    expect(read(question)).toContain(SAYS.cancelOrderOf('KES 1,500.00'));
    await rig.agent.click(question, 'cancel_order', { confirm: 'no' });
    await rig.idle();
    expect(rig.readCard(card)).toContain(SAYS.waiting);
    await rig.agent.click(question, 'cancel_order');
    await repliesOf(rig, card, 1, SAYS.cancelledAmount('00'));
    expect(read(await write(`cancel ${reference}`))).toContain(SAYS.alreadyCancelled);
    expect(read(await write('cancel NOWHERE-1'))).toContain(SAYS.noOrderWithReference);
  });

  it('a message in a thread is answered there, and in an order’s own thread no reference is needed', async () => {
    const dm = direct();
    await openForm(rig, 'prompt 0712345678 1500 Flour', dm);
    await rig.agent.submit();
    const { card } = await theCard(rig, SAYS.waitingForPin, dm);
    for (const text of ['status', 'find', 'has she paid?', '?']) {
      const answer = await write(text, { thread_ts: card.ts });
      expect(answer.thread_ts).toBe(card.ts);
      expect(read(answer)).toBe(SAYS.waitingForPinChecked);
    }
    expect(read(await write('help', { thread_ts: card.ts }))).toContain(SAYS.help);
    expect(read(await write('cancel', { thread_ts: card.ts }))).toContain('[cancel_order]');
    expect(read(await write('status'))).toContain(SAYS.whichPayment);
  });

  it('a direct message that Slack delivers four times is answered once', async () => {
    await write('hello', { copies: 4 });
    await rig.idle();
    expect(fromTeller()).toHaveLength(1);
  });

  it('edits, deletions and Teller’s own messages are left alone', async () => {
    const answer = await write('hello');
    const question = rig.slack.history(direct()).find(({ user }) => user === rig.agent.id);
    if (!question) throw new Error('no question');
    rig.agent.edit(question, 'help');
    await rig.idle();
    rig.slack.deleteMessage(direct(), question.ts);
    rig.slack.deleteMessage(direct(), answer.ts);
    await rig.idle();
    expect(fromTeller()).toEqual([]);
    const heard = rig.slack.deliveries.map(({ envelope }) => Object(envelope.payload['event']).subtype);
    expect(heard).toEqual(expect.arrayContaining(['message_changed', 'message_deleted']));
  });

  it('what another app posts in a person’s name is left alone', async () => {
    rig.agent.say(direct(), 'hello', { bot_id: 'B0OTHERAPP' });
    await until(() => rig.slack.deliveries.some(({ ack }) => ack?.status === 200));
    await rig.idle();
    expect(fromTeller()).toEqual([]);
  });
});
