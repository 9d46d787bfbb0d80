// Reading one row of a bulk's file: which cell means what, and which rows are named.
import { describe, expect, test } from 'vitest';
import { parseMsisdn } from '#lib/msisdn.ts';
import { readRows } from '#payments/bulk/read-rows.ts';
import { encoded, writeCsv } from './spreadsheet.ts';

const TITLES = ['phone', 'amount', 'description'];
const FLOUR = ['0712345678', '1500', 'Flour'];
const flour = { row: 2, phone: '0712345678', amount: '1500', description: 'Flour' };
const read = (...rows: readonly (readonly string[])[]) => readRows(writeCsv(rows));
const readText = (text: string) => readRows(Buffer.from(text));
const rowsOf = (result: ReturnType<typeof readRows>) => (result.status === 'read' ? result.rows : result);

describe('a row', () => {
  test('cells without a title beside the row are named, because an amount with a comma moves all cells behind it', () => {
    expect(readText('phone,amount,for\n0712345678,1,500,Flour\n0712345678,20,Salt,,\n')).toEqual({
      status: 'read',
      rows: [{ row: 3, phone: '0712345678', amount: '20', description: 'Salt' }],
      faults: [{ row: 2, problem: 'too_many_cells' }],
      ignored: [],
    });
  });

  test('an amount that was cut in two at its comma is named where titles enough are left, and not where a reference follows', () => {
    const file =
      'phone,amount,for,name,ref\n0712345678,1,500,Flour\n0712345678,Ksh 1,500.00,Flour\n0712345678,"1","500"\n';
    expect(readText(file)).toMatchObject({
      rows: [{ row: 4, amount: '1', description: '500' }],
      faults: [
        { row: 2, problem: 'cut_in_two', column: 'amount', text: '1' },
        { row: 3, problem: 'cut_in_two', column: 'amount', text: 'Ksh 1' },
      ],
    });
    expect(rowsOf(readText('phone,for,amount,ref\n0712345678,Flour,50,101'))).toMatchObject([
      { amount: '50', reference: '101' },
    ]);
  });

  test('an amount that was cut in two is named with the marks and blanks that stand behind it', () => {
    const file =
      'phone,amount,for,name\n0712345678,1,500/=,Flour\n0712345678,1 ,500 ,Flour\n0712345678,1,500,000\n';
    expect(readText(file)).toMatchObject({
      rows: [],
      faults: [2, 3, 4].map((row) => ({ row, problem: 'cut_in_two' })),
    });
  });

  test('“Shs” and “sh” are the shillings of the merchant', () => {
    const file = 'phone,Amount (Shs),for,currency\n0752345678,50000,Fees,\n0752345678,Shs 500,Fees,shs\n';
    for (const [home, currency] of [
      ['UGX', 'UGX'],
      ['TZS', 'TZS'],
      ['KES', 'KES'],
      ['USD', 'KES'],
    ] as const)
      expect(rowsOf(readRows(Buffer.from(file), home))).toMatchObject([{ currency }, { currency }]);
    const named = 'phone,Amount (UGX),for\n0752345678,"Shs 5,000",Fees\n';
    expect(rowsOf(readRows(Buffer.from(named), 'UGX'))).toMatchObject([{ amount: '5000', currency: 'UGX' }]);
  });

  test('every fault of a row is named, and empty cells are left to the checks of a form', () => {
    expect(read([...TITLES, 'ref'], ['7.12E+08', '1.500', 'Flour', '1.2E+15'], ['', '', 'Flour'])).toEqual({
      status: 'read',
      rows: [{ row: 3, phone: '', amount: '', description: 'Flour' }],
      faults: [
        { row: 2, problem: 'digits_lost', column: 'phone', text: '7.12E+08' },
        { row: 2, problem: 'unclear', column: 'amount', text: '1.500' },
        { row: 2, problem: 'digits_lost', column: 'reference', text: '1.2E+15' },
      ],
      ignored: [],
    });
  });

  test('a currency may stand in its column, in the title of the amounts or beside the amount, and two that differ are named', () => {
    const titles = ['phone', 'Amount (UGX)', 'for', 'Currency'];
    expect(
      read(
        titles,
        [...FLOUR, 'Ush'],
        ['0712345678', 'Ugx 1,500', 'Flour'],
        ['0712345678', 'Ksh 15', 'Flour'],
      ),
    ).toEqual({
      status: 'read',
      rows: [
        { ...flour, currency: 'UGX' },
        { ...flour, row: 3, currency: 'UGX' },
      ],
      faults: [{ row: 4, problem: 'two_currencies', column: 'amount', text: 'Ksh 15' }],
      ignored: [],
    });
    expect(rowsOf(read([...TITLES, 'currency'], [...FLOUR, 'kes'], [...FLOUR, 'Bitcoin']))).toEqual([
      { ...flour, currency: 'KES' },
      { ...flour, row: 3, currency: 'Bitcoin' },
    ]);
  });

  test('columns that are not read are said', () => {
    expect(read(['Shop', ...TITLES, '', 'Note'], ['Nakuru', ...FLOUR, '', 'x'])).toMatchObject({
      rows: [flour],
      ignored: ['Shop', 'Note'],
    });
  });

  test.each(['utf-8 with mark', 'utf-16le'] as const)(
    'a number that lost its zero is read as a phone’s, in %s',
    (encoding) => {
      const [row] = [
        rowsOf(readRows(encoded('phone\tamount\tfor\r\n712345678\t1500\tFlour', encoding))),
      ].flat();
      expect(row).toMatchObject({ phone: '712345678' });
      expect(parseMsisdn('712345678', 'KE')).toEqual({ ok: true, value: '254712345678' });
    },
  );
});
