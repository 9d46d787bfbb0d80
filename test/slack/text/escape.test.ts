// Foreign text stays plain text: whatever it contains, it mentions nobody, links nowhere and formats nothing.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeMrkdwn, escapeSentence, plain, shorten } from '#slack/text/escape.ts';
import { renderMrkdwn } from '#test/sandbox/slack/render/render-text.ts';

const JOINER = '\u2060';
const DIRECTIONS = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';

/** What Teller itself puts around names that are written from right to left. */
const ISOLATED = /\u2068[^\u2066-\u2069]+\u2069/g;

/** Mostly characters that format in Slack, among any others, with halves of emoji too. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'<>&*_~`:@#|!\n\r\t ',
        ...DIRECTIONS,
        '&lt;',
        '<!channel>',
        '<@U1>',
        ':tada:',
        '\u2028',
      ),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\ud83d', '\ude00'),
    ),
  )
  .map((parts) => parts.join(''));

describe('foreign text in mrkdwn', () => {
  test('foreign text in mrkdwn has no angle bracket, no bare ampersand and no mark that could format', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const safe = escapeMrkdwn(text);
        expect(safe).not.toMatch(/[<>]/);
        expect(safe).not.toMatch(/&(?!(amp|lt|gt);)/);
        expect(safe).not.toMatch(new RegExp(`(?<!${JOINER})[*_~\`:]|[*_~\`:](?!${JOINER})`));
        expect(safe).not.toMatch(/^&gt;/);
      }),
    );
  });

  test('foreign text in mrkdwn still reads as it was, on one line', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const read = renderMrkdwn(escapeMrkdwn(text)).replaceAll(JOINER, '');
        expect(read).toBe(plain(text).replaceAll(JOINER, ''));
      }),
    );
  });

  test('foreign text in mrkdwn that is harmless is left as it is', () => {
    for (const text of ['Two bags of maize', 'O’Neill, Söhne', 'KES 1,500.00', 'ñandú 🌽'])
      expect(escapeMrkdwn(text)).toBe(text);
  });
});

describe('foreign text in the text of a message, in which Slack also makes links of bare addresses', () => {
  test.each([
    ['pay at example.com now', `pay at example${JOINER}.com now`],
    ['a.b.ke', `a${JOINER}.b${JOINER}.ke`],
    ['KES 1.50', 'KES 1.50'],
    ['Flour. Milk.', 'Flour. Milk.'],
    ['.com', '.com'],
    [' .com', '.com'],
    ['<x.ke>', `&lt;x${JOINER}.ke&gt;`],
  ])('%j becomes %j', (text, safe) => {
    expect(escapeSentence(text)).toBe(safe);
  });

  test('it still reads as it was, whatever it is', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const read = renderMrkdwn(escapeSentence(text)).replaceAll(JOINER, '');
        expect(read).toBe(plain(text).replaceAll(JOINER, ''));
      }),
    );
  });
});

describe('plain text', () => {
  test('plain text is one line of whole characters without direction marks', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const line = plain(text);
        expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]|^\s|\s$|\s\s/u);
        expect(line.replace(ISOLATED, '')).not.toMatch(new RegExp(`[${DIRECTIONS}]`));
        expect(line.isWellFormed()).toBe(true);
        expect(plain(line)).toBe(line);
      }),
    );
  });

  test('plain text cannot show a number backwards', () => {
    expect(plain('pay \u202e0051\u202c now')).toBe('pay 0051 now');
  });
});

describe('a name that is written from right to left', () => {
  test.each([
    ['יעל כהן', '\u2068יעל כהן\u2069'],
    ['محمد علي', '\u2068محمد علي\u2069'],
    ['Yael כהן', 'Yael \u2068כהן\u2069'],
    ['שתי שקיות, 5 קמח', '\u2068שתי שקיות, 5 קמח\u2069'],
    ['\u202eיעל\u202c', '\u2068יעל\u2069'],
  ])('the name %j is isolated, so that it does not turn round the number beside it', (name, shown) => {
    expect(plain(name)).toBe(shown);
    expect(escapeMrkdwn(name)).toBe(shown);
    expect(plain(`${name} · +254 7•• ••• 678`)).toBe(`${shown} · +254 7•• ••• 678`);
    expect(plain(`${plain(name)} · +254 7•• ••• 678 · ${plain(name)}`)).toBe(
      `${shown} · +254 7•• ••• 678 · ${shown}`,
    );
  });

  test('a name from right to left that is cut is still isolated, and within the limit', () => {
    const name = plain('יעל כהן לוי');
    for (let limit = 4; limit < name.length; limit += 1) {
      const short = shorten(name, limit);
      expect(short.length).toBeLessThanOrEqual(limit);
      expect(short).toMatch(/^\u2068[^\u2068\u2069]+\u2069…$/);
    }
    expect(shorten(`Amina · ${name}`, 8)).toBe('Amina …');
  });
});

describe('a shortened text', () => {
  const anyText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
  const most = fc.integer({ min: 1, max: 20 });

  test('a shortened text keeps the limit, and a text that fits is unchanged', () => {
    fc.assert(
      fc.property(anyText, most, (text, limit) => {
        const short = shorten(text, limit);
        expect(short.length).toBeLessThanOrEqual(limit);
        if (text.length <= limit) expect(short).toBe(text);
        else expect(short.endsWith('…')).toBe(true);
      }),
    );
  });

  test('a shortened text never splits what is seen as one character', () => {
    fc.assert(
      fc.property(anyText, most, (text, limit) => {
        if (text.length <= limit) return;
        const starts = [...new Intl.Segmenter().segment(text)].map(({ index }) => index);
        expect(starts).toContain(shorten(text, limit).length - 1);
      }),
    );
  });

  test.each(['👨‍👩‍👧', '🇰🇪', '👍🏽', 'e\u0301'])('a shortened text has %s whole or not at all', (seen) => {
    for (let limit = 2; limit < seen.length + 2; limit += 1) expect(shorten(`a${seen}bc`, limit)).toBe('a…');
  });
});
