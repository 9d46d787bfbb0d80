// Reading a bulk's file: every dialect in which spreadsheets write, and what is named in a file that cannot be read.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_BYTES, MAX_ROWS, readRows } from '#payments/bulk/read-rows.ts';
import { type Dialect, EXCEL, writeCsv } from './spreadsheet.ts';

const TITLES = ['phone', 'amount', 'description'];
const FLOUR = ['0712345678', '1500', 'Flour'];
const flour = { row: 2, phone: '0712345678', amount: '1500', description: 'Flour' };
const rowsOf = (result: ReturnType<typeof readRows>) => (result.status === 'read' ? result.rows : result);
const readText = (text: string) => readRows(Buffer.from(text));

const dialect: fc.Arbitrary<Dialect> = fc.record({
  encoding: fc.constantFrom('utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16be', 'windows-1252'),
  separator: fc.constantFrom(',', ';', '\t'),
  lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
  quotes: fc.constantFrom('all', 'needed'),
  endsWithLineEnd: fc.boolean(),
});
/** Letters that every one of the encodings has, and whose bytes in Windows-1252 are never UTF-8. */
const text = fc
  .string({ unit: fc.constantFrom(...'abcXYZ 0123,;\t"\'\r\n.éñü'), maxLength: 20 })
  .filter((value) => !/^\s*(['"]|=)/.test(value));
/** Behind an amount a cell of three digits may be the rest of it, which is named and not read. */
const isRestOfAmount = (value: string) => /^\s*\d{3}(\D|$)/.test(value);
const oneLine = (value: string) => value.replace(/\s+/g, ' ').trim();
const titles = fc.record({
  phone: fc.constantFrom(
    'phone',
    'Phone',
    'PHONE NUMBER',
    'Number',
    'msisdn',
    'Mobile',
    'Téléphone',
    ' Phone No. ',
  ),
  amount: fc.constantFrom('amount', 'AMOUNT', 'Amount (KES)', 'Amt', 'Kiasi'),
  description: fc.constantFrom('description', 'Description', 'for', 'FOR', 'Details'),
  name: fc.constantFrom('name', 'Customer name', 'NAME'),
  reference: fc.constantFrom('reference', 'Ref', 'Ref. No', 'Invoice no.'),
  notes: fc.constantFrom('Notes', 'Column 7', ''),
});
const cells = fc.record({
  phone: fc.constantFrom('0712345678', '712345678', '+254 712 345678', '254712345678'),
  amount: fc.constantFrom('1500', '1500.5', '20', '0.50'),
  description: text.filter((value) => value.trim() !== '' && !isRestOfAmount(value)),
  name: text.filter((value) => !isRestOfAmount(value)),
  reference: fc.stringMatching(/^[A-Z]{2}-\d{1,5}$/),
  notes: fc.constant(''),
});

describe('any rows', () => {
  test('any rows that any program has written, with titles in any order, are read back with the numbers of the spreadsheet', () => {
    const names = ['phone', 'amount', 'description', 'name', 'reference', 'notes'] as const;
    const order = fc.shuffledSubarray([...names], { minLength: names.length });
    const rows = fc.array(fc.option(cells, { nil: undefined }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(dialect, titles, order, rows, (written, title, columns, wanted) => {
        const sheet = [
          columns.map((name) => title[name]),
          ...wanted.map((row) => columns.map((name) => row?.[name] ?? '')),
        ];
        const result = readRows(writeCsv(sheet, written));
        const expected = wanted.flatMap((row, index) =>
          row
            ? [
                {
                  row: index + 2,
                  phone: row.phone,
                  amount: row.amount.replace('0.50', '0.5'),
                  description: oneLine(row.description),
                  ...(oneLine(row.name) ? { name: oneLine(row.name) } : {}),
                  reference: row.reference,
                  ...(title.amount.includes('KES') ? { currency: 'KES' } : {}),
                },
              ]
            : [],
        );
        const ignored = [title.notes].filter(Boolean);
        expect(result).toEqual(
          expected.length > 0
            ? { status: 'read', rows: expected, faults: [], ignored }
            : { status: 'unreadable', fault: { problem: 'no_rows' } },
        );
      }),
      { numRuns: 500 },
    );
  });

  test('any bytes are read or named, and no row is lost without a word', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .string({ unit: fc.constantFrom(...'a1,;\t"\r\n '), maxLength: 200 })
        .map((body) => Buffer.from(`phone,amount,for\n${body}`)),
    );
    fc.assert(
      fc.property(bytes, (file) => {
        const result = readRows(file);
        if (result.status === 'unreadable') return;
        const numbers = [...result.rows, ...result.faults].map(({ row }) => row);
        expect(numbers.length).toBeGreaterThan(0);
        expect(Math.min(...numbers)).toBeGreaterThan(1);
        const named = new Set(result.faults.map(({ row }) => row));
        expect(result.rows.filter(({ row }) => named.has(row))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('how the file is written', () => {
  test('the letters that only Windows-1252 has are understood in a file that is no UTF-8', () => {
    const file = writeCsv([TITLES, ['0712345678', '1500', 'Mkate – Café’s']], {
      ...EXCEL,
      encoding: 'windows-1252',
    });
    expect(rowsOf(readRows(file))).toEqual([{ ...flour, description: 'Mkate – Café’s' }]);
  });

  test('line ends may be mixed, and a line end in quotes is a blank', () => {
    expect(
      rowsOf(readText('phone,amount,for\r0712345678,1500,"Flour,\r\n2 kg"\n0712345679,20,Salt')),
    ).toEqual([
      { ...flour, description: 'Flour, 2 kg' },
      { row: 3, phone: '0712345679', amount: '20', description: 'Salt' },
    ]);
  });

  test('a quote inside a text, a blank before quotes, and what stands behind them, are read as a spreadsheet reads them', () => {
    expect(
      rowsOf(readText('phone, amount ,for\n0712345678,1500,5" pipe\n0712345678, "1,500" ,"Fl"our\n')),
    ).toEqual([
      { ...flour, description: '5" pipe' },
      { ...flour, row: 3 },
    ]);
  });

  test('“sep=;” in the first line names the separator and is no row', () => {
    expect(rowsOf(readText('sep=;\r\nphone;amount;for\r\n0712345678;1500;Flour'))).toEqual([flour]);
  });

  test('empty rows before the titles, between and behind the rows count and are not read', () => {
    expect(rowsOf(readText(',,\n\nphone,amount,for\n,,\n0712345678,1500,Flour\n\n , ,\n'))).toEqual([
      { ...flour, row: 5 },
    ]);
  });

  test('a quote that is never closed is named with its row, because it would swallow the rows behind it', () => {
    expect(
      readText('phone,amount,for\n0712345678,1500,Flour\n0712345678,20,"Salt\n0712345678,30,Oil\n'),
    ).toEqual({
      status: 'unreadable',
      fault: { problem: 'open_quote', row: 3 },
    });
    expect(readText('phone,amount,"for\n0712345678,1500,Flour\n')).toEqual({
      status: 'unreadable',
      fault: { problem: 'open_quote', row: 1 },
    });
  });
});

describe('a file that is not read', () => {
  test.each<[string, Buffer, object]>([
    ['an empty file', Buffer.from(''), { problem: 'empty' }],
    ['a file with nothing but empty rows', Buffer.from('\ufeff,,\r\n\r\n'), { problem: 'empty' }],
    ['titles alone', writeCsv([TITLES]), { problem: 'no_rows' }],
    ['an Excel workbook', Buffer.from('PK\u0003\u0004 xl/workbook.xml'), { problem: 'workbook' }],
    ['an old Excel workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), { problem: 'workbook' }],
    ['a PDF', Buffer.from('%PDF-1.7'), { problem: 'workbook' }],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0, 0]), { problem: 'not_text' }],
    ['UTF-16 without its mark', Buffer.from('phone,amount,for', 'utf16le'), { problem: 'not_text' }],
    ['half of a letter in UTF-16', Buffer.from([0xff, 0xfe, 0x41, 0xd8]), { problem: 'not_text' }],
    [
      'no titles',
      writeCsv([FLOUR]),
      { problem: 'columns_missing', columns: ['phone', 'amount', 'description'], titles: FLOUR },
    ],
    [
      'a missing title',
      writeCsv([['phone', 'Note', 'for'], FLOUR]),
      { problem: 'columns_missing', columns: ['amount'], titles: ['phone', 'Note', 'for'] },
    ],
    [
      'two titles for one column',
      writeCsv([['Phone', 'amount', 'for', 'Mobile'], FLOUR]),
      { problem: 'column_doubled', column: 'phone', titles: ['Phone', 'Mobile'] },
    ],
    ['more than a megabyte', Buffer.alloc(MAX_BYTES + 1, 'a'), { problem: 'too_large' }],
    [
      'too many rows',
      writeCsv([TITLES, ...Array.from({ length: MAX_ROWS + 4 }, () => FLOUR)]),
      { problem: 'too_many_rows', rows: MAX_ROWS + 4 },
    ],
  ])('%s is named', (_, file, fault) => {
    expect(readRows(file)).toEqual({ status: 'unreadable', fault });
  });

  test('a hundred rows in a megabyte are read', () => {
    const rows = Array.from({ length: MAX_ROWS }, () => ['0712345678', '1500', 'x'.repeat(10_000)]);
    const result = readRows(writeCsv([TITLES, ...rows]));
    expect(result.status === 'read' && result.rows.length).toBe(MAX_ROWS);
  });
});
