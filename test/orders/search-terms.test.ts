// The words of a text, and the terms that an order is searched by.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldWord, wordsOf } from '#lib/words.ts';
import {
  accountTerm,
  amountTerm,
  codeTerm,
  dayTerm,
  numberTerm,
  searchTermsOf,
  wordTerm,
} from '#orders/search-terms.ts';
import { numberOf, promptOrder, recurringOrder, sampleOrder } from '#test/store/sample-order.ts';

const anyText = fc
  .array(fc.oneof(fc.nat({ max: 0x24f }), fc.nat({ max: 0xffff })))
  .map((units) => String.fromCharCode(...units));

describe('the words of a text', () => {
  test.each([
    ['Jane  WANJIRU', ['jane', 'wanjiru']],
    ["Ng'ang'a O’Neill", ['nganga', 'oneill']],
    ['‘quoted’ (twice)', ['quoted', 'twice']],
    ['Wanjirũ Crème-brûlée José', ['wanjiru', 'creme', 'brulee', 'jose']],
    ['Straße Ærø Ørsted Łódź İstanbul ıssız', ['strasse', 'aero', 'orsted', 'lodz', 'istanbul', 'issiz']],
    ['Ɓello Ɗanjuma Eʋe', ['bello', 'danjuma', 'eʋe']],
    ['１２３ ﬁne', ['123', 'fine']],
    ['مُحَمَّد Σίσυφος देवनागरी 김철수', ['محمد', 'σισυφοσ', 'देवनागरी', '김철수']],
    ['br6zc-vv9h9 2_x', ['br6zc', 'vv9h9', '2', 'x']],
    [' – ', []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test('are the same taken apart or composed, and folding them again changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldWord(text);
        expect(foldWord(folded)).toBe(folded);
        expect(foldWord(text.normalize('NFD'))).toBe(foldWord(text.normalize('NFC')));
        for (const word of wordsOf(text)) expect(wordsOf(word)).toEqual([word]);
      }),
    );
  });

  test('have a term from three letters on, which is that of every word with the same beginning', () => {
    expect(wordTerm('ab')).toBeUndefined();
    expect(wordTerm('wan')).toBe('word wan');
    expect(wordTerm('wanji')).toBe('word wan');
    expect(wordTerm('wanjir')).toBe(wordTerm('wanjiru'));
    expect(wordTerm('김철수민수정호')).toBe('word 김철수민수정');
  });
});

describe('the terms of an order', () => {
  test('are those of its number, words, amounts, days, state and agent, each once', () => {
    const order = promptOrder('BR6ZC-VV9H9', '0712345678', {
      description: 'Flour, flour',
      customer: { firstName: 'Jane', lastName: 'Wanjiru', phone: numberOf('0722000000') },
      createdAt: Date.UTC(2026, 10, 21, 23, 59),
      provider: { accountNumber: 'PP565691' },
      state: 'paid',
      payments: [
        {
          paid: { amount: '1500', currency: 'KES' },
          method: 'MpesaKE',
          confirmationCode: 'SJK7QWERTY',
          payer: '',
          paidAt: Date.UTC(2026, 10, 22, 0, 1),
        },
      ],
    });
    expect(searchTermsOf(order)).toEqual([
      'number 254712345678',
      'last 5678',
      'word jan',
      'word wan',
      'word wanjir',
      'word flo',
      'word br6',
      'word vv9',
      'code sjk7qwerty',
      'account pp565691',
      'amount 1500',
      'day 2026-11-21',
      'day 2026-11-22',
      'state paid',
      'agent U1',
    ]);
  });

  test('of a link are those of its customer’s number and its subscriber’s account', () => {
    const link = { ...recurringOrder('A-1', 'Acc 77', 0), customer: { phone: numberOf('0722000000') } };
    expect(searchTermsOf(link)).toContain(numberTerm(numberOf('254722000000')));
    expect(searchTermsOf(link)).toContain(accountTerm('ACC77'));
  });

  test('of a charge have nothing of the tracking id in its reference', () => {
    const charge = sampleOrder('BR6ZC-VV9H9/abcdef-123456', { kind: 'charge' });
    expect(searchTermsOf(charge)).toContain(wordTerm('vv9h9'));
    expect(searchTermsOf(charge)).not.toContain(wordTerm('abcdef'));
  });

  test('read amounts, codes and days as they are typed in other ways', () => {
    expect(amountTerm('01500.00')).toBe(amountTerm('1500'));
    expect(amountTerm('0.50')).toBe(amountTerm('0.5'));
    expect(codeTerm('sjk7 qwe\u00a0rty')).toBe(codeTerm('SJK7QWERTY'));
    expect(dayTerm('2026-11-20')).toBe('day 2026-11-20');
  });
});
