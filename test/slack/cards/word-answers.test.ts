// Answers to words: good messages for Slack whatever was typed, and nothing of it in a button.
import { describe, expect, it } from 'vitest';
import { COMMAND_WORDS, helpMessage } from '#slack/tasks/help.ts';
import { formOffer, unknownWordsMessage } from '#slack/tasks/word-answers.ts';
import { escapeMrkdwn } from '#slack/text/escape.ts';
import { nothingFound } from '#slack/text/find.ts';
import { WORDS_TEXT } from '#slack/text/tasks.ts';
import { HOSTILE } from '#test/slack/every-order.ts';
import { expectGoodMessage } from '#test/slack/harmless.ts';

const KEY = 'f'.repeat(32);

describe('an answer to words', () => {
  it('what a screen reader hears of help names all that can be typed and what can be pressed', () => {
    const { text } = helpMessage('/pay');
    for (const word of COMMAND_WORDS.filter((each) => each !== 'help')) expect(text).toContain(word);
    expect(text).toMatch(
      /^Teller knows \d+ words: prompt, link, .* and \w+\. Type one after \/pay, or press a button: /,
    );
    expect(text).toMatch(/Send a PIN prompt, Create a payment link or Look up a payment\.$/);
    expect(helpMessage('').text).toContain('Type one, or press a button');
  });

  it.each(['flour', HOSTILE, '你好', ''])('whatever was typed is shown without formatting: %j', (word) => {
    const nothing = nothingFound({ said: [word], agents: ['U1'], channels: ['C1'] });
    for (const why of [escapeMrkdwn(WORDS_TEXT.unknown(word)), nothing])
      for (const nearest of [undefined, 'find']) {
        const message = unknownWordsMessage({ why, nearest, key: KEY, command: '/pay' });
        expectGoodMessage(message);
        expect(message.text.includes('Did you mean')).toBe(nearest !== undefined);
        expect(message.blocks.at(-1)).toMatchObject({ elements: [{ action_id: 'look_up', value: KEY }] });
      }
  });

  it.each(['prompt', 'link'] as const)(
    'the offer of a form has one button, with a key or nothing: %s',
    (kind) => {
      for (const key of [KEY, undefined]) {
        const message = formOffer(kind, key);
        expectGoodMessage(message);
        const [button, ...others] = Object(message.blocks.at(-1)).elements;
        expect(others).toEqual([]);
        expect(button.value).toBe(key);
        expect(message.text.includes('15 minutes')).toBe(key !== undefined);
      }
    },
  );

  it.each(['/pay', '/lipa', ''])('help is a good message for the command %j', (command) => {
    expectGoodMessage(helpMessage(command));
  });
});
