// The numbers of a text, each with all that is known of it: how much it is, in which currency, and what it may be besides.
import { describe, expect, test } from 'vitest';
import { type AmountNumber, amountNumbersIn, withCurrency } from '#slack/words/amount-numbers.ts';
import { type Word, wordsOutside } from '#slack/words/typed-words.ts';

/** "1 500KES = 1500 KES money": as typed, its value, and what is known of it. */
function say({ text, value, currencies, isMoney, isBare, isForeign }: AmountNumber): string {
  const known = [isMoney && 'money', isBare && 'bare', isForeign && 'foreign'].filter(Boolean);
  return [text, '=', value ?? 'unclear', ...currencies, ...known].join(' ');
}

function numbersIn(text: string): { numbers: AmountNumber[]; words: Word[] } {
  const words = wordsOutside(text, []);
  return { numbers: amountNumbersIn(words, text), words };
}

describe('a number', () => {
  test.each([
    ['1500', '1500 = 1500 bare'],
    ['1,500', '1,500 = 1500'],
    ['1,500.50', '1,500.50 = 1500.50'],
    ['1500.5', '1500.5 = 1500.5'],
    ['0.50', '0.50 = 0.50'],
    ['KES1500', 'KES1500 = 1500 KES money'],
    ['KES.1500', 'KES.1500 = 1500 KES money'],
    ['Ksh:1,500', 'Ksh:1,500 = 1500 KES money'],
    ['1500UGX', '1500UGX = 1500 UGX money'],
    ['1500bob', '1500bob = 1500 money'],
    ['1500/=', '1500/= = 1500 money'],
    ['1500/-', '1500/- = 1500 money'],
    ['2k', '2k = 2000'],
    ['2.5K', '2.5K = 2500'],
    ['0.5k', '0.5k = 500'],
    ['1.5m', '1.5m = 1500000'],
    ['1.500k', '1.500k = 1500'],
    ['1234.500', '1234.500 = 1234.500'],
    ['12.3456', '12.3456 = 12.3456'],
    ['0.500', '0.500 = 0.500'],
  ])('%j is %s', (text, said) => {
    expect(numbersIn(text).numbers.map(say)).toEqual([said]);
  });

  test.each([
    ['1.500', '1.500 = unclear'],
    ['12.500', '12.500 = unclear'],
    ['1.500,50', '1.500,50 = unclear'],
    ['1,50', '1,50 = unclear'],
    ['1..5', '1..5 = unclear'],
    ['1.2.3', '1.2.3 = unclear'],
    ['$20', '$20 = unclear'],
    ['US$20', 'US$20 = unclear'],
    ['20€', '20€ = unclear'],
    ['121.11.2026', '121.11.2026 = unclear'],
    ['21.11.20261', '21.11.20261 = unclear'],
    ['2 thousand', '2 thousand = unclear'],
    ['2thousand', '2thousand = unclear'],
    ['thousand', 'thousand = unclear'],
    ['KES2 thousand', 'KES2 thousand = unclear KES money'],
    ['25 dollars', '25 dollars = unclear money foreign'],
    ['25dollars', '25dollars = unclear money foreign'],
    ['0/=', '0/= = unclear money'],
    ['015KES', '015KES = unclear KES money'],
  ])('%j could be several: %s', (text, said) => {
    expect(numbersIn(text).numbers.map(say)).toEqual([said]);
  });

  test.each(['1500abc', 'abc1500', 'bob1500', '0712', '0', '007k', '00.50', '21.11.2026'])(
    '%j is none',
    (text) => {
      expect(numbersIn(text).numbers).toEqual([]);
    },
  );

  test.each([
    ['1 500', ['1 500 = 1500']],
    ['12 500', ['12 500 = 12500']],
    ['1 500 000', ['1 500 000 = 1500000']],
    ['12 345 678.90/=', ['12 345 678.90/= = 12345678.90 money']],
    ['KES1 500', ['KES1 500 = 1500 KES money']],
    ['1 500UGX', ['1 500UGX = 1500 UGX money']],
    ['1 500bob', ['1 500bob = 1500 money']],
    ['(1 500)', ['1 500 = 1500']],
    ['1 500.', ['1 500 = 1500']],
    ['1 500.5 000', ['1 500.5 = 1500.5', '000 = unclear']],
    ['1 500/= 000', ['1 500/= = 1500 money', '000 = unclear']],
    ['1 500KES 000', ['1 500KES = 1500 KES money', '000 = unclear']],
    ['1 500. 000', ['1 500 = 1500', '000 = unclear']],
    ['1 500 50', ['1 500 = 1500', '50 = 50 bare']],
    ['1 500 5000', ['1 500 = 1500', '5000 = 5000 bare']],
    ['1 500abc', ['1 = 1 bare']],
    ['1) 500', ['1 = 1 bare', '500 = 500 bare']],
    ['2 (500)', ['2 = 2 bare', '500 = 500 bare']],
    ['1, 500', ['1 = 1 bare', '500 = 500 bare']],
    ['1  500', ['1 = 1 bare', '500 = 500 bare']],
    ['1 500  000', ['1 500 = 1500', '000 = unclear']],
    ['1000 500', ['1000 = 1000 bare', '500 = 500 bare']],
    ['1,500 000', ['1,500 = 1500', '000 = unclear']],
    ['1k 500', ['1k = 1000', '500 = 500 bare']],
    ['1/= 500', ['1/= = 1 money', '500 = 500 bare']],
    ['1.5 500', ['1.5 = 1.5', '500 = 500 bare']],
    ['1bob 500', ['1bob = 1 money', '500 = 500 bare']],
    ['1KES 500', ['1KES = 1 KES money', '500 = 500 bare']],
    ['15 00', ['15 = 15 bare', '00 = unclear']],
    ['15 x 00', ['15 = 15 bare']],
    ['2 thousand 00', ['2 thousand = unclear', '00 = unclear']],
    ['5 dollars 25 Fees', ['5 dollars = unclear money foreign', '25 = 25 bare']],
  ])('the groups of %j are %j', (text, said) => {
    expect(numbersIn(text).numbers.map(say)).toEqual(said);
  });
});

describe('a number with the currency beside it', () => {
  test.each([
    ['KES 1500', ['1500 = 1500 KES money', 0, 1]],
    ['1500 KES.', ['1500 = 1500 KES money', 0, 1]],
    ['for 1500 Flour', ['1500 = 1500 bare', 1, 1]],
    ['UGX 1500 KES', ['1500 = 1500 UGX KES money', 0, 2]],
    ['KES 1500UGX', ['1500UGX = 1500 UGX KES money', 0, 1]],
    ['Ksh. 1 500 Flour', ['1 500 = 1500 KES money', 0, 2]],
  ])('of %j is %j', (text, expected) => {
    const { numbers, words } = numbersIn(text);
    const [number] = numbers.map((one) => withCurrency(one, words, numbers));
    expect(number && [say(number), number.first, number.last]).toEqual(expected);
  });

  test('a word that belongs to another number is not its currency', () => {
    const { numbers, words } = numbersIn('KES 1500 KES');
    const others = [0, 2].flatMap((place) => numbers.map((one) => ({ ...one, first: place, last: place })));
    expect(numbers.map((one) => say(withCurrency(one, words, others)))).toEqual(['1500 = 1500 bare']);
  });
});
