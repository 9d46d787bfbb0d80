// What spreadsheets make of numbers: undone where nothing was lost, named where something was.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAmount } from '#lib/money.ts';
import { parseMsisdn } from '#lib/msisdn.ts';
import { amountIn, phoneIn, textIn, writtenIn } from '#payments/bulk/spreadsheet-cells.ts';

describe('a phone number', () => {
  test.each([
    ['0712345678', '0712345678'],
    ['712345678', '712345678'],
    ["'0712345678", '0712345678'],
    ["'+254712345678", '+254712345678'],
    ['="0712345678"', '0712345678'],
    ['7.12345678E+08', '712345678'],
    ['7.12345678E8', '712345678'],
    ['7,12345678E+08', '712345678'],
    ['2.54712345678E+11', '254712345678'],
    ['+2.54712345678e+11', '+254712345678'],
    ['712345678.0', '712345678'],
    ['712345678,00', '712345678'],
    ['712,345,678', '712345678'],
    ['\u202a+254 712 345678\u202c', '+254 712 345678'],
    ['0712\u00a0345\u00a0678', '0712 345 678'],
  ])('%j is understood', (cell, phone) => {
    expect(phoneIn(cell)).toEqual({ ok: true, value: phone });
    expect(parseMsisdn(phone, 'KE')).toEqual({ ok: true, value: '254712345678' });
  });

  test.each(['7.12E8', '7.12E+08', '2.54712E+11', '7E+08', '7,12e+08', '7.1234567E8'])(
    '%j has lost digits, and is not guessed',
    (cell) => {
      expect(phoneIn(cell)).toEqual({ ok: false, fault: 'digits_lost' });
    },
  );

  test('what is no number is left as it is written', () => {
    for (const cell of ['', 'n/a', '0712 345 678 / 0722 000 000'])
      expect(phoneIn(cell)).toEqual({ ok: true, value: cell });
  });

  test('every number in scientific writing is read whole or named', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 700_000_000, max: 799_999_999 }),
        fc.integer({ min: 0, max: 8 }),
        (number, digits) => {
          const cell = number.toExponential(digits);
          expect(phoneIn(cell)).toEqual(
            digits === 8 ? { ok: true, value: String(number) } : { ok: false, fault: 'digits_lost' },
          );
        },
      ),
    );
  });
});

describe('an amount', () => {
  test.each([
    ['1500', '1500'],
    ['1,500', '1500'],
    ['1,500,000.50', '1500000.5'],
    ['1 500', '1500'],
    ['1\u202f500', '1500'],
    ['12.5', '12.5'],
    ['1500.000', '1500'],
    ['0.500', '0.5'],
    ['1500.', '1500'],
    ['1500/=', '1500'],
    ['-1500', '-1500'],
    ["'1500", '1500'],
  ])('%j is understood where cells are separated by commas', (cell, amount) => {
    expect(amountIn(cell, false)).toEqual({ ok: true, value: { amount, currency: undefined } });
  });

  test.each([
    ['1500', '1500'],
    ['1500,00', '1500'],
    ['1500,5', '1500.5'],
    ['1.500,00', '1500'],
    ['1 500,50', '1500.5'],
    ['1.500.000', '1500000'],
    ['1,500,000', '1500000'],
    ['1,500.00', '1500'],
    ['12.50', '12.5'],
    ['12,50', '12.5'],
    ['0,500', '0.5'],
  ])('%j is understood where they are not', (cell, amount) => {
    expect(amountIn(cell, true)).toEqual({ ok: true, value: { amount, currency: undefined } });
  });

  test.each([
    '1.500',
    '1,50',
    '1500,00',
    '0,500',
    '1.500,00',
    '1.500.000',
    '0712345678',
    '0150',
    '(1,500)',
    '2k',
    'twenty',
    '$20',
    '.',
    '1 50',
    '1,5000',
    'KES',
    '1500 KES 20',
    'KES 15 UGX',
    '9'.repeat(61),
  ])('%j is named where cells are separated by commas', (cell) => {
    expect(amountIn(cell, false)).toEqual({ ok: false, fault: 'unclear' });
  });

  test.each(['1,500', '1.500', '12,500', '1.50,0', '1,5.0'])('%j is named where they are not', (cell) => {
    expect(amountIn(cell, true)).toEqual({ ok: false, fault: 'unclear' });
  });

  test.each([
    ['KES 1,500', 'KES'],
    ['Ksh1,500.00', 'Ksh'],
    ['Ksh. 1500', 'Ksh.'],
    ['1500 kes', 'kes'],
    ['1,500/= sh', 'sh'],
  ])('%j is 1500 of the currency %s', (cell, currency) => {
    expect(amountIn(cell, false)).toEqual({ ok: true, value: { amount: '1500', currency } });
  });

  test('an amount in scientific writing has lost digits unless all of them are there', () => {
    expect(amountIn('1.5E+06', false)).toEqual({ ok: false, fault: 'digits_lost' });
    expect(amountIn('1.500000E+06', false)).toEqual({
      ok: true,
      value: { amount: '1500000', currency: undefined },
    });
  });

  test('every amount, as spreadsheets of either kind write it, is read as that amount or named', () => {
    const cents = fc.integer({ min: 1, max: 99_999_999_99 });
    fc.assert(
      fc.property(
        cents,
        fc.constantFrom('en-KE', 'de-DE', 'fr-FR'),
        fc.constantFrom(0, 2),
        fc.boolean(),
        (value, language, decimals, useGrouping) => {
          const number = decimals === 0 ? Math.ceil(value / 100) : value / 100;
          const format = new Intl.NumberFormat(language, {
            useGrouping,
            minimumFractionDigits: decimals,
            maximumFractionDigits: decimals,
          });
          const read = amountIn(format.format(number), language !== 'en-KE');
          if (!read.ok) expect(decimals + Number(useGrouping)).toBe(1);
          else
            expect(parseAmount(read.value.amount, 'KES')).toMatchObject({
              value: { amount: String(number) },
            });
        },
      ),
    );
  });
});

describe('a text', () => {
  test('a text is one line, without what keeps it a text in a spreadsheet', () => {
    expect(textIn('  Flour\r\n2\u00a0kg\u0000 ')).toBe('Flour 2 kg');
    expect(textIn("'=Flour")).toBe('=Flour');
    expect(textIn('="007"')).toBe('007');
    expect(textIn("'Twas a gift")).toBe("'Twas a gift");
  });

  test('a reference that a spreadsheet made into a number is named, and one that only looks like it is not', () => {
    expect(writtenIn('1.23457E+15')).toEqual({ ok: false, fault: 'digits_lost' });
    expect(writtenIn('1E5')).toEqual({ ok: true, value: '1E5' });
    expect(writtenIn('INV-1')).toEqual({ ok: true, value: 'INV-1' });
  });
});
