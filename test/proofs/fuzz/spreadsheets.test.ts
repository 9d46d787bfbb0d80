// Files that people choose for a bulk: damaged spreadsheets in every dialect, and other bytes.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_ROWS, readRows } from '#payments/bulk/read-rows.ts';
import { type Dialect, encoded } from '#test/payments/bulk/spreadsheet.ts';
import { expectHarmless, expectQuick } from './harmless.ts';
import { textFrom } from './mutated.ts';

const ENCODINGS: readonly Dialect['encoding'][] = [
  'utf-8',
  'utf-8 with mark',
  'utf-16le',
  'utf-16be',
  'windows-1252',
];
const SHEETS = [
  'phone,amount,description\r\n0712345678,1500,Flour\r\n0722000000,"1,500.50","Seed, 2 bags"\r\n',
  'Téléphone;Montant;For;Ref. No\n712345678;1500,00;"two\nlines";INV-1\n;;;\n7.12E+08;1.500;Salt;\n',
  'sep=;\nName;Phone Number;Amount (KES);Details\n"Jane ""J"" Doe";+254 712 345678;Ksh 1,500/=;Tea\n',
  'number\tamt\tfor\tcurrency\tnotes\r2.54712345678E+11\t20\tSalt\tKES\tx\r',
  ',,\n\nMSISDN,Total,What for,Customer\n0712345678,1,500,Flour\n0712345678,1,500,Flour,x\n',
];

function read(file: Uint8Array): void {
  const result = readRows(file);
  if (result.status === 'unreadable') return;
  const { rows, faults } = result;
  expect(new Set([...rows, ...faults].map(({ row }) => row)).size).toBeLessThanOrEqual(MAX_ROWS);
  expect(rows.map(({ row }) => row)).toEqual(
    rows.map(({ row }) => row).toSorted((one, other) => one - other),
  );
  for (const { row, amount, ...texts } of rows) {
    expect(amount).toMatch(/^(-?\d+(\.\d+)?)?$/);
    expect(faults.map((fault) => fault.row)).not.toContain(row);
    for (const text of Object.values(texts)) expect(text).not.toMatch(/[\r\n\t]/);
  }
}

test('whatever is in the file, its rows are read or named, and the file is left as it is', async () => {
  const sheet = fc
    .tuple(textFrom(SHEETS), fc.constantFrom(...ENCODINGS))
    .map(([text, encoding]) => encoded(text, encoding));
  const damaged = fc.tuple(sheet, fc.nat(), fc.nat(255)).map(([bytes, at, byte]) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[at % copy.length] = byte;
    return copy;
  });
  await expectHarmless(fc.oneof(sheet, damaged, fc.uint8Array({ maxLength: 200 })), (file) => {
    const before = Buffer.from(file);
    read(file);
    expect(before.equals(file)).toBe(true);
  });
});

test('ten kilobytes are read in ten milliseconds, wherever they stand', () => {
  const places: ((text: string) => string)[] = [
    (text) => text,
    (text) => `phone,amount,for\n${text}`,
    (text) => `phone,amount,for\n0712345678,${text}`,
    (text) => `phone,amount,for\n${text},1500,Flour\n`,
    (text) => `phone;amount;for\n0712345678;"${text.replaceAll('"', '""')}";Flour\n`,
  ];
  for (const place of places) expectQuick((text) => read(Buffer.from(place(text))));
});
