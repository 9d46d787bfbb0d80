// The first word: which task it asks for, in every way in which people write it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeReference } from '#orders/reference.ts';
import { SUBCOMMANDS } from '#slack/features.ts';
import { OTHER_WORDS, readFirstWord } from '#slack/listen/subcommand.ts';

const FLOUR = '0712345678 1500 Flour';

describe('the first word', () => {
  it.each<[typed: string, task: string, words: string]>([
    [`prompt ${FLOUR}`, 'prompt', FLOUR],
    [`send ${FLOUR}`, 'prompt', FLOUR],
    [`stk ${FLOUR}`, 'prompt', FLOUR],
    [`ask ${FLOUR}`, 'prompt', FLOUR],
    [`lipa ${FLOUR}`, 'prompt', FLOUR],
    [`Request ${FLOUR}`, 'prompt', FLOUR],
    [`M-PESA ${FLOUR}`, 'prompt', FLOUR],
    [`mpesa ${FLOUR}`, 'prompt', FLOUR],
    [`STK push ${FLOUR}`, 'prompt', FLOUR],
    [`stk-push ${FLOUR}`, 'prompt', FLOUR],
    ['Look up INV-7', 'find', 'INV-7'],
    ['look-up INV-7', 'find', 'INV-7'],
    ['link 2500 KES School fees', 'link', '2500 KES School fees'],
    ['find INV-7', 'find', 'INV-7'],
    ['status INV-7', 'find', 'INV-7'],
    ['check INV-7', 'find', 'INV-7'],
    ['search INV-7', 'find', 'INV-7'],
    ['lookup INV-7', 'find', 'INV-7'],
    ['find', 'find', ''],
    ['today', 'report', 'today'],
    ['report last week', 'report', 'last week'],
    ['alerts on', 'alerts', 'on'],
    ['open', 'open', ''],
  ])('%j asks for %s', (typed, task, words) => {
    expect(readFirstWord(typed)).toEqual({ task, words });
  });

  it.each([
    FLOUR,
    '0712345678',
    '0712 345 678 1500 Flour',
    '0712-345-678 1500 Flour',
    '(0712) 345-678 1500 Flour',
    '+254712345678 1500 Flour',
    '+254 712 345 678 1500 Flour',
    '+254-712-345-678 1500 Flour',
    '254712345678 1500 Flour',
    '254 712 345 678 1500 Flour',
    '256772345678 5000 Flour',
    '0712345678,1500,Flour',
    '0712345678, 1500, Flour',
    '071234567 1500 a digit is missing',
    '+44 7911 123456 20 from abroad',
  ])('a phone number asks for a prompt, with all words: %j', (typed) => {
    expect(readFirstWord(typed)).toEqual({ task: 'prompt', words: typed });
  });

  it.each([
    '1500',
    '1500 Flour',
    '0.50',
    '07',
    '254',
    '2541',
    '2026-11-21',
    '01.11.2026',
    '7K3M9-QX2ZD',
    '07ABC-12345',
  ])('what only begins with the digits of a phone number is none: %j', (typed) => {
    expect(readFirstWord(typed)).toMatchObject({ task: 'unknown', mayBeQuoted: true });
  });

  it.each(['0693158974106893184506', '2547123456784106893184', '2567721234564106893184'])(
    'a card payment’s confirmation code of 22 digits is no phone number, whatever it begins with: %j',
    (code) => {
      const unknown = { task: 'unknown', word: code, mayBeQuoted: true };
      expect(readFirstWord(code)).toMatchObject(unknown);
      expect(readFirstWord(`${code} is it paid?`)).toMatchObject(unknown);
    },
  );

  it.each([
    'FIND INV-7',
    'Find: INV-7',
    '“find” INV-7',
    '"find INV-7"',
    '`find INV-7`',
    '*find* INV-7',
    '*_find INV-7_*',
    '«find INV-7»',
    '"find INV-7',
    '  find\n INV-7 ',
    'find\u00a0INV-7',
    '/pay find INV-7',
    '/lipa find INV-7',
    'pay find INV-7',
    'hello find INV-7',
    'Hello Teller, please find INV-7',
    '<@U0TELLER00> find INV-7',
    '<@U0TELLER00|teller>: find INV-7',
    ':wave: find INV-7',
    '👋 find INV-7',
    '- find INV-7',
    '> find INV-7',
    '&gt; find INV-7',
  ])('marks, greetings and the command before it are left out: %j', (typed) => {
    expect(readFirstWord(typed)).toEqual({ task: 'find', words: 'INV-7' });
  });

  it.each([
    '',
    '   ',
    '\n\t',
    '?',
    '...',
    '👍',
    '👍🏽 🎉',
    "'",
    "'''",
    '“”',
    ':tada:',
    ':+1: :tada:',
    '<@U0TELLER00>',
    'hello',
    'Hi!',
    'Hey Teller',
    'jambo',
  ])('nothing, marks, emoji or a greeting alone ask for nothing: %j', (typed) => {
    expect(readFirstWord(typed)).toEqual({ task: 'none' });
  });

  it.each(['help', 'HELP', 'help!', 'hello, help', '/pay help', 'help me please'])(
    '%j asks for help',
    (typed) => {
      expect(readFirstWord(typed)).toEqual({ task: 'help' });
    },
  );

  it.each<[typed: string, word: string, nearest: object | undefined, mayBeQuoted: boolean]>([
    ['promt 0712345678', 'promt', { task: 'prompt', words: '0712345678' }, false],
    ['repot last week', 'repot', { task: 'report', words: 'last week' }, false],
    ['chek INV-7', 'chek', { task: 'find', words: 'INV-7' }, false],
    ['toady', 'toady', { task: 'report', words: 'today' }, false],
    ['hlep me', 'hlep', { task: 'help' }, false],
    ['flour for Jane', 'flour', undefined, false],
    ['constructor', 'constructor', undefined, true],
    ['__proto__', 'proto', undefined, false],
    ['INV-7', 'INV-7', undefined, true],
    ['br6zcvvhhj', 'br6zcvvhhj', undefined, true],
    ['BRSZC-VVHHJ is it paid?', 'BRSZC-VVHHJ', undefined, true],
    ['SJK7QWERTY', 'SJK7QWERTY', undefined, true],
    ['jane@duka.co.ke', 'jane@duka.co.ke', undefined, true],
    ['<mailto:jane@duka.co.ke|jane@duka.co.ke>', 'jane@duka.co.ke', undefined, true],
    ['مرحبا', 'مرحبا', undefined, false],
    ['你好', '你好', undefined, false],
    ['Zoë', 'Zoë', undefined, false],
  ])(
    'a word that is not Teller’s is kept as typed, with what it may have meant: %j',
    (typed, word, nearest, mayBeQuoted) => {
      expect(readFirstWord(typed)).toMatchObject({ task: 'unknown', word, nearest, mayBeQuoted });
    },
  );

  it('Slack’s wrapping is taken off the words', () => {
    const words = 'link 2500 Flour &amp; sugar for <mailto:jane@duka.test|jane@duka.test>';
    expect(readFirstWord(words)).toEqual({ task: 'link', words: '2500 Flour & sugar for jane@duka.test' });
    expect(readFirstWord('<tel:0712345678|0712345678> 1500 Flour')).toEqual({ task: 'prompt', words: FLOUR });
  });

  it('every word of the help and every other one is understood in any case, and means the same with anything behind it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SUBCOMMANDS.keys(), 'help', ...OTHER_WORDS),
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        fc.string(),
        (word, upper, rest) => {
          const written = [...word]
            .map((letter, index) => (upper[index] ? letter.toUpperCase() : letter))
            .join('');
          const { task } = readFirstWord(`${written} ${rest}`);
          expect(task).toBe(readFirstWord(word).task);
        },
      ),
    );
  });

  it('a reference that Teller made is never taken for a phone number, an amount or a word', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (random) => {
        const reference = makeReference(random);
        for (const typed of [reference, reference.toLowerCase(), reference.replace('-', '')])
          expect(readFirstWord(typed)).toMatchObject({ task: 'unknown', word: typed, mayBeQuoted: true });
      }),
      { examples: [[new Uint8Array(10)], [Uint8Array.from([0, 7, 1, 2, 3, 4, 5, 6, 7, 8])]] },
    );
  });

  it('whatever is typed is read, at any length and in any script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (typed) => {
        expect(readFirstWord(typed).task).toMatch(/^[a-z]+$/);
      }),
    );
    for (const typed of [
      'x'.repeat(40_000),
      '0'.repeat(40_000),
      '😀'.repeat(20_000),
      '<'.repeat(40_000),
      '“'.repeat(40_000),
      `${"'".repeat(2_990)} x`,
    ])
      expect(readFirstWord(typed).task).toMatch(/^[a-z]+$/);
  });
});
