// The words after the command, in the ways in which people write phone numbers and amounts.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAmount } from '#lib/money.ts';
import { type Prefill, readLinkWords, readPromptWords, splitCommand } from '#slack/forms/command-words.ts';

describe('the first word', () => {
  test.each([
    ['', { word: '', rest: '' }],
    ['   ', { word: '', rest: '' }],
    ['help', { word: 'help', rest: '' }],
    ['  Prompt 0712345678  500 ', { word: 'prompt', rest: '0712345678 500' }],
    ['LINK\n1500 Rent for May', { word: 'link', rest: '1500 Rent for May' }],
  ])('the first word of %j is split off', (text, line) => {
    expect(splitCommand(text)).toEqual(line);
  });
});

describe('the words for a prompt', () => {
  const KENYAN = [
    '0712345678', '254712345678', '+254712345678', '712345678', '0712 345 678', '+254 712 345 678', '254 712 345 678',
    '0712-345-678', '+254-712-345678', '(0712) 345678', '0110 123 456',
  ]; // biome-ignore format: one list reads better than eleven lines
  test.each(KENYAN)('the words for a prompt may begin with %s', (phone) => {
    expect(readPromptWords(`${phone} 1500 Two bags`)).toEqual({
      phone,
      country: 'KE',
      amount: '1500',
      description: 'Two bags',
    });
  });

  test.each(['+256772123456', '256 772 123 456', '+256 701 123456'])(
    'the words for a prompt may begin with the Ugandan %s',
    (phone) => {
      expect(readPromptWords(`${phone} 50,000`)).toEqual({ phone, country: 'UG', amount: '50000' });
    },
  );

  test.each<[string, Prefill]>([
    ['', {}],
    ['0712345678', { phone: '0712345678', country: 'KE' }],
    ['0712345678 maize flour', { phone: '0712345678', country: 'KE', description: 'maize flour' }],
    [
      '0712345678 KES 1,500 rent',
      { phone: '0712345678', country: 'KE', amount: '1500', currency: 'KES', description: 'rent' },
    ],
    ['500 shoes', { amount: '500', description: 'shoes' }],
    ['shoes for Ann', { description: 'shoes for Ann' }],
    ['071 500 shoes', { notUnderstood: { text: '071', as: 'phone' }, description: '500 shoes' }],
    ['07123456789 500', { notUnderstood: { text: '07123456789', as: 'phone' }, description: '500' }],
    ['+1 500', { notUnderstood: { text: '+1', as: 'phone' }, description: '500' }],
    [
      '0712345678 12abc x',
      {
        phone: '0712345678',
        country: 'KE',
        notUnderstood: { text: '12abc', as: 'amount' },
        description: 'x',
      },
    ],
    [
      '0712345678 -5 x',
      { phone: '0712345678', country: 'KE', notUnderstood: { text: '-5', as: 'amount' }, description: 'x' },
    ],
  ])(
    'the words for a prompt %j are read into fields, or the word that is not understood is named',
    (text, found) => {
      expect(readPromptWords(text)).toEqual(found);
    },
  );
});

describe('the words for a link', () => {
  test.each<[string, string, string | undefined]>([
    ['1500', '1500', undefined],
    ['1,500', '1500', undefined],
    ['1,234,567.80', '1234567.80', undefined],
    ['1500.50', '1500.50', undefined],
    ['KES 1,500', '1500', 'KES'],
    ['KES1500', '1500', 'KES'],
    ['kes 1500', '1500', 'KES'],
    ['Ksh 200', '200', 'KES'],
    ['ksh.200', '200', 'KES'],
    ['Kshs. 1,500/=', '1500', 'KES'],
    ['1500/=', '1500', undefined],
    ['1,500/-', '1500', undefined],
    ['sh 50', '50', 'KES'],
    ['200 ksh', '200', 'KES'],
    ['1500 KES', '1500', 'KES'],
    ['20 usd', '20', 'USD'],
    ['USD 19.99', '19.99', 'USD'],
    ['UGX 50,000', '50000', 'UGX'],
    ['ush 50,000', '50000', 'UGX'],
    ['5000 tsh', '5000', 'TZS'],
    ['1.5k', '1500', undefined],
    ['1.25K', '1250', undefined],
    ['2k kes', '2000', 'KES'],
    ['0.5k', '500', undefined],
    ['.5k', '', undefined],
    ['1.2345k', '1234.5', undefined],
    ['2m', '2000000', undefined],
    ['0.05m', '50000', undefined],
  ])('the words for a link %j are an amount of %s', (text, amount, currency) => {
    const found = readLinkWords(`${text} Rent`);
    const understood = { amount, ...(currency ? { currency } : {}), description: 'Rent' };
    expect(found).toEqual(
      amount ? understood : { notUnderstood: { text, as: 'amount' }, description: 'Rent' },
    );
  });

  test.each<[string, Prefill]>([
    ['', {}],
    ['Rent for May', { description: 'Rent for May' }],
    ['1500 bob for Ann', { amount: '1500', description: 'bob for Ann' }],
    ['1500 for  2 bags, *now*', { amount: '1500', description: 'for  2 bags, *now*' }],
    ['1,50 x', { notUnderstood: { text: '1,50', as: 'amount' }, description: 'x' }],
    ['5kg maize', { notUnderstood: { text: '5kg', as: 'amount' }, description: 'maize' }],
    ['1e3 x', { notUnderstood: { text: '1e3', as: 'amount' }, description: 'x' }],
    ['XYZ 500', { description: 'XYZ 500' }],
    ['KES 5 USD', { amount: '5', currency: 'KES', description: 'USD' }],
  ])(
    'the words for a link %j are read into fields, or the word that is not understood is named',
    (text, found) => {
      expect(readLinkWords(text)).toEqual(found);
    },
  );
});

describe('whatever is typed', () => {
  const word = fc.oneof(
    fc.constantFrom(
      '0712345678',
      '+254',
      '712',
      '345',
      '678',
      '1,500',
      '1.5k',
      '1500/=',
      'KES',
      'usd',
      'for',
      'Ann',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  const typed = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
  const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

  test.each([readPromptWords, readLinkWords])(
    '%o leaves the end of the words as the description, without adding or losing a word',
    (read) => {
      fc.assert(
        fc.property(typed, (text) => {
          const { description = '', notUnderstood } = read(text);
          const left = wordsOf(description);
          expect(wordsOf(text).slice(wordsOf(text).length - left.length)).toEqual(left);
          if (notUnderstood) expect(wordsOf(text)).toContain(notUnderstood.text);
        }),
      );
    },
  );

  test.each([readPromptWords, readLinkWords])('%o prefills only an amount that the form accepts', (read) => {
    fc.assert(
      fc.property(typed, (text) => {
        const { amount, currency = 'KES' } = read(text);
        if (amount === undefined) return;
        const result = parseAmount(amount, currency);
        expect(result.ok ? '' : result.fault).not.toMatch(/missing|not_a_number/);
        expect(amount).not.toMatch(/[,\s]/);
      }),
    );
  });
});
