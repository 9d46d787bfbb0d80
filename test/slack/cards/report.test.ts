// The report's message: what it shows, and that it fits into Slack's limits however many currencies, methods and agents there
// are.
import type { DataTableBlock } from '@slack/types';
import { describe, expect, test } from 'vitest';
import type { CurrencyTotals } from '#payments/reports/totals.ts';
import { type ReportContent, reportCard } from '#slack/cards/report.ts';
import { isShort } from '#test/proofs/how-many.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { HOSTILE } from '#test/slack/every-order.ts';
import { expectGoodMessage } from '#test/slack/harmless.ts';
import { CONTENT, crowd, NOTHING, sum, WEEK } from './report-content.ts';

function card(own: Partial<ReportContent>, how = {}) {
  return reportCard({ ...CONTENT, ...own }, how);
}

const read = (own: Partial<ReportContent>, how = {}) =>
  renderMessage({ ...card(own, how), type: 'message' } as unknown as Parameters<typeof renderMessage>[0]);

/** How many currencies, and how many methods and agents each; the last one is the hardest. */
const SIZES = [
  [1, 1],
  [1, 300],
  [3, 40],
  [10, 10],
  [36, 300],
] as const;

describe('a report', () => {
  test('a report shows the period, the totals with the period before, tables, and last of all a chart', () => {
    const before = { totals: [{ ...WEEK.totals[1], ...sum('3', 'USD', 1) } as CurrencyTotals], isPart: true };
    expect(read({ before })).toBe(
      [
        'Payments, 16 to 21 November 2026',
        'KES 12,000.50 in 12 payments · the week before, by this time KES 0.00',
        'USD 9.00 in 1 payment · the week before, by this time USD 3.00',
        '*Still unpaid now*\nNothing',
        '[table: By method]',
        '| Method | Currency | Amount | Payments |',
        '| M-PESA Kenya | KES | KES 11,000.50 | 11 |',
        '| Not known | KES | KES 1,000.00 | 1 |',
        '| Visa | USD | USD 9.00 | 1 |',
        '[table: By agent]',
        '| Agent | Currency | Amount | Payments |',
        '| Amina Agent | KES | KES 12,000.50 | 12 |',
        '| Brian Agent | USD | USD 9.00 | 1 |',
        'As it was Nov 22, 2026 6:00 AM · Asked by @U1 · Days begin at midnight in Nairobi.',
        '[bar chart: KES by day]',
        'KES: 16 Nov 12000, 17 Nov 0, 18 Nov 0, 19 Nov 0, 20 Nov 0.5, 21 Nov 0',
      ].join('\n'),
    );
    expect(card({}).text).toBe(
      'Payments, 16 to 21 November 2026: KES 12,000.50 in 12 payments; USD 9.00 in 1 payment.',
    );
    expectGoodMessage(card({}));
  });

  test('a report of one currency needs no column for it, and its amounts and counts sort as numbers', () => {
    const [table] = card({ report: { ...WEEK, totals: WEEK.totals.slice(0, 1) } }).blocks.filter(
      (block): block is DataTableBlock => block.type === 'data_table',
    );
    expect(table?.rows.slice(1)).toEqual([
      [
        { type: 'raw_text', text: 'M-PESA Kenya' },
        { type: 'raw_number', value: 11000.5, text: 'KES 11,000.50' },
        { type: 'raw_number', value: 11, text: '11' },
      ],
      [
        { type: 'raw_text', text: 'Not known' },
        { type: 'raw_number', value: 1000, text: 'KES 1,000.00' },
        { type: 'raw_number', value: 1, text: '1' },
      ],
    ]);
  });

  test('a report says the same in text for a Slack that takes no tables and charts', () => {
    const shown = read({}, { isPlain: true });
    for (const line of [
      'By method',
      '• M-PESA Kenya: KES 11,000.50 in 11 payments',
      'By agent',
      '• Brian Agent: USD 9.00 in 1 payment',
      'KES by day',
      '• 16 Nov: 12,000',
    ])
      expect(shown.split('\n')).toContain(line);
    expect(card({}, { isPlain: true }).blocks.map(({ type }) => type)).not.toContain('data_table');
    expectGoodMessage(card({}, { isPlain: true }));
  });

  test('a report mentions only the person who asked for it', () => {
    expect(JSON.stringify(card({ agent: 'U2' })).match(/<@\w+>|"type":"user"/g)).toEqual(['<@U1>']);
  });

  test('a report of one agent names that person and has no table of agents', () => {
    const shown = read({ agent: 'U2' });
    expect(shown).toContain('Payments of Brian Agent, 16 to 21 November 2026');
    expect(shown).not.toContain('[table: By agent]');
  });

  test('a report shows what went back, what is still unpaid and what is to review', () => {
    const openWork = { unpaid: [sum('6200', 'KES', 3), sum('5', 'USD', 1)], review: [sum('175', 'KES', 1)] };
    const report = { ...WEEK, paidBack: [sum('1030', 'KES', 3)] };
    const shown = read({ report, openWork });
    expect(shown).toContain('*Still unpaid now*\nKES 6,200.00 · 3\nUSD 5.00 · 1');
    expect(shown).toContain('*Paid back*\n– KES 1,030.00 · 3');
    expect(shown).toContain('*Net*\nKES 10,970.50');
    expect(shown).toContain('*To review now*\nKES 175.00 · 1');
    expect(read({})).not.toMatch(/Paid back|Net|To review|not complete/);
  });

  test('a report says how many currencies more are unpaid than it names', () => {
    const unpaid = [...'ABCDEFGHIJKL'].map((currency) => sum('9', currency, 1));
    expect(read({ openWork: { unpaid, review: [] } })).toContain('\nJ 9.00 · 1\n2 more currencies');
  });

  test('a currency that only the period before had is named with nothing in it', () => {
    const before = {
      totals: [{ ...WEEK.totals[1], ...sum('3', 'UGX', 1) } as CurrencyTotals],
      isPart: false,
    };
    expect(read({ before })).toContain('UGX 0 in 0 payments · the week before UGX 3');
  });

  test('a report says of which day on it is not final, and nothing once its last day is closed', () => {
    const at = (time: string) => read({ now: Date.parse(`${time}+03:00`) });
    expect(at('2026-11-21T15:00')).toContain('Not final: payments of 21 Nov still count');
    expect(at('2026-11-21T05:59')).toContain('Not final: payments of 20 Nov still count');
    expect(at('2026-11-22T05:59')).toContain('Not final: payments of 21 Nov still count');
    expect(at('2026-11-22T06:00')).not.toContain('Not final');
  });

  test('a report says what is late, what was corrected, and what is still being entered or indexed', () => {
    const late = [
      { paidDay: '2026-11-14', count: 2 },
      { paidDay: '2025-12-31', count: 1 },
    ];
    const report = { ...WEEK, late, corrected: [sum('-30', 'KES', 1)], isEntering: true };
    const shown = read({ report, isIndexing: true });
    expect(shown).toContain('because Teller learned of them late: 2 paid 14 Nov, 1 paid 31 Dec 2025.');
    expect(shown).toContain('Corrections are in the totals: KES -30.00.');
    expect(shown).toContain('still being entered');
    expect(shown).toContain('still being indexed');
  });

  test('a report with nothing but what went back has no payments, and says so', () => {
    const report = { ...NOTHING, paidBack: [sum('40', 'KES', 1)] };
    expect(read({ report })).toContain('No payments in this period.');
    expect(card({ report }).text).toBe(
      'Payments, 16 to 21 November 2026: KES 0.00 in no payments (KES 40.00 refunded, net KES -40.00).',
    );
    expectGoodMessage(card({ report }));
  });

  test('a report says that it is not complete when records cannot be read', () => {
    const report = { ...NOTHING, damaged: { count: 7, firstReferences: ['A', 'B', 'C', 'D', 'E'] } };
    const shown = read({ report, file: { rows: 0, leftOut: 0 } });
    expect(shown).toContain('not complete');
    expect(shown).toContain('its record of 7 payments: A, B, C, D, E, and 2 more.');
  });

  test('a report says when the file could not hold all of it', () => {
    expect(read({ file: { rows: 100_000, leftOut: 2_345 } })).toContain(
      'The file in the thread has the first 100,000 lines; 2,345 more did not fit.',
    );
  });

  test('a report that can be posted in a channel has the button, and one in the channel says as of when', () => {
    expect(read({ shareValue: 'C1 - week 2026-11-16..2026-11-21' })).toContain('[Post to channel]');
    expect(read({ shareValue: 'x' })).not.toContain('As it was');
    expect(read({})).not.toContain('[Post to channel]');
  });

  test('a report names the largest of many agents, and adds up the others in one row', () => {
    const report = crowd(1, 300, (number) => `Agent ${number}`);
    const shown = read({ report });
    expect(shown).toContain('| Agent 0 | ');
    expect(shown).not.toContain('| Agent 299 | ');
    const named = shown.match(/^\| Agent \d+ \| /gm)?.length ?? 0;
    expect(named).toBeGreaterThan(20);
    expect(shown.match(/^\| 2\d\d more \| Agent 0 \d/gm)).toHaveLength(2);
  });

  describe.each([
    { kind: 'long', name: (number: number) => `Agent “${number}” "of" the \\ long name` },
    { kind: 'hostile', name: () => HOSTILE },
    { kind: 'quoted', name: () => '"'.repeat(500) },
    { kind: 'drawn', name: () => '🌽'.repeat(500) },
  ])('with $kind names', ({ name }) => {
    test.each(isShort ? SIZES.slice(-1) : SIZES)(
      'a report of %i currencies and %i methods and agents each fits into one message',
      (currencies, shares) => {
        const openWork = { unpaid: [sum('1', name(1), 1)], review: [sum('1', name(1), 1)] };
        const report = crowd(currencies, shares, name);
        for (const isPlain of [false, true]) {
          expectGoodMessage(
            card({ report, openWork, nameOf: name as () => string, agent: 'U1' }, { isPlain }),
          );
          expectGoodMessage(card({ report, before: { totals: report.totals, isPart: true } }, { isPlain }));
        }
      },
    );
  });
});
