// A text as words that know their place, and what is left of it when something is cut out.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coreOf, readablePart, textOutside, wordsOutside } from '#slack/words/typed-words.ts';

/** Each `[…]` of the text is a cut. */
function withCuts(marked: string) {
  const cuts: { start: number; end: number }[] = [];
  let text = '';
  for (const part of marked.split(/(\[[^\]]*\])/)) {
    const inside = part.replace(/^\[|\]$/g, '');
    if (inside !== part) cuts.push({ start: text.length, end: text.length + inside.length });
    text += inside;
  }
  return { text, cuts };
}

describe('what is left of a text', () => {
  test.each([
    ['Flour', 'Flour'],
    [' Flour [1500] ', 'Flour'],
    ['[1500], Flour', 'Flour'],
    ['[1500] - Flour', 'Flour'],
    ['[1500] -Flour', '-Flour'],
    ['[1500]; . Flour, sugar', 'Flour, sugar'],
    ['[1500] Flour - sugar', 'Flour - sugar'],
    [', Flour [1500]', ', Flour'],
    ['Flour, ([1500]) for Jane', 'Flour for Jane'],
    ['Flour = [1500]', 'Flour'],
    ['Flour= [1500]', 'Flour='],
    ['Jane [0712345678] [1500] Flour (', 'Jane Flour ('],
    ['[1500] Flour,', 'Flour,'],
    ['[1500]', ''],
    ['Flour [1500],', 'Flour'],
  ])('of %j it is %j', (marked, left) => {
    const { text, cuts } = withCuts(marked);
    expect(textOutside(text, cuts)).toBe(left);
    expect(textOutside(text, cuts.toReversed())).toBe(left);
  });
});

describe('words', () => {
  test('words know where they stand, and which of them stands behind a cut', () => {
    const { text, cuts } = withCuts('10,000, Flour [0712345678] for Jane[ 5 ]now');
    const words = wordsOutside(text, cuts);
    expect(words.map(({ text: word, afterCut }) => [word, afterCut])).toEqual([
      ['10,000', false],
      ['Flour', false],
      ['for', true],
      ['Jane', false],
      ['now', true],
    ]);
    for (const { text: word, start, end } of words) expect(text.slice(start, end)).toBe(word);
  });

  test.each([
    ['Flour.', 'Flour'],
    ['((mpesa))!?', 'mpesa'],
    ['f(x)y', 'f(x)y'],
    ['1.500', '1.500'],
    [undefined, ''],
  ])('the core of %j is %j', (word, core) => {
    expect(coreOf(word)).toBe(core);
  });
});

describe('what is read of a long text', () => {
  test('a text of a thousand characters is read whole, and of a longer one the whole words within them', () => {
    const thousand = `${'word '.repeat(199)}words`;
    expect(thousand).toHaveLength(1_000);
    expect(readablePart(` ${thousand} `)).toBe(thousand);
    expect(readablePart(`${thousand}s`)).toBe('word '.repeat(199).trim());
  });

  test('what is read of any text is short, begins the text, and ends with a whole word', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,300}$/), { maxLength: 30 }), (words) => {
        const text = words.join(' ');
        const read = readablePart(text);
        expect(read.length).toBeLessThanOrEqual(1_000);
        expect(words.slice(0, read === '' ? 0 : read.split(' ').length).join(' ')).toBe(read);
      }),
    );
  });
});
