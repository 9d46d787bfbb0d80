// Whatever list is pasted behind the command, the form can be opened: Slack refuses one with too many blocks.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkForm, promptForm } from '#slack/order/form-fields.ts';
import { readLinkWords, readPromptWords } from './kenyan-words.ts';

const OPENING = {
  memory: { formId: '0123456789abcdef0123456789abcdef' },
  channel: 'C1',
  warnings: [],
  defaultCurrency: 'KES',
};
/** Slack, Block Kit: of a form. */
const MAX_BLOCKS = 100;
const prompt = (words: string) => promptForm({ ...OPENING, prefill: readPromptWords(words) });
const link = (words: string) => linkForm({ ...OPENING, prefill: readLinkWords(words) });

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `07123456${10 + index}`);

/** What is noted above a field, in every kind of note. */
// biome-ignore format: one list
const PIECES = [
  ...numbers(40), '0731000000', '071', '07123456', 'O712345678', '712 345 678', '254700 254 722 838 940', '1500', '1.500', '$20',
  'KES 5', 'USD 7', '150000000', '2 500 ml', 'jane@duka.test', 'flour',
];

test('a form has at most the blocks that Slack takes, each with an id of its own', () => {
  const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 120 });
  fc.assert(
    fc.property(pieces, (words) => {
      for (const { blocks } of [prompt(words.join(' ')), link(words.join(' '))]) {
        expect(blocks.length).toBeLessThanOrEqual(MAX_BLOCKS);
        const ids = blocks.map((block) => block.block_id).filter((id) => id !== undefined);
        expect(new Set(ids).size).toBe(ids.length);
      }
    }),
    { numRuns: 40, examples: [[numbers(90)]] },
  );
});

test('of many notes at a field the first five are said, and how many more there are', () => {
  const notesIn = ({ blocks }: ReturnType<typeof link>) =>
    blocks.filter(({ block_id: id }) => id?.startsWith('note-')).map((block) => JSON.stringify(block));
  expect(notesIn(link(numbers(6).join(' ')))).toHaveLength(5);
  for (const form of [prompt, link]) {
    const notes = notesIn(form(numbers(90).join(' ')));
    expect(notes).toHaveLength(6);
    expect(notes.at(-1)).toContain('And 84 more. Check the field below.');
  }
});
