// Answers to words: good messages for Slack whatever was typed, and nothing of it in a button.
import { describe, expect, it } from 'vitest';
import { helpMessage } from '#slack/tasks/help.ts';
import { formOffer, unknownWordsMessage } from '#slack/tasks/word-answers.ts';
import { FIND_TEXT } from '#slack/text/find.ts';
import { WORDS_TEXT } from '#slack/text/tasks.ts';
import { HOSTILE } from '#test/slack/every-order.ts';
import { expectGoodMessage } from '#test/slack/harmless.ts';

const KEY = 'f'.repeat(32);

describe('an answer to words', () => {
  it.each(['flour', HOSTILE, '你好', ''])('whatever was typed is shown without formatting: %j', (word) => {
    for (const why of [WORDS_TEXT.unknown(word), FIND_TEXT.none(word)])
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
