// How much an agent reads on the way from the command to "paid": the form, the card, and the reply in the channel.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderMessage, renderView } from '#test/sandbox/slack/render/render.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { openForm, repliesOf, theCard } from './agent.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

/** What is there to read at once: not what Slack itself adds, nor the closed menu. Slack calls the day of today "today". */
const visible = (text: string) =>
  text
    .replace(/\[… .*\]|\(edited\)|\(also sent to the channel\)/g, '')
    .replace(/\w{3} \d{1,2}, \d{4} /g, 'today ');

/** Words, amounts, names, numbers and codes, labels of buttons and fields included. */
const wordsIn = (text: string) =>
  visible(text)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !/^:\w+:$/.test(word));

it('Prompt: the form, its card and the reply to “paid” have at most 110 words', async () => {
  await openForm(rig, 'prompt 0712345678 1500 Two bags of flour');
  const view = rig.slack.modal(rig.agent.id);
  const form = view ? renderView(view) : '';
  await rig.agent.submit();
  const { card, reference } = await theCard(rig, SAYS.waitingForPin);
  const shown = () => {
    const [newest] = rig.slack.thread(card.channel, card.ts);
    return newest ? renderMessage(newest) : '';
  };
  const pending = shown();
  await rig.provider.customer.pay(reference);
  const [reply = ''] = await repliesOf(rig, card, 1, SAYS.paid);
  await rig.idle();
  const words = [form, pending, shown(), reply].flatMap(wordsIn);
  expect(words.length, words.join(' ')).toBeLessThanOrEqual(110);
});
