// The CSV file of a report: every fact of a payment, safe in a spreadsheet, and without a customer's full number.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPaymentsCsv, csvLine } from '#payments/reports/csv.ts';
import { hostile, orderIn, PAYMENT, PHONE } from '#test/slack/every-order.ts';
import { expectMasked } from '#test/slack/harmless.ts';
import { numberOf } from '#test/store/sample-order.ts';
import { readCsv } from './read-csv.ts';

type Added = readonly (readonly [order: ReturnType<typeof orderIn>, agentName: string])[];

function fileOf(...added: Added) {
  const csv = createPaymentsCsv({ timeZone: 'Africa/Nairobi' });
  for (const [order, name] of added) csv.add(order, name);
  return csv.end();
}

function recordsOf(...added: Added): Record<string, string>[] {
  const [titles = [], ...records] = readCsv(
    fileOf(...added)
      .content.toString()
      .slice(1),
  );
  return records.map((record) => {
    expect(record).toHaveLength(titles.length);
    return Object.fromEntries(titles.map((title, index) => [title, record[index] ?? '']));
  });
}

describe('the file of a report', () => {
  test('the CSV file has every fact of a payment, in plain words', () => {
    const trackingId = 'af2234da-03ee-4b60-b2dd-dd746bcda1bd';
    expect(recordsOf([orderIn('paid', 'prompt'), 'Amina Agent'])).toEqual([
      {
        Day: '2023-11-15',
        'Paid at': '2023-11-15T01:14:20+03:00',
        Amount: '1234567.5',
        Currency: 'KES',
        State: 'Paid',
        'In the totals': 'yes',
        'Amount asked': '1234567.5',
        'Currency asked': 'KES',
        Method: 'M-PESA Kenya',
        'Confirmation code': 'SCJ8JQ26SW',
        'Paid from': '2547xxx45678',
        Reference: 'INV-1',
        Kind: 'PIN prompt',
        Description: 'Two bags of “maize” – Grade 1 🌽',
        Customer: 'Amina O’Neill',
        Phone: '254 7•• ••• 678',
        Agent: 'Amina Agent',
        'Agent in Slack': 'U1',
        'Tracking id': trackingId,
      },
    ]);
  });

  test('the CSV file marks payments in review and reversed ones, and which of them are in the totals', () => {
    const rows = recordsOf(
      [orderIn('review', 'link'), 'A'],
      [orderIn('reversed', 'charge'), 'A'],
      [orderIn('paid', 'link'), 'A'],
    );
    expect(rows.map((row) => [row['State'], row['In the totals'], row['Amount'], row['Currency']])).toEqual([
      ['Paid, but not what was asked: please review', 'yes', '9', 'USD'],
      ['Paid back to the customer', 'no', '1234567.5', 'KES'],
      ['Paid', 'yes', '1234567.5', 'KES'],
    ]);
    expect(rows.map((row) => [row['Kind'], row['Reference']])).toEqual([
      ['Payment link', 'INV-1'],
      ['Recurring charge', 'INV-0'],
      ['Payment link', 'INV-1'],
    ]);
  });

  test('the CSV file leaves empty what nobody knows, and takes the time of the last change where the payment has none', () => {
    const { payment: _, ...unpaid } = orderIn('paid', 'link');
    const bare = { ...unpaid, customer: {}, service: {}, changedAt: Date.parse('2026-11-21T09:00:00Z') };
    const [row] = recordsOf([bare, 'A']);
    expect(row).toMatchObject({
      ...{ 'Paid at': '2026-11-21T12:00:00+03:00', 'Confirmation code': '', 'Paid from': '' },
      ...{ Customer: '', Phone: '', 'Tracking id': '' },
    });
    const [named] = recordsOf([{ ...bare, customer: { lastName: 'Otieno', phone: numberOf(PHONE) } }, 'A']);
    expect(named).toMatchObject({ Customer: 'Otieno', Phone: '254 7•• ••• 678' });
  });

  test('the CSV file masks a payer’s number however its digits are parted', () => {
    const paidFrom = (payer: string) => {
      const order = { ...orderIn('paid', 'link'), payment: { ...PAYMENT, payer } };
      return recordsOf([order, 'A'])[0]?.['Paid from'];
    };
    for (const payer of ['254 712 345 678', '254-712-345-678', '254.712.345.678', '254 (712) 345 - 678'])
      expect(paidFrom(payer)).toBe('2547•••678');
    expect(paidFrom('Amina (Nairobi)')).toBe('Amina (Nairobi)');
    expect(paidFrom('M-PESA 12')).toBe('M-PESA 12');
  });

  test('the CSV file is full with the first payment that does not fit, and a shorter one does not come after it', () => {
    const [short, long] = [
      { ...orderIn('paid', 'link') },
      { ...orderIn('paid', 'link'), description: 'x'.repeat(500) },
    ];
    const whole = fileOf([short, 'A']).content.length;
    const csv = createPaymentsCsv({ timeZone: 'Africa/Nairobi', maxBytes: whole });
    csv.add(short, 'A');
    expect(csv.end()).toMatchObject({ rows: 1, leftOut: 0 });
    const full = createPaymentsCsv({ timeZone: 'Africa/Nairobi', maxBytes: whole });
    for (const order of [long, short]) full.add(order, 'A');
    expect(full.end()).toMatchObject({ rows: 0, leftOut: 2 });
  });

  test('the CSV file begins with one byte order mark and ends every line as RFC 4180 says', () => {
    const bytes = fileOf([orderIn('paid', 'link'), 'A']).content;
    expect([...bytes.subarray(0, 4)]).toEqual([0xef, 0xbb, 0xbf, '"'.charCodeAt(0)]);
    expect(bytes.toString().slice(1)).not.toContain('\ufeff');
    expect(bytes.toString().endsWith('\r\n')).toBe(true);
  });

  // SPEC.md: keeps-22-digits-cards
  test('the CSV file keeps all 22 digits of a card’s confirmation code in a spreadsheet', () => {
    const payment = { ...PAYMENT, confirmationCode: '1234567890123456789012' };
    const [row] = recordsOf([orderIn('paid', 'link', { payment }), 'A']);
    expect(row?.['Confirmation code']).toBe("'1234567890123456789012");
  });

  test.each([PHONE, `+${PHONE}`, `0${PHONE.slice(3)}`, '+254 712 345-678', '0712 345 678'])(
    'the CSV file never has the customer’s number in full, not even when the service writes it as %s',
    (payer) => {
      const [row] = recordsOf([orderIn('paid', 'prompt', { payment: { ...PAYMENT, payer } }), 'A']);
      expectMasked(row);
      expect(row?.['Paid from']).toMatch(/678$/);
    },
  );

  test('the CSV file has a card’s number as the service masked it', () => {
    const payment = { ...PAYMENT, payer: '476173xxxxxx0010' };
    const [row] = recordsOf([orderIn('paid', 'link', { payment }), 'A']);
    expect(row?.['Paid from']).toBe('476173xxxxxx0010');
  });

  test('the CSV file has one line for each payment, whatever people and the service wrote', () => {
    expect(
      recordsOf([hostile(orderIn('review', 'prompt')), '=A1'], [orderIn('paid', 'link'), 'B']),
    ).toHaveLength(2);
  });

  test.each([
    ['America/New_York', '2023-11-14', '2023-11-14T17:14:20-05:00'],
    ['UTC', '2023-11-14', '2023-11-14T22:14:20+00:00'],
    ['Asia/Kolkata', '2023-11-15', '2023-11-15T03:44:20+05:30'],
  ])('in the time zone %s the CSV file has the day %s and the time %s', (timeZone, day, time) => {
    const csv = createPaymentsCsv({ timeZone });
    csv.add(orderIn('paid', 'prompt'), 'Amina Agent');
    const [titles = [], row = []] = readCsv(csv.end().content.toString().slice(1));
    expect([row[titles.indexOf('Day')], row[titles.indexOf('Paid at')]]).toEqual([day, time]);
  });

  test('the CSV file has the oldest payments up to its maximum size, and the others are counted', () => {
    const csv = createPaymentsCsv({ timeZone: 'Africa/Nairobi', maxBytes: 2_000 });
    for (let number = 0; number < 20; number += 1) csv.add(orderIn('paid', 'link'), `Agent ${number}`);
    const { content, rows, leftOut } = csv.end();
    expect(content.length).toBeLessThanOrEqual(2_000);
    expect(rows).toBeGreaterThan(2);
    expect(rows + leftOut).toBe(20);
    const records = readCsv(content.toString().slice(1)).slice(1);
    expect(records.map((record) => record.find((cell) => /^Agent \d+$/.test(cell)))).toEqual(
      Array.from({ length: rows }, (_, number) => `Agent ${number}`),
    );
  });

  test('the CSV file of many payments is their lines one after another', () => {
    const added: Added = Array.from({ length: 700 }, (_, number) => [
      orderIn('paid', 'link'),
      `Agent ${number}`,
    ]);
    const rows = recordsOf(...added);
    expect(rows.map((row) => row['Agent'])).toEqual(added.map(([, name]) => name));
  });
});

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

  test('a line of the CSV file has no half characters', () => {
    expect(csvLine(['\ud83d'])).toBe('"\ufffd"\r\n');
  });
});
