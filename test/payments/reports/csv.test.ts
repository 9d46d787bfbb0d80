// The CSV file of a report: every fact of an entry, safe in a spreadsheet, and without a customer's full number.
import { describe, expect, test } from 'vitest';
import { TELLER } from '#orders/audit-line.ts';
import { withEntries } from '#orders/entries.ts';
import { erased } from '#orders/forgetting.ts';
import type { Order } from '#orders/order.ts';
import { ERASED } from '#orders/order-fields.ts';
import { type CsvRow, createEntriesCsv } from '#payments/reports/csv.ts';
import { hostile, msisdn, orderIn, PAYMENT, PHONE } from '#test/slack/every-order.ts';
import { expectMasked } from '#test/slack/harmless.ts';
import { readCsv } from './read-csv.ts';

const TIME_ZONE = 'Africa/Nairobi';
const URL = 'https://duka.slack.com/archives/C1/p1700000000000100';

type Added = readonly (readonly [order: Order, name: string, parent?: Order])[];

function linesOf([given, name, parent]: Added[number]): CsvRow[] {
  const order = withEntries(given, TIME_ZONE);
  const nameOf = () => name;
  return (order.entries ?? []).map((entry) => ({ entry, order, parent, nameOf, cardUrl: URL }));
}

function fileOf(...added: Added) {
  const csv = createEntriesCsv({ timeZone: TIME_ZONE });
  for (const row of added.flatMap(linesOf)) csv.add(row);
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
  test('the CSV file has every fact of an entry, in plain words, and names the time zone of its times', () => {
    expect(recordsOf([orderIn('paid', 'prompt'), 'Amina Agent'])).toEqual([
      {
        Day: '2023-11-15',
        'Time (Africa/Nairobi)': '2023-11-15 01:14:20',
        'Requested at (Africa/Nairobi)': '2023-11-15 01:13:20',
        Currency: 'KES',
        Requested: '1234567.5',
        Paid: '1234567.5',
        Kind: 'Payment',
        Method: 'M-PESA Kenya',
        Code: 'SCJ8JQ26SW',
        Payer: '2547xxx45678',
        Reference: 'INV-1',
        'Tracking id': 'af2234da-03ee-4b60-b2dd-dd746bcda1bd',
        'Account number': 'ACC-9',
        Agent: 'Amina Agent',
        Customer: 'Amina O’Neill',
        Description: 'Two bags of “maize” – Grade 1 🌽',
        'Cancelled or accepted by': '',
        Card: URL,
      },
    ]);
  });

  test('the CSV file has a line for what went back, below zero, so that its column adds up', () => {
    const rows = recordsOf([orderIn('reversed', 'charge'), 'A'], [orderIn('paid', 'link'), 'A']);
    expect(rows.map((row) => [row['Kind'], row['Paid'], row['Reference']])).toEqual([
      ['Recurring charge', '1234567.5', 'INV-0'],
      ['Reversal', '-1234567.5', 'INV-0'],
      ['Payment', '1234567.5', 'INV-1'],
    ]);
  });

  test('the CSV file says what was asked in another currency, and who accepted what came, by name', () => {
    const accepted = { ...orderIn('review', 'link'), state: 'paid', acceptedBy: 'U2' } as const;
    const [row] = recordsOf([accepted, 'Brian Agent']);
    expect(row).toMatchObject({ Currency: 'USD', Paid: '9', Requested: 'KES 1234567.5' });
    expect(row?.['Cancelled or accepted by']).toBe('Brian Agent');
  });

  test('the CSV file says that Teller cancelled an order at its deadline, which was paid all the same', () => {
    const [row] = recordsOf([{ ...orderIn('paid', 'link'), cancelledBy: TELLER }, 'Brian Agent']);
    expect(row?.['Cancelled or accepted by']).toBe('Teller (deadline)');
  });

  test('the CSV file marks a payment that Teller learned of late with the day on which it was paid', () => {
    const late = { ...orderIn('paid', 'link'), changedAt: Date.UTC(2023, 10, 20, 9) };
    const [row] = recordsOf([late, 'A']);
    expect(row).toMatchObject({ Day: '2023-11-20', Kind: 'Payment, paid 15 Nov' });
    expect(row?.['Time (Africa/Nairobi)']).toBe('2023-11-20 12:00:00');
  });

  test('the CSV file has the customer and the account number of a charge’s recurring order, unless the charge’s customer was erased', () => {
    const recurring = {
      accountNumber: 'ACC-7',
      startDay: '2026-01-01',
      endDay: '2026-12-31',
      frequency: 'MONTHLY',
    } as const;
    const parent = { ...orderIn('paid', 'link'), recurring, customer: { firstName: 'Wanjiru' } };
    const [row] = recordsOf([orderIn('paid', 'charge'), 'A', parent]);
    expect(row).toMatchObject({ 'Account number': 'ACC-7', Customer: 'Wanjiru' });
    const [ofErased] = recordsOf([erased(orderIn('paid', 'charge'), 'U2', 1), 'A', parent]);
    expect(ofErased).toMatchObject({ 'Account number': parent.reference, Customer: ERASED, Payer: ERASED });
    expect(ofErased).toMatchObject({ Paid: row?.['Paid'], Code: row?.['Code'], Description: ERASED });
  });

  test('the CSV file masks an account number that is the customer’s phone number, of a recurring order and of its charge', () => {
    const order = orderIn('paid', 'recurring link');
    const { recurring } = order;
    if (!recurring) throw new Error('it recurs');
    const parent = { ...order, recurring: { ...recurring, accountNumber: '0712 345678' } };
    const rows = recordsOf([parent, 'A'], [orderIn('paid', 'charge', { customer: {} }), 'A', parent]);
    expect(rows.map((row) => row['Account number'])).toEqual(["'+254 7•• ••• 678", "'+254 7•• ••• 678"]);
    expectMasked(rows);
  });

  test('the CSV file leaves empty what nobody knows, and takes the time of the last change where the payment has none', () => {
    const payments = [{ paid: PAYMENT.paid, method: '', confirmationCode: '', payer: '' }];
    const paid = orderIn('paid', 'link', { payments });
    const bare = { ...paid, customer: {}, provider: {}, changedAt: Date.parse('2026-11-21T09:00:00Z') };
    expect(recordsOf([bare, 'A'])[0]).toMatchObject({
      'Time (Africa/Nairobi)': '2026-11-21 12:00:00',
      Code: '',
      Payer: '',
      Customer: '',
      'Tracking id': '',
    });
    expect(recordsOf([{ ...bare, customer: { lastName: 'Otieno' } }, 'A'])[0]?.['Customer']).toBe('Otieno');
  });

  test('the CSV file has the code of a payment also where the payment service said it only later', () => {
    const before = withEntries(
      orderIn('paid', 'link', { payments: [{ ...PAYMENT, confirmationCode: '' }] }),
      TIME_ZONE,
    );
    const [row] = recordsOf([{ ...before, payments: [PAYMENT] }, 'A']);
    expect(row?.['Code']).toBe(PAYMENT.confirmationCode);
  });

  test('the CSV file masks the customer’s number in the name and in the description', () => {
    const customer = { firstName: 'Jane', lastName: '0712-345-678', phone: msisdn() };
    const order = orderIn('paid', 'link', { customer, description: `Flour for ${PHONE}` });
    expect(recordsOf([order, 'A'])).toMatchObject([
      { Customer: 'Jane +254 7•• ••• 678', Description: 'Flour for +254 7•• ••• 678' },
    ]);
  });

  test('the CSV file masks a payer’s number however its digits are parted', () => {
    const paidFrom = (payer: string) =>
      recordsOf([{ ...orderIn('paid', 'link'), payments: [{ ...PAYMENT, payer }] }, 'A'])[0]?.['Payer'];
    for (const payer of ['254 712 345 678', '254-712-345-678', '254.712.345.678', '254 (712) 345 - 678'])
      expect(paidFrom(payer)).toBe("'+254 7•• ••• 678");
    expect(paidFrom('Amina (Nairobi)')).toBe('Amina (Nairobi)');
    expect(paidFrom('M-PESA 12')).toBe('M-PESA 12');
  });

  test('the CSV file is full with the first entry that does not fit, and a shorter one does not come after it', () => {
    const short = linesOf([orderIn('paid', 'link'), 'A']);
    const long = linesOf([{ ...orderIn('paid', 'link'), description: 'x'.repeat(500) }, 'A']);
    const maxBytes = fileOf([orderIn('paid', 'link'), 'A']).content.length;
    const fileWith = (rows: readonly CsvRow[]) => {
      const csv = createEntriesCsv({ timeZone: TIME_ZONE, maxBytes });
      for (const row of rows) csv.add(row);
      return csv.end();
    };
    expect(fileWith(short)).toMatchObject({ rows: 1, leftOut: 0 });
    expect(fileWith([...long, ...short])).toMatchObject({ rows: 0, leftOut: 2 });
  });

  test('the CSV file begins with one byte order mark and ends every line as RFC 4180 says', () => {
    const bytes = fileOf([orderIn('paid', 'link'), 'A']).content;
    expect([...bytes.subarray(0, 4)]).toEqual([0xef, 0xbb, 0xbf, '"'.charCodeAt(0)]);
    expect(bytes.toString().slice(1)).not.toContain('\ufeff');
    expect(bytes.toString().endsWith('\r\n')).toBe(true);
  });

  test('the CSV file keeps all 22 digits of a card’s confirmation code in a spreadsheet', () => {
    const payment = { ...PAYMENT, confirmationCode: '1234567890123456789012' };
    const [row] = recordsOf([orderIn('paid', 'link', { payments: [payment] }), 'A']);
    expect(row?.['Code']).toBe("'1234567890123456789012");
  });

  test.each([PHONE, `+${PHONE}`, `0${PHONE.slice(3)}`, '+254 712 345-678', '0712 345 678'])(
    'the CSV file never has the customer’s number in full, not even when the service writes it as %s',
    (payer) => {
      const [row] = recordsOf([orderIn('paid', 'prompt', { payments: [{ ...PAYMENT, payer }] }), 'A']);
      expectMasked(row);
      expect(row?.['Payer']).toMatch(/678$/);
    },
  );

  test('the CSV file has a card’s number as the service masked it', () => {
    const payment = { ...PAYMENT, payer: '476173xxxxxx0010' };
    const [row] = recordsOf([orderIn('paid', 'link', { payments: [payment] }), 'A']);
    expect(row?.['Payer']).toBe('476173xxxxxx0010');
  });

  test('the CSV file has one line for each entry, whatever people and the service wrote', () => {
    expect(
      recordsOf([hostile(orderIn('review', 'prompt')), '=A1'], [orderIn('paid', 'link'), 'B']),
    ).toHaveLength(2);
  });

  test.each([
    ['America/New_York', '2023-11-14 17:14:20'],
    ['UTC', '2023-11-14 22:14:20'],
    ['Asia/Kolkata', '2023-11-15 03:44:20'],
  ])('in the time zone %s the CSV file has the time %s, and the day of the entry', (timeZone, time) => {
    const csv = createEntriesCsv({ timeZone });
    for (const row of linesOf([orderIn('paid', 'prompt'), 'Amina Agent'])) csv.add(row);
    const [titles = [], row = []] = readCsv(csv.end().content.toString().slice(1));
    const day = row[titles.indexOf('Day')];
    expect([day, row[titles.indexOf(`Time (${timeZone})`)]]).toEqual(['2023-11-15', time]);
  });

  test('the CSV file has the first entries up to its maximum size, and the others are counted', () => {
    const csv = createEntriesCsv({ timeZone: TIME_ZONE, maxBytes: 2_000 });
    for (let number = 0; number < 20; number += 1)
      for (const row of linesOf([orderIn('paid', 'link'), `Agent ${number}`])) csv.add(row);
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
