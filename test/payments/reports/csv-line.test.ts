// One line of a CSV file: any text, and nothing that a spreadsheet would take for a formula.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine } from '#payments/reports/csv-file.ts';
import { readCsv } from './read-csv.ts';

describe('a line', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", ' ', 'a', '1', '＝'),
    }),
  );

  test('a line of the CSV file keeps any text, with at most an apostrophe before it', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (cells) => {
        const [record, ...more] = readCsv(csvLine(cells));
        expect(more).toEqual([]);
        expect(record).toHaveLength(cells.length);
        for (const [index, cell] of cells.entries()) expect([cell, `'${cell}`]).toContain(record?.[index]);
      }),
    );
  });

  test('a line of the CSV file has no cell that a spreadsheet would take for a formula', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (cells) => {
        for (const cell of readCsv(csvLine(cells))[0] ?? [])
          expect(cell).not.toMatch(/^\s*[=+\-@＝]|^[\t\r\n]/);
      }),
    );
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', ' =1', '\u200b=1', '＝1'])(
    '%j gets an apostrophe in the CSV file',
    (cell) => {
      expect(csvLine([cell])).toBe(`"'${cell}"\r\n`);
    },
  );

  test.each(['a=b', "'=1", 'x', '', '1500', '123456789012345', '2026-11-21', 'O"Neill'])(
    '%j gets no apostrophe in the CSV file',
    (cell) => {
      expect(readCsv(csvLine([cell]))).toEqual([[cell]]);
    },
  );

  test('an amount below zero is a number in the CSV file', () => {
    expect(csvLine([{ amount: '-900.5' }])).toBe('"-900.5"\r\n');
  });

  test('a line of the CSV file has no half characters', () => {
    expect(csvLine(['\ud83d'])).toBe('"\ufffd"\r\n');
  });
});
