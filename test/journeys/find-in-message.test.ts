// What a customer has sent stands at the end of a long message, or in one that is forwarded: the shortcut on a message reads all.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Message } from '#sandbox/slack/state/model.ts';
import { payFor, type Sent, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
let sent: Sent;
beforeEach(async () => {
  rig = await startRig();
  sent = await payFor(rig, await sendPrompt(rig));
});
afterEach(() => rig.stop());

/** 2,100 characters, and more different words than are looked up. */
const TALK = Array.from(
  { length: 300 },
  (_, at) => `talk${'abcdefghij'[at % 10]}${'klmnopqrst'[at % 7]}`,
).join(' ');

async function answerTo(words: string): Promise<string> {
  return answerOn(await rig.agent.say(rig.slack.channels.sales, `${TALK}\n${words}`));
}

async function answerToForwarded(words: string, forwarded: string): Promise<string> {
  const { sales, finance } = rig.slack.channels;
  const forwards = await rig.agent.say(finance, forwarded);
  return answerOn(await rig.agent.say(sales, words, { forwards }));
}

async function answerOn(message: Message): Promise<string> {
  await rig.agent.messageShortcut('look_up_message', message);
  await until(() => rig.replies(message).length > 0 || rig.readModal() !== '');
  return rig.replies(message).join('\n');
}

it('an SMS behind two thousand characters of a message is read by its code', async () => {
  const [, code] = /`(\w+)`/.exec(rig.readCard(sent.card)) ?? [];
  expect(await answerTo(`${code} Confirmed. Ksh1,500.00 paid to DUKA LA AMINA.`)).toContain(sent.reference);
});

it('an amount and a number behind two thousand characters are read', async () => {
  expect(await answerTo('0712 345 678 says she sent Ksh 1,500')).toContain(sent.reference);
});

it('a reference behind more words than are looked up is found', async () => {
  expect(await answerTo(`please see ${sent.reference}`)).toContain(sent.reference);
});

it('an SMS in a forwarded message is read by its code', async () => {
  const [, code] = /`(\w+)`/.exec(rig.readCard(sent.card)) ?? [];
  const sms = `${code} Confirmed. Ksh1,500.00 paid to DUKA LA AMINA.`;
  expect(await answerToForwarded('', sms)).toContain(sent.reference);
  expect(await answerToForwarded('Has she paid?', sms)).toContain(sent.reference);
});

it('a reference in a forwarded message is found', async () => {
  expect(await answerToForwarded('', `please see ${sent.reference}`)).toContain(sent.reference);
});
