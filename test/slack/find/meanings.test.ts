// What each word of a search may mean: an order is found if any of it fits.
import { describe, expect, test } from 'vitest';
import { type FindWords, readFindWords } from '#slack/find/arguments.ts';

/** 09:00 in Nairobi. */
const NOW = Date.parse('2026-11-22T06:00:00Z');
const read = (words: string): FindWords =>
  readFindWords(words, { userId: 'UME', now: NOW, timeZone: 'Africa/Nairobi' });
const meanings = (words: string) => read(words).conditions.map((each) => each.map(({ is }) => is));
const first = (words: string) => read(words).conditions[0] ?? [];

const at = (utc: string) => Date.parse(`${utc}:00Z`);

describe('what a word may mean', () => {
  test('a bare number is an amount, the end of a number, an account or a word, and with a currency an amount only', () => {
    expect(meanings('1500')).toEqual([['amount', 'last_digits', 'account', 'words']]);
    expect(meanings('KES 1500')).toEqual([['amount']]);
    expect(first('KES 1500')).toEqual([{ is: 'amount', amount: '1500', currency: 'KES' }]);
  });

  test('nothing that begins with 0 is an amount', () => {
    expect(meanings('0678')).toEqual([['last_digits', 'account', 'words']]);
  });

  test('a local number may be of Kenya, of Uganda and of any country', () => {
    expect(first('0752123456')).toMatchObject([
      { msisdn: '254752123456' },
      { msisdn: '256752123456' },
      { is: 'last_digits', digits: '752123456' },
      { is: 'account', text: '0752123456' },
    ]);
  });

  test('digits with the code of any country may be a phone number, in groups too, and stay what else they may be', () => {
    const number = { is: 'number', msisdn: '255754123456' };
    expect(meanings('255754123456')).toEqual([['amount', 'code', 'account', 'words', 'number']]);
    expect(meanings('12345678901')).toEqual([['amount', 'code', 'account', 'words', 'number']]);
    for (const words of ['255754123456', '255-754-123-456', '255 754123456', '255 75 412 3456'])
      for (const condition of read(words).conditions) expect(condition).toContainEqual(number);
    expect(meanings('255000123456').flat()).not.toContain('number');
  });

  test('a state, and a day named by a word, may stand in a description as well', () => {
    expect(meanings('unpaid')).toEqual([['state', 'account', 'words']]);
    for (const words of ['waiting', 'pending', 'sending', 'unpaid'])
      expect(first(words)[0]).toEqual({ is: 'state', states: ['waiting', 'sending', 'pending'] });
    expect(first('reversed')[0]).toEqual({ is: 'state', states: ['reversed'] });
    expect(first('not paid')[0]).toEqual({
      is: 'state',
      states: ['waiting', 'sending', 'pending', 'failed', 'not_sent'],
    });
    expect(meanings('yesterday')).toEqual([['days', 'words']]);
    expect(meanings('this week')).toEqual([['days', 'words']]);
    expect(meanings('card')).toEqual([['method', 'account', 'words']]);
  });

  test('of a range, and of a month in numbers, only the days are meant, because the index knows their words by what many orders have', () => {
    for (const words of ['1 Nov..5 Nov', '2026-10', '2026-11-01..2026-11-05', '01/11/2026 – 05/11/2026'])
      expect(meanings(words)).toEqual([['days']]);
  });

  test('a year behind a month or a day may be an amount, the end of a number or a word, and what stands before it a name or the last such day', () => {
    expect(meanings('June 2000')).toEqual([
      ['days', 'words', 'account'],
      ['days', 'amount', 'last_digits', 'account', 'words', 'account'],
    ]);
    const [day, year] = read('21 Nov 2000').conditions;
    expect(day?.[1]).toEqual({ is: 'days', from: at('2026-11-20T21:00'), to: at('2026-11-21T21:00') });
    expect(day?.[0]).toEqual({ is: 'days', from: at('2000-11-20T21:00'), to: at('2000-11-21T21:00') });
    expect(year?.[0]).toEqual(day?.[0]);
    expect(meanings('1 Nov 2026 to 5 Nov 2026')).toEqual([['days']]);
  });

  test('a period that has not begun is read as the words that it is', () => {
    expect(meanings('January 2027').map(([one]) => one)).toEqual(['account', 'amount']);
    expect(read('dinner 25 December 2026').said).toEqual(['“dinner”', '25', '“December”', '2,026 or “2026”']);
  });

  test('“may” beside a day or a year is a month and no word that only makes a sentence', () => {
    const person = { userId: 'UME', now: NOW, timeZone: 'Africa/Nairobi', withoutFillers: true };
    for (const words of ['the rent for May 2027', 'the rent of 25 May', 'the rent of May 2026'])
      expect(readFindWords(words, person).conditions).toHaveLength(words.includes('25') ? 2 : 3);
    expect(readFindWords('may I see the rent', person).said).toEqual(['“rent”']);
  });

  test('days are those of the time zone of the settings', () => {
    const person = { userId: 'UME', now: NOW, timeZone: 'America/New_York' };
    expect(readFindWords('2026-11-20', person).conditions[0]?.[0]).toEqual({
      is: 'days',
      from: Date.parse('2026-11-20T05:00:00Z'),
      to: Date.parse('2026-11-21T05:00:00Z'),
    });
  });

  test('days are those of East Africa', () => {
    expect(first('today')[0]).toEqual({
      is: 'days',
      from: Date.parse('2026-11-21T21:00:00Z'),
      to: Date.parse('2026-11-22T21:00:00Z'),
    });
  });

  test('each group of a code may mean the code, so that all fit the order that has it', () => {
    const code = { is: 'code', text: 'SJK7QWERTY' };
    for (const condition of read('SJK7 QWERTY').conditions) expect(condition).toContainEqual(code);
    for (const condition of read('SJ K7 QWE RTY').conditions) expect(condition).toContainEqual(code);
  });

  test('letters and digits that are written apart may be an account number', () => {
    const account = { is: 'account', text: 'PP565691' };
    expect(first('PP 565691')).toContainEqual(account);
    for (const words of ['PP 5656 91', 'PP 565 691'])
      for (const condition of read(words).conditions) expect(condition).toContainEqual(account);
    for (const words of ['P 565691', 'PPPPP 565691', 'PP 565', 'PP 56569100001', 'PP, 565691', 'PP 565-691'])
      for (const condition of read(words).conditions)
        expect(condition).not.toContainEqual({ is: 'account', text: words.replace(/[, ]/g, '') });
  });

  test('a word beside a code is no part of it', () => {
    const [one, two, flour] = read('SJK7 QWERTY flour').conditions;
    for (const condition of [one, two]) expect(condition).toContainEqual({ is: 'code', text: 'SJK7QWERTY' });
    expect(flour?.map(({ is }) => is)).toEqual(['account', 'words', 'words', 'account']);
  });

  test('several words may be one account number of a merchant’s own, of fifty characters at most, unless one is marked', () => {
    const whole = { is: 'account', text: 'Flat 12B' };
    for (const words of ['Flat 12B', 'account no. Flat 12B', ' Flat 12B? '])
      for (const condition of read(words).conditions) expect(condition).toContainEqual(whole);
    expect(meanings('A/12/3')).toEqual([['account']]);
    const long = `Flat ${'x'.repeat(45)}`;
    expect(read(long).conditions[0]).toContainEqual({ is: 'account', text: long });
    expect(read(`${long}x`).conditions[0]).not.toContainEqual({ is: 'account', text: `${long}x` });
    expect(meanings('Flat yesterday')).toEqual([
      ['account', 'words'],
      ['days', 'words'],
    ]);
    expect(meanings('of it')).toEqual([]);
  });

  test('a short word with a digit is an account number, or a word, also beside what has a meaning of its own', () => {
    for (const beside of ['1500', 'yesterday', 'please', 'unpaid', '<@U123>', 'Jane']) {
      const conditions = read(`${beside} A/12/3`).conditions;
      expect(conditions).toHaveLength(2);
      expect(conditions.at(-1)).toContainEqual({ is: 'account', text: 'A/12/3' });
      expect(conditions.at(-1)).toContainEqual({ is: 'words', words: ['a', '12', '3'] });
    }
    expect(first('B7 1500')).toContainEqual({ is: 'account', text: 'B7' });
    expect(meanings('it is Jane')).toHaveLength(1);
    expect(meanings('1/2/26 Jane')[0]).toEqual(['days']);
  });

  test('it is no word when it stands alone, or when the others only make a sentence: every order would be compared with it', () => {
    expect(meanings('B 2C')).toEqual([['account']]);
    const person = { userId: 'UME', now: NOW, timeZone: 'Africa/Nairobi', withoutFillers: true };
    expect(readFindWords('A/12/3 please', person).conditions).toEqual([
      [
        { is: 'account', text: 'A/12/3' },
        { is: 'account', text: 'A/12/3 please' },
      ],
    ]);
  });

  test('a number in groups may be an account number or words, as it stands or in one', () => {
    expect(first('1 500')).toEqual([
      { is: 'amount', amount: '1500' },
      { is: 'last_digits', digits: '1500' },
      { is: 'account', text: '1500' },
      { is: 'words', words: ['1500'] },
      { is: 'account', text: '1 500' },
      { is: 'words', words: ['1', '500'] },
    ]);
  });

  test('a short number may be a word beside others, which would be compared with every order alone', () => {
    expect(meanings('2 Jane')).toEqual([
      ['amount', 'account', 'words'],
      ['account', 'words', 'account'],
    ]);
    expect(read('12 Jane').conditions[0]).toContainEqual({ is: 'words', words: ['12'] });
    expect(meanings('2')).toEqual([['amount']]);
    expect(meanings('123 Jane')[0]).toEqual(['amount', 'account', 'words', 'account']);
    expect(meanings('KES 2 bags')[0]).toEqual(['amount', 'account']);
  });

  test('the same word twice is one condition', () => {
    expect(read('flour flour').conditions).toHaveLength(1);
  });
});
