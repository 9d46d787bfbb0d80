// What a person searches for: what is said of it, and that no text is too odd to be read. What each word may mean is in
// find-meanings.test.ts.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FindWords, readFindWords } from '#slack/find/arguments.ts';

/** 09:00 in Nairobi. */
const NOW = Date.parse('2026-11-22T06:00:00Z');
const read = (words: string): FindWords =>
  readFindWords(words, { userId: 'UME', now: NOW, timeZone: 'Africa/Nairobi' });
const said = (words: string) => read(words).said.join(' · ');
const first = (words: string) => read(words).conditions[0] ?? [];

describe('what was understood', () => {
  test.each([
    ['KES 1,500 yesterday unpaid', 'KES 1,500 · yesterday · unpaid'],
    ['Ksh1,500/= paid', 'KES 1,500 · paid'],
    ['UGX 20000', 'UGX 20,000'],
    ['1500.50 KES', 'KES 1,500.50'],
    ['1 500 000', '1,500,000'],
    ['1500', '1,500 or “1500”'],
    ['Jane Wanjiru', '“Jane” · “Wanjiru”'],
    ['“two bags” flour', '“two bags” · “flour”'],
    ['0712 345 678', 'number +254 7•• ••• 678'],
    ['+256 752 123 456', 'number +256 7•• ••• 456'],
    ['712345678', 'number ending in 678'],
    ['0202345678', 'number ending in 678'],
    ['(020) 234-5678, paid', 'number ending in 678 · paid'],
    ['020 234 5678', 'number ending in 678'],
    ['(020)2345678 flour', 'number ending in 678 · “flour”'],
    ['254 20 2345678', 'number ending in 678'],
    ['0654-123-4-56', 'number ending in 456'],
    ['255754123456', 'number ending in 456'],
    ['255 754 123 456', 'number ending in 456'],
    ['020 2345678 5 bags', 'number ending in 678 · 5 · “bags”'],
    ['sjk7 qwerty', 'code SJK7QWERTY'],
    ['sjk7qwerty', 'code SJK7QWERTY'],
    ['code SJK7QWERTY?', 'code SJK7QWERTY'],
    ['account: PP565691', '“PP565691”'],
    ['acc no. PP565691', '“PP565691”'],
    ['Jane not paid', '“Jane” · not paid'],
    ['Not yet paid, today', 'not paid · today'],
    ['pending Jane', 'pending · “Jane”'],
    ['akaunti nambari PP565691', '“PP565691”'],
    ['M-Pesa code SJK7QWERTY', 'code SJK7QWERTY'],
    ['mpesa sjk7qwerty', 'code SJK7QWERTY'],
    ['mpesa Jane 1500', 'M-PESA · “Jane” · 1,500 or “1500”'],
    ['M-Pesa airtel card', 'M-PESA · Airtel · by card'],
    ['May 1500', '“May” · 1,500 or “1500”'],
    [':wave: Jane :+1:', '“Jane”'],
    ['00254712345678', 'number +254 7•• ••• 678'],
    ['00255 754 123 456', 'number +255 7•• ••• 456'],
    ['Nov 22 15000', '22 Nov 2026 · 15,000 or “15000”'],
    ['jane@duka.test', 'jane@duka.test'],
    ['2026-11-20', '20 Nov 2026'],
    ['2026-11-01..2026-11-15', '1 Nov 2026 to 15 Nov 2026'],
    ['2026-11-01 to 2026-11-15', '1 Nov 2026 to 15 Nov 2026'],
    ['2026-10', '1 Oct 2026 to 31 Oct 2026'],
    ['is it Jane, yesterday?', '“Jane” · yesterday'],
    ['Jane 150000', '“Jane” · 150,000 or “150000”'],
    ['((Jane))!!', '“Jane”'],
    ['Jane:wave:', '“Jane:wave”'],
    ['SJK7 (QWERTY)', 'code SJK7QWERTY'],
    ['SJK7, QWERTY', '“SJK7” · “QWERTY”'],
    ['SJK7 QW-ERTY', '“SJK7” · “QW-ERTY”'],
    ['SJK7 QWERTYU', '“SJK7” · “QWERTYU”'],
    ['account Jane', '“account” · “Jane”'],
    ['accounts PP565691', '“accounts” · “PP565691”'],
    ['fiasco PP565691', '“fiasco” · “PP565691”'],
    ['airtels sjk7qwerty', '“airtels” · code SJK7QWERTY'],
    ['xmpesa sjk7qwerty', '“xmpesa” · code SJK7QWERTY'],
    ['1234567890', '“1234567890”'],
    ['123456789a', '“123456789a”'],
    ['002547123456789', '“002547123456789”'],
    ['a00254712345678', 'number +254 7•• ••• 678'],
    ['KES 1500 UGX', '“KES” · “1500” · “UGX”'],
    ['B7 1500', '“B7” · 1,500 or “1500”'],
    ['12/3 yesterday', '“12/3” · yesterday'],
    ['100.505', '“100.505”'],
    ['100.505 UGX', '“100.505” · “UGX”'],
  ])('“%s” is understood as %s', (words, understood) => {
    expect(said(words)).toBe(understood);
  });

  test('“by me” and “by @agent” are the agents, whose names Slack shows', () => {
    expect(read('by <@U123> unpaid')).toMatchObject({ agents: ['U123'], said: ['unpaid'] });
    expect(read('paid by me').agents).toEqual(['UME']);
    expect(first('by <@U123>')).toEqual([{ is: 'agent', agent: 'U123' }]);
  });

  test('a channel is the one that the card is in, and no code', () => {
    expect(read('in <#C0123ABCDE> unpaid')).toMatchObject({
      channels: ['C0123ABCDE'],
      said: ['unpaid'],
      isCode: false,
    });
    expect(first('<#C0123ABCDE>')).toEqual([{ is: 'channel', channel: 'C0123ABCDE' }]);
  });

  test('words that only make a sentence are left out where that is asked for and others remain', () => {
    const core = (words: string) =>
      readFindWords(words, { userId: 'UME', now: NOW, timeZone: 'Africa/Nairobi', withoutFillers: true });
    expect(said('did Jane pay?')).toBe('“did” · “Jane” · “pay”');
    expect(core('did Jane pay?')).toMatchObject({ said: ['“Jane”'], isWithoutFillers: true });
    expect(core('The payment from Jane, 22 Nov').said).toEqual(['“Jane”', '22 Nov 2026']);
    expect(core('the code is SJK7 QWERTY.').said).toEqual(['code SJK7QWERTY']);
    expect(core('her number is 0712 345 678').said).toEqual(['number +254 7•• ••• 678']);
    expect(core('Account number was PP565691?').said).toEqual(['“PP565691”']);
    expect(core('please check payment')).toMatchObject({
      said: ['“please”', '“check”', '“payment”'],
      isWithoutFillers: false,
    });
  });

  test('a day that cannot be one is a fault, and a range may be of any length', () => {
    expect(read('2026-13-01').fault).toBe('no_such_day');
    expect(read('31 Nov').fault).toBe('no_such_day');
    expect(read('30/02/2026 Jane')).toMatchObject({ fault: undefined });
    expect(read('2026-11-15..2026-11-01').fault).toBe('backwards');
    expect(read('2027-01-01').fault).toBe('not_begun');
    expect(read('2020-01-01..2026-11-22').fault).toBeUndefined();
  });

  test('nothing is understood of words that are too short', () => {
    for (const words of ['', '  ', 'ab', 'is it ?', '👍', '“”', ';;;', '...'])
      expect(read(words).conditions).toEqual([]);
  });
});

describe('what may have been made elsewhere', () => {
  test.each([
    ['SHOP-991', 'SHOP-991'],
    ['SHOPORDER', 'SHOPORDER'],
    ['is SHOP-991 paid?', 'SHOP-991'],
    ['it is 11111111-2222-4333-8444-555555555555 I think', '11111111-2222-4333-8444-555555555555'],
    ['SJK7 QWERTY', 'SJK7QWERTY'],
    ['1500', '1500'],
    ['SHOP-991 Jane', 'SHOP-991'],
    ['1500 SHOP_991', 'SHOP_991'],
    ['Jane 991.A', '991.A'],
    ['SHOP-991 11111111-2222-4333-8444-555555555555', '11111111-2222-4333-8444-555555555555'],
    ['SHOP-991 1-2222-4333-8444-555555555555', 'SHOP-991'],
    ['SHOP-991 11111111-2-4333-8444-555555555555', 'SHOP-991'],
    ['SHOP-991 11111111-2222-4-8444-555555555555', 'SHOP-991'],
    ['SHOP-991 11111111-2222-4333-8-555555555555', 'SHOP-991'],
    ['SHOP-991 11111111-2222-4333-8444-5', 'SHOP-991'],
    ['SHOP-991 1111111g-2222-4333-8444-555555555555', 'SHOP-991'],
  ])('“%s” is asked of the service as %s', (words, reference) => {
    expect(read(words).reference).toBe(reference);
  });

  test.each([
    '0712345678',
    '+254712345678',
    'jane@duka.test',
    'yesterday',
    'August 2026',
    'unpaid',
    'KES 1,500',
    'Jane Wanjiru',
    'Jane 1500',
    '1 500 Jane',
    '00',
  ])('“%s” is not asked of the service', (words) => {
    expect(read(words).reference).toBeUndefined();
  });

  test.each<[string, boolean]>([
    ['SJK7QWERTY', true],
    ['sjk7 qwerty', true],
    ['MP241120.1415.A12345', true],
    ['12345678901', true],
    ['00255754123456', false],
    ['NOWHERE-1', false],
    ['0712345678', false],
    ['254712345678', false],
    ['Jane SJK7QWERTY', false],
    ['SJK7QWERTY unpaid', false],
    ['acct PP565691', true],
    ['Jane PP565691', false],
    ['August 2026', false],
    ['1500', false],
  ])('whether “%s” is a code alone: %s', (words, isCode) => {
    expect(read(words).isCode).toBe(isCode);
  });
});

describe('whatever is typed', () => {
  const word = fc.oneof(
    fc.constantFrom(
      '0712',
      '345',
      '678',
      'KES',
      '1',
      '500',
      'by',
      'me',
      '<@U1>',
      '<#C1>',
      '22',
      'Nov',
      '“',
      '2026-11-20',
      '..',
      'SJK7',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  const typed = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));

  test('any text is read: each condition has a meaning, and what is said is one line', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const { conditions, said, agents, channels } = read(text);
        for (const condition of conditions) expect(condition.length).toBeGreaterThan(0);
        expect(said.length + agents.length + channels.length > 0).toBe(conditions.length > 0);
      }),
    );
  });

  test('a phone number is masked in what is said, in any spelling', () => {
    const gap = fc.constantFrom('', ' ', '-');
    const number = fc.tuple(fc.constantFrom('0', '+254 ', '+254'), gap, gap);
    fc.assert(
      fc.property(number, ([start, one, two]) => {
        const text = said(`paid ${start}712${one}345${two}678 flour`);
        expect(text.replace(/\D/g, '')).not.toContain('712345678');
        expect(text).toContain('+254 7•• ••• 678');
      }),
    );
  });

  test('so is a landline, of which the country is not certain', () => {
    const gap = fc.constantFrom('', ' ', '-');
    const area = fc.constantFrom('020', '(020)', '(020) ', '020 ', '020-', '254 20 ', '254 20', '25420');
    fc.assert(
      fc.property(area, gap, (start, one) => {
        expect(said(`paid ${start}234${one}5678 flour`)).toBe('paid · number ending in 678 · “flour”');
      }),
    );
  });
});
