// The words after the command, in the ways in which people write phone numbers and amounts.
import { describe, expect, test } from 'vitest';
import type { Msisdn } from '#lib/msisdn.ts';
import type { Warning, WarningKind } from '#slack/text/fields.ts';
import { type Prefill, splitCommand } from '#slack/words/command-words.ts';
import { readLinkWords, readPromptWords } from './kenyan-words.ts';

const PHONE = '254712345678' as Msisdn;

function doubt(kind: WarningKind, text: string): Warning {
  return { field: 'amount', kind, text };
}

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
      method: 'MpesaKE',
      amount: '1500',
      description: 'Two bags',
      ...(phone === '712345678' ? { warnings: [{ field: 'msisdn', kind: 'nine_digits', text: phone }] } : {}),
    });
  });

  test.each<[string, Prefill]>([
    ['+256772123456', {}],
    ['256 772 123 456', {}],
    ['+256 701 123456', { method: 'AirtelUG' }],
  ])('the words for a prompt may begin with the Ugandan %s', (phone, method) => {
    expect(readPromptWords(`${phone} 50,000`)).toEqual({ phone, country: 'UG', amount: '50000', ...method });
  });

  const JANE = { phone: '0712345678', country: 'KE', method: 'MpesaKE' } as const;
  const notPromptable = (text: string) => ({ field: 'msisdn', kind: 'not_promptable', text }) as const;

  test.each<[string, Prefill]>([
    ['', {}],
    ['0712345678', JANE],
    ['254714 712 000 700', { phone: '254714 712 000', country: 'KE', method: 'MpesaKE', amount: '700' }],
    ['0712345678 maize flour', { ...JANE, description: 'maize flour' }],
    ['0712345678 KES 1,500 rent', { ...JANE, amount: '1500', currency: 'KES', description: 'rent' }],
    ['500 shoes', { amount: '500', description: 'shoes' }],
    ['shoes for Ann', { description: 'shoes for Ann' }],
    // What stands behind half a number may be its other half, so it is no amount.
    ['071 500 shoes', { description: 'shoes', warnings: [notPromptable('071'), doubt('unclear', '500')] }],
    ['07123456789 50', { warnings: [notPromptable('07123456789'), doubt('unclear', '50')] }],
    // With these digits it would be too long, so they are the amount.
    ['071234567 1500', { amount: '1500', warnings: [notPromptable('071234567')] }],
    ['+1 500', { warnings: [notPromptable('+1'), doubt('unclear', '500')] }],
    [
      '071234567 KES 1500 x',
      { amount: '1500', currency: 'KES', description: 'x', warnings: [notPromptable('071234567')] },
    ],
    ['0712345678 12abc x', { ...JANE, description: 'x', warnings: [doubt('not_an_amount', '12abc')] }],
    ['0712345678 -5 x', { ...JANE, description: 'x', warnings: [doubt('not_an_amount', '-5')] }],
  ])('the words for a prompt %j are read into fields, and what is not understood is named', (text, found) => {
    expect(readPromptWords(text)).toEqual(found);
  });

  test.each<[string, Prefill]>([
    [
      '0733123456 100 x',
      { phone: '0733123456', country: 'KE', method: 'AirtelKE', amount: '100', description: 'x' },
    ],
    ['0772123456 100 x', { phone: '0772123456', country: 'KE', amount: '100', description: 'x' }],
    [
      'UGX 5000 0752345678 x',
      {
        phone: '0752345678',
        country: 'UG',
        method: 'AirtelUG',
        amount: '5000',
        currency: 'UGX',
        description: 'x',
      },
    ],
    ['500 UGX x', { country: 'UG', amount: '500', currency: 'UGX', description: 'x' }],
  ])('the words for a prompt %j choose the network’s method and the currency’s country', (text, found) => {
    expect(readPromptWords(text)).toEqual(found);
  });

  test('nine digits without a 0 are a number only beside an amount, and never an amount', () => {
    const alone = { field: 'msisdn', kind: 'number_or_amount' } as const;
    expect(readPromptWords('712345678 x')).toEqual({
      description: 'x',
      warnings: [{ ...alone, text: '712345678' }],
    });
    expect(readPromptWords('712 345 678 x')).toEqual({
      description: 'x',
      warnings: [{ ...alone, text: '712 345 678' }],
    });
    expect(readPromptWords('x 1500 712 345 678')).toEqual({
      phone: '712 345 678',
      country: 'KE',
      method: 'MpesaKE',
      amount: '1500',
      description: 'x',
      warnings: [{ field: 'msisdn', kind: 'nine_digits', text: '712 345 678' }],
    });
    // The usual grouping of 0712 345678, whose 0 a spreadsheet has taken.
    expect(readPromptWords('712 345678 1,500/= x')).toEqual({
      phone: '712 345678',
      country: 'KE',
      method: 'MpesaKE',
      amount: '1500',
      description: 'x',
      warnings: [{ field: 'msisdn', kind: 'nine_digits', text: '712 345678' }],
    });
    expect(readPromptWords('712-345678 x')).toEqual({
      description: 'x',
      warnings: [{ ...alone, text: '712-345678' }],
    });
    const overlapping = readPromptWords('1 700 712 345 678 x');
    expect(overlapping).not.toHaveProperty('amount');
    expect(overlapping).not.toHaveProperty('phone');
  });

  test.each(['*0712345678* 1500 milk', '0712345678 | 1500 | milk', '0712345678 / 0733000002 1500 milk'])(
    'marks that stood between number and amount are no part of the description: %s',
    (words) => {
      expect(readPromptWords(words)).toMatchObject({ amount: '1500', description: 'milk' });
    },
  );

  test('a number copied from a phone’s contacts is read without the marks around it', () => {
    expect(readPromptWords('\u202a+254 712 345 678\u202c 1500 Flour')).toMatchObject({
      phone: '+254 712 345 678',
      amount: '1500',
      description: 'Flour',
    });
    expect(readPromptWords('(+254) 712–345–678 1500')).toMatchObject({
      phone: '(+254) 712–345–678',
      amount: '1500',
    });
  });
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
      amount ? understood : { description: 'Rent', warnings: [doubt('not_an_amount', text)] },
    );
  });

  test.each<[string, Prefill]>([
    ['', {}],
    ['Rent for May', { description: 'Rent for May' }],
    ['1500 bob for Ann', { amount: '1500', description: 'bob for Ann' }],
    ['1500 for  2 bags, *now*', { amount: '1500', description: 'for  2 bags, *now*' }],
    ['1,50 x', { description: 'x', warnings: [doubt('unclear', '1,50')] }],
    ['5kg maize', { description: 'maize', warnings: [doubt('not_an_amount', '5kg')] }],
    ['1e3 x', { description: 'x', warnings: [doubt('not_an_amount', '1e3')] }],
    ['XYZ 500', { description: 'XYZ 500', warnings: [doubt('unclear', 'XYZ 500')] }],
    ['KES 5 USD', { warnings: [doubt('unclear', 'KES 5 USD')] }],
    ['0712345678 2500 Fees', { amount: '2500', description: 'Fees', customer: { phone: PHONE } }],
    ['Fees 2500 +254 712 345 678', { amount: '2500', description: 'Fees', customer: { phone: PHONE } }],
    [
      '07123456789 x',
      { description: 'x', warnings: [{ field: 'phone_number', kind: 'not_a_number', text: '07123456789' }] },
    ],
    ['712345678 x', { description: 'x', warnings: [doubt('number_or_amount', '712345678')] }],
    [
      '0772345678 UGX 5000',
      { amount: '5000', currency: 'UGX', customer: { phone: '256772345678' as Msisdn } },
    ],
    [
      '0712345678 UGX 5000',
      {
        amount: '5000',
        currency: 'UGX',
        warnings: [{ field: 'phone_number', kind: 'which_country', text: '0712345678' }],
      },
    ],
    ['4111 1111 1111 1111 1500', { warnings: [{ field: 'description', kind: 'card_number', text: '' }] }],
    [
      'x 4111 1111 1500/= 1111 1111',
      {
        amount: '1500',
        warnings: [{ field: 'description', kind: 'card_number', text: '' }],
      },
    ],
    [
      '41111111111 KES 1500 x',
      { currency: 'KES', description: '1500 x', warnings: [doubt('unclear', '41111111111, 1500')] },
    ],
    [
      '0712 KES 1500 345 678',
      {
        amount: '1500',
        currency: 'KES',
        warnings: [{ field: 'description', kind: 'number_left_out', text: '0712 345 678' }],
      },
    ],
  ])('the words for a link %j are read into fields, and what is not understood is named', (text, found) => {
    expect(readLinkWords(text)).toEqual(found);
  });
});
