// Answers to words: good messages for Slack whatever was typed, and nothing of it in a button.
import { describe, expect, it } from 'vitest';
import { SUBCOMMANDS } from '#slack/features.ts';
import { nothingFound } from '#slack/find/search.ts';
import { describeUnknown, unknownWordsMessage } from '#slack/listen/commands.ts';
import { helpMessage, moreHelp } from '#slack/listen/help.ts';
import { offerOrderForm } from '#slack/order/order.ts';
import { HOSTILE } from '#test/slack/every-order.ts';
import { expectGoodMessage } from '#test/slack/harmless.ts';

const KEY = 'f'.repeat(32);

describe('an answer to words', () => {
  it('help has at most 110 words, four buttons with what to type, and More for every subcommand', () => {
    const { blocks } = helpMessage('/pay');
    const words = JSON.stringify(blocks.map((block) => [Object(block).text, Object(block).accessory?.text]));
    expect(words.match(/[\w/]+/g)?.length).toBeLessThan(110);
    const buttons = blocks.flatMap((block) => Object(block).accessory ?? []);
    expect(buttons.map(({ action_id: id }) => id)).toEqual([
      'send_prompt',
      'create_link',
      'look_up',
      'subcommand',
    ]);
    for (const word of ['prompt', 'link', 'find', 'open']) expect(words).toContain(`/pay ${word}`);
    expect(blocks.at(-1)).toMatchObject({ elements: [{ action_id: 'more' }] });
    for (const word of SUBCOMMANDS.keys())
      expect(JSON.stringify(moreHelp('/pay').blocks)).toContain(`/pay ${word}`);
  });

  it.each(['flour', HOSTILE, '你好', '', 'Jane 0712345678'])(
    'whatever was typed is shown without formatting, and no number of it: %j',
    (word) => {
      const nothing = nothingFound({ said: [word], agents: ['U1'], channels: ['C1'] });
      for (const why of [describeUnknown(word), nothing])
        for (const nearest of [undefined, 'find', 'prompt', 'report'] as const) {
          const message = unknownWordsMessage({ why, typed: word, nearest, nearestKey: 'a', searchKey: KEY });
          expectGoodMessage(message);
          const row = Object(message.blocks.at(-1)).elements;
          expect(row).toHaveLength(2);
          expect(row[1]).toMatchObject({ action_id: 'look_up', value: KEY });
          expect(row[0].action_id).not.toBe('look_up');
          expect(JSON.stringify(row)).not.toContain('0712345678');
        }
    },
  );

  it.each(['prompt', 'link'] as const)(
    'the offer of a form has one button, with a key or nothing: %s',
    (kind) => {
      for (const key of [KEY, undefined]) {
        const message = offerOrderForm(kind, key);
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
    expectGoodMessage(moreHelp(command));
  });
});
