// What a customer has sent stands at the end of a long message: the shortcut on a message reads all of it.
import { afterEach, beforeEach, expect, it } from 'vitest';
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
  const message = await rig.agent.say(rig.slack.channels.sales, `${TALK}\n${words}`);
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
