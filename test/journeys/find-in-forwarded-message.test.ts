// Somebody forwards what a customer wrote to a colleague or to another channel: the shortcut reads the forwarded message too.
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

async function answerTo(words: string, forwarded: string): Promise<string> {
  const { sales, finance } = rig.slack.channels;
  const forwards = await rig.agent.say(finance, forwarded);
  const message = await rig.agent.say(sales, words, { forwards });
  await rig.agent.messageShortcut('look_up_message', message);
  await until(() => rig.replies(message).length > 0 || rig.readModal() !== '');
  return rig.replies(message).join('\n');
}

it('an SMS in a forwarded message is read by its code', async () => {
  const [, code] = /`(\w+)`/.exec(rig.readCard(sent.card)) ?? [];
  const sms = `${code} Confirmed. Ksh1,500.00 paid to DUKA LA AMINA.`;
  expect(await answerTo('', sms)).toContain(sent.reference);
  expect(await answerTo('Has she paid?', sms)).toContain(sent.reference);
});

it('a reference in a forwarded message is found', async () => {
  expect(await answerTo('', `please see ${sent.reference}`)).toContain(sent.reference);
});
