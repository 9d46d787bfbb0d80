// The report's message: what it shows, and that it fits into Slack's limits however many currencies, methods and agents there are.
import { describe, expect, test } from 'vitest';
import type { CurrencyTotals, Report } from '#payments/reports/totals.ts';
import { renderMessage } from '#sandbox/slack/render/render.ts';
import { type ReportContent, reportCard } from '#slack/cards/report.ts';
import { HOSTILE } from '#test/slack/every-order.ts';
import { expectGoodMessage } from '#test/slack/harmless.ts';

const PERIOD = { from: 0, to: 1, firstDay: '2026-11-16', lastDay: '2026-11-21', name: 'week' } as const;
const NOTHING: Report = { totals: [], reversed: [], review: 0, damaged: { count: 0, firstReferences: [] } };

const sum = (amount: string, currency: string, count: number) => ({ money: { amount, currency }, count });

const WEEK: Report = {
  ...NOTHING,
  totals: [
    {
      ...sum('12000.5', 'KES', 12),
      byMethod: [
        { of: 'MpesaKE', ...sum('11000.5', 'KES', 11) },
        { of: '', ...sum('1000', 'KES', 1) },
      ],
      byAgent: [{ of: 'U1', ...sum('12000.5', 'KES', 12) }],
    },
    {
      ...sum('9', 'USD', 1),
      byMethod: [{ of: 'Visa', ...sum('9', 'USD', 1) }],
      byAgent: [{ of: 'U2', ...sum('9', 'USD', 1) }],
    },
  ],
};

function card(own: Partial<ReportContent>) {
  return reportCard({
    report: WEEK,
    period: PERIOD,
    timeZone: 'Africa/Nairobi',
    requestedBy: 'U1',
    nameOf: (agent) => ({ U1: 'Amina Agent', U2: 'Brian Agent' })[agent] ?? agent,
    file: { rows: 13, leftOut: 0 },
    ...own,
  });
}

const read = (own: Partial<ReportContent>) =>
  renderMessage({ ...card(own), type: 'message' } as unknown as Parameters<typeof renderMessage>[0]);

/** More currencies, methods and agents than any merchant has, all of them named by `name`. */
function crowd(currencies: number, shares: number, name: (number: number) => string): Report {
  const share = (number: number) => ({ of: name(number), ...sum('123456789012.34', name(number), 1_234) });
  const one = (number: number): CurrencyTotals => ({
    ...sum('123456789012345.67', name(number), 123_456),
    byMethod: Array.from({ length: shares }, (_, index) => share(index)),
    byAgent: Array.from({ length: shares }, (_, index) => share(index)),
  });
  return {
    totals: Array.from({ length: currencies }, (_, index) => one(index)),
    reversed: Array.from({ length: currencies }, (_, index) => sum('1', name(index), 1)),
    review: 2_000,
    damaged: { count: 9, firstReferences: Array.from({ length: 5 }, (_, index) => name(index)) },
  };
}

describe('a report', () => {
  test('a report shows the period, the totals by currency, method and agent, and where the file is', () => {
    expect(read({})).toBe(
      [
        '*Payments of this week, 2026-11-16 to 2026-11-21*',
        'KES 12,000.50 in 12 payments',
        'By method',
        '• M-PESA Kenya: KES 11,000.50 in 11 payments',
        '• not known: KES 1,000.00 in 1 payment',
        'By agent',
        '• Amina Agent: KES 12,000.50 in 12 payments',
        'USD 9.00 in 1 payment',
        'By method',
        '• Visa: USD 9.00 in 1 payment',
        'By agent',
        '• Brian Agent: USD 9.00 in 1 payment',
        'The payments are a file in the thread.',
        'Asked by @U1 · Days begin at midnight in Nairobi.',
      ].join('\n'),
    );
    expect(card({}).text).toContain('KES 12,000.50 in 12 payments; USD 9.00 in 1 payment');
    expectGoodMessage(card({}));
  });

  test('a report mentions only the person who asked for it', () => {
    expect(JSON.stringify(card({})).match(/<@\w+>|"type":"user"/g)).toEqual(['<@U1>']);
  });

  test.each([
    [{ ...PERIOD, name: undefined }, 'of 2026-11-16 to 2026-11-21'],
    [{ ...PERIOD, firstDay: '2026-11-21', name: 'today' }, 'of today, 2026-11-21'],
    [{ ...PERIOD, lastDay: '2026-11-16', name: 'yesterday' }, 'of yesterday, 2026-11-16'],
    [{ ...PERIOD, firstDay: '2026-11-01', name: 'month' }, 'of this month, 2026-11-01 to 2026-11-21'],
  ] as const)('a report names its period (%#)', ({ name, ...days }, words) => {
    expect(read({ period: name ? { ...days, name } : days })).toContain(`*Payments ${words}*`);
  });

  test('a report shows reversed payments apart from the totals, and says when payments need review', () => {
    const reversed = [sum('40', 'KES', 1), sum('2', 'USD', 3)];
    const shown = read({ report: { ...WEEK, reversed, review: 1 } });
    expect(shown).toContain(
      'Paid back to customers, and not counted in the totals: KES 40.00 in 1 payment; USD 2.00 in 3 payments.',
    );
    expect(shown).toContain('*1 payment is not what was asked.* The totals count what was really paid');
    expect(read({})).not.toMatch(/Paid back|not what was asked|not complete/);
  });

  test('a report of reversed payments only has no totals, and says so', () => {
    const report = { ...NOTHING, reversed: [sum('40', 'KES', 1)] };
    expect(read({ report })).toContain('No payments to count in this period.');
    expectGoodMessage(card({ report }));
  });

  test('a report says that it is not complete when records cannot be read, and has no file when there is no other', () => {
    const report = { ...NOTHING, damaged: { count: 7, firstReferences: ['A', 'B', 'C', 'D', 'E'] } };
    const shown = read({ report, file: { rows: 0, leftOut: 0 } });
    expect(shown).toContain('not complete');
    expect(shown).toContain('its record of 7 payments: A, B, C, D, E, and 2 more.');
    expect(shown).not.toContain('in the thread');
  });

  test('a report says when the file could not hold all payments', () => {
    expect(read({ file: { rows: 100_000, leftOut: 2_345 } })).toContain(
      'The first 100,000 payments are a file in the thread; 2,345 more did not fit.',
    );
  });

  test('a report names the largest of many agents, and how many more there are', () => {
    const report = crowd(1, 300, (number) => `Agent ${number}`);
    const shown = read({ report });
    expect(shown).toContain('• Agent 0: ');
    expect(shown).not.toContain('• Agent 299: ');
    const named = shown.match(/^• Agent \d+: /gm)?.length ?? 0;
    expect(named).toBe(50);
    expect(shown.match(/^• and 275 more$/gm)).toHaveLength(2);
  });

  test.each([
    [1, 1],
    [1, 300],
    [3, 40],
    [10, 10],
    [36, 300],
  ])(
    'a report of %i currencies and %i methods and agents each fits into one message',
    (currencies, shares) => {
      const names = [
        (number: number) => `Agent “${number}” "of" the \\ long name`,
        () => HOSTILE,
        () => '"'.repeat(500),
        () => '🌽'.repeat(500),
      ];
      for (const name of names)
        expectGoodMessage(card({ report: crowd(currencies, shares, name), nameOf: name as () => string }));
    },
  );

  test('a report shows names and currencies as plain text', () => {
    expectGoodMessage(card({ report: crowd(2, 2, () => HOSTILE), nameOf: () => HOSTILE }));
  });
});
