// Where phone numbers stand among words, and how far each reaches.
import { describe, expect, test } from 'vitest';
import {
  areInDoubt,
  findBrokenPhones,
  findMisspeltPhones,
  findNineDigits,
  findPhones,
} from '#slack/words/phone-words.ts';
import { wordsOutside } from '#slack/words/typed-words.ts';

/** What was found, cut out of the text by its place. */
const cut = (text: string, found: readonly { start: number; end: number }[]) =>
  found.map(({ start, end }) => text.slice(start, end));

describe('a number in any spelling', () => {
  test.each([
    ['0712345678', ['0712345678']],
    ['No.0712345678', ['0712345678']],
    ['0712 345 678 1500', ['0712 345 678']],
    ['254712345678', ['254712345678']],
    ['254 - 712345678', ['254 - 712345678']],
    ['254 712345678', ['254 712345678']],
    ['254712 345 678', ['254712 345 678']],
    ['254712345 678', []],
    ['254 712 345678', ['254 712 345678']],
    ['254 712 345 678', ['254 712 345 678']],
    ['254-712-345-678', ['254-712-345-678']],
    ['+2547 12 34 56 78', ['+2547 12 34 56 78']],
    ['+254 (0) 7 12 34 56 78', ['+254 (0) 7 12 34 56 78']],
    ['00254712345678 1500', ['00254712345678']],
    ['00255 754 123 456', ['00255 754 123 456']],
    ['0712345678(0722345678)', ['0712345678', '(0722345678)']],
    ['0712345678, 0722345678', ['0712345678', '0722345678']],
  ])('in "%s" the numbers are %j', (text, numbers) => {
    expect(cut(text, findPhones(text))).toEqual(numbers);
  });

  test.each([
    ['1500.0712345678'],
    ['0712....345678'],
    ['0712 x 345678'],
    ['0712 345 6789'],
    ['071234567'],
    ['25471234 5678'],
    ['254 7123456789'],
    ['2 000 112 722'],
    ['1 004 741 234 567'],
    ['1712345678'],
    ['5254712345678'],
    ['+254 (0) 7 1 2 3 4 5 6 7 8'],
  ])('in "%s" there is no number', (text) => {
    expect(findPhones(text)).toEqual([]);
  });

  test('a bracket around a number goes with it, and one that opens nowhere does not', () => {
    const found = (text: string) => cut(text, findPhones(text));
    expect(found('call (0712345678) now')).toEqual(['(0712345678)']);
    expect(found('call (0712345678 now')).toEqual(['(0712345678']);
    expect(found('call 0712345678) now')).toEqual(['0712345678']);
    expect(found('call (0712) 345 678) now')).toEqual(['(0712) 345 678']);
    expect(found('call +(254) 712 345 678) now')).toEqual(['+(254) 712 345 678']);
  });

  test('a number that a form could not read as it was typed is handed on with its digits alone', () => {
    expect(findPhones('++254 712 345 678')).toEqual([{ start: 0, end: 17, text: '+254712345678' }]);
    expect(findPhones('+(254) 712 345 678')).toEqual([{ start: 0, end: 18, text: '+(254) 712 345 678' }]);
  });

  test('of digits that two numbers could share only the first number is found', () => {
    expect(cut('0712 071 234 5678', findPhones('0712 071 234 5678'))).toEqual(['0712 071 234']);
  });

  test('the digits of an amount that stand before a number do not belong to it', () => {
    const found = (text: string) => cut(text, findPhones(text));
    expect(found('7 073 943 0712 345 678')).toEqual(['0712 345 678']);
    expect(found('6 254 758 254 101 928 867')).toEqual(['254 101 928 867']);
    expect(found('500 071 234 5678')).toEqual(['071 234 5678']);
    expect(found('5 254 712 345 678')).toEqual(['254 712 345 678']);
  });
});

describe('an amount that reads like the beginning of a number', () => {
  test.each(['254700 254 722 838 940', '254 700 254 722 838 940', 'KES 256712 254 722 838 940 flour'])(
    'in "%s" the amount may stand before the number or behind it: both numbers are found, and are in doubt',
    (text) => {
      const found = findPhones(text);
      expect(found).toHaveLength(2);
      expect(found[1]?.text).toBe('254 722 838 940');
      expect(areInDoubt(text, found, [])).toBe(true);
    },
  );

  test.each([
    '254722838940 254 712 345 678',
    '254 101 268 072 1179632',
    '254 712 475 014 4986409',
    '254700 0722 838 940',
  ])('in "%s" nothing is in doubt', (text) => {
    expect(areInDoubt(text, findPhones(text), [])).toBe(false);
  });
});

describe('a country code that may be the end of an amount', () => {
  const doubts = (text: string) => findPhones(text).map((phone) => areInDoubt(text, [phone], []));

  test.each(['1 254 712 345 678', '12,254 712 345 678', '900-256 772 123 456', 'KES 5 254 712 345 678'])(
    'in "%s" it may be',
    (text) => expect(doubts(text)).toEqual([true]),
  );

  test.each([
    '254 712 345 678',
    'Flour 254 712 345 678',
    '1 254712345678',
    '1500 254 712 345 678',
    '5 bags 254 712 345 678',
    '1 0712 345 678',
    '1 +254 712 345 678',
  ])('in "%s" it cannot be', (text) => expect(doubts(text)).toEqual([false]));
});

describe('nine digits without the 0 in front', () => {
  test.each([
    ['712345678', ['712345678']],
    ['712 345 678', ['712 345 678']],
    ['712-345-678', ['712-345-678']],
    ['712345678. Flour', ['712345678']],
    ['712-345 678', []],
    ['+712345678', []],
    ['.712345678', []],
    ['1712345678', []],
    ['7123456780', []],
    ['712345678a', []],
    ['712345678.50', []],
    ['200123456', []],
  ])('in "%s" they are %j', (text, numbers) => {
    expect(cut(text, findNineDigits(text, []))).toEqual(numbers);
  });

  test('what is a number already is none a second time, and what only touches it is one', () => {
    expect(findNineDigits('712345678', [{ start: 8, end: 20 }])).toEqual([]);
    expect(findNineDigits('x712345678', [{ start: 0, end: 2 }])).toEqual([]);
    expect(findNineDigits('x712345678y', [{ start: 0, end: 1 }])).toEqual([]);
    const touching = [
      { start: 0, end: 1 },
      { start: 10, end: 12 },
    ];
    expect(findNineDigits('(712345678)', touching)).toEqual([
      { start: 1, end: 10, text: '712345678', isClear: true },
    ]);
  });

  test('they are clear unless the groups could also belong together in another way', () => {
    const clear = (text: string) => findNineDigits(text, []).map(({ isClear }) => isClear);
    expect(clear('712 345 678')).toEqual([true]);
    expect(clear('711 712 345 678')).toEqual([false, false]);
    expect(clear('712 071 234 5678')).toEqual([false]);
    expect(clear('0722345678 712 345 678')).toEqual([true]);
    expect(clear('712 345 678 0722345678')).toEqual([true]);
    expect(clear('712 345 678 for 722 345 678')).toEqual([true, true]);
  });
});

describe('letters in the place of digits', () => {
  const found = (text: string, taken: readonly { start: number; end: number }[] = []) =>
    findMisspeltPhones(text, taken).map((phone) => phone.text);

  test('the number is handed on as it was typed', () => {
    expect(found('call O7I2345678 now')).toEqual(['O7I2345678']);
    expect(found('07I2345678, 0722345678')).toEqual(['07I2345678']);
    expect(found('7I2 345 678')).toEqual(['7I2 345 678']);
  });

  test.each([
    'x07I2345678',
    '07I2345678x',
    'oil loll ill',
    'ooo oil oil',
    '0712345678',
    '5l O2',
    'OIL 100 200 300',
  ])('in "%s" there is none', (text) => expect(found(text)).toEqual([]));

  test('what was found otherwise is not found again', () => {
    expect(found('07I2345678', [{ start: 9, end: 11 }])).toEqual([]);
    expect(found('(07I2345678)', [{ start: 12, end: 15 }])).toEqual(['(07I2345678)']);
  });
});

describe('the beginning of a number that is none', () => {
  const broken = (text: string, anyLength = true) =>
    findBrokenPhones(wordsOutside(text, []), text, anyLength).map((one) => [
      text.slice(one.start, one.end),
      one.text,
      one.behind,
    ]);

  test.each([
    ['071', [['071', '071', '']]],
    ['+254', [['+254', '+254', '']]],
    ['(071) flour', [['(071)', '(071)', '']]],
    ['071: flour', [['071:', '071:', '']]],
    ['071234567 15', [['071234567 15', '071234567', '15']]],
    ['071234567 1500', [['071234567', '071234567', '']]],
    [
      '+254 71 23 flour 071',
      [
        ['+254 71 23', '+254', '71 23'],
        ['071', '071', ''],
      ],
    ],
    ['254712345', [['254712345', '254712345', '']]],
    ['256772123 (45) 6,7. x', [['256772123 (45) 6,7.', '256772123', '(45) 6,7.']]],
    ['071 2x', [['071', '071', '']]],
    ['071 x2', [['071', '071', '']]],
    ['071 , 2', [['071', '071', '']].map(([all, text]) => [`${all} , 2`, text, '2'])],
  ])('in "%s" it is %j', (text, found) => {
    expect(broken(text)).toEqual(found);
  });

  test.each([
    '71',
    '07',
    '00',
    '25471',
    '255712345',
    'x071',
    '071x',
    '071:x',
    '1500',
    '12345678',
    '254abcdef',
  ])('"%s" begins no number', (text) => expect(broken(text)).toEqual([]));

  test('where an amount could stand, only what is long enough counts: seven digits, or nine with those behind', () => {
    expect(broken('071234', false)).toEqual([]);
    expect(broken('0712345', false)).toHaveLength(1);
    expect(broken('071 23 456', false)).toEqual([]);
    expect(broken('071 23 4567', false)).toEqual([['071 23 4567', '071', '23 4567']]);
  });

  test('digits behind a cut are not those of the number before it', () => {
    const text = '071 KES 500';
    const words = wordsOutside(text, [{ start: 4, end: 7 }]);
    expect(findBrokenPhones(words, text, true)).toEqual([{ start: 0, end: 3, text: '071', behind: '' }]);
  });
});
