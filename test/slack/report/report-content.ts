// A report of a week as its card shows it, a digest of a quiet day, and a report that is larger than any.
import type { Digest } from '#payments/reports/digest.ts';
import type { Period } from '#payments/reports/period.ts';
import type { CurrencyTotals, Report } from '#payments/reports/totals.ts';
import type { ReportContent } from '#slack/report/card.ts';

const PERIOD: Period = {
  from: Date.parse('2026-11-16T00:00+03:00'),
  to: Date.parse('2026-11-22T00:00+03:00'),
  firstDay: '2026-11-16',
  lastDay: '2026-11-21',
  name: 'week',
  unit: 'week',
};
/** Later, when all its days are closed. */
const LATER = Date.parse('2026-11-22T09:00+03:00');
export const NOTHING: Report = {
  totals: [],
  paidBack: [],
  corrected: [],
  late: [],
  damaged: { count: 0, firstReferences: [] },
};

export const sum = (amount: string, currency: string, count: number) => ({
  money: { amount, currency },
  count,
});

export const WEEK: Report = {
  ...NOTHING,
  totals: [
    {
      ...sum('12000.5', 'KES', 12),
      byMethod: [
        { of: 'MpesaKE', ...sum('11000.5', 'KES', 11) },
        { of: '', ...sum('1000', 'KES', 1) },
      ],
      byAgent: [{ of: 'U1', ...sum('12000.5', 'KES', 12) }],
      byDay: [
        { of: '2026-11-16', ...sum('12000', 'KES', 11) },
        { of: '2026-11-20', ...sum('0.5', 'KES', 1) },
      ],
    },
    {
      ...sum('9', 'USD', 1),
      byMethod: [{ of: 'Visa', ...sum('9', 'USD', 1) }],
      byAgent: [{ of: 'U2', ...sum('9', 'USD', 1) }],
      byDay: [{ of: '2026-11-16', ...sum('9', 'USD', 1) }],
    },
  ],
};

export const CONTENT: ReportContent = {
  report: WEEK,
  period: PERIOD,
  before: { totals: [], isPart: false },
  openWork: { unpaid: [], review: [] },
  timeZone: 'Africa/Nairobi',
  now: LATER,
  requestedBy: 'U1',
  agent: undefined,
  nameOf: (agent) => ({ U1: 'Amina Agent', U2: 'Brian Agent' })[agent] ?? agent,
  file: { rows: 13, leftOut: 0 },
};

/** A digest of a day on which nothing happened. */
export const QUIET: Digest = {
  span: { from: Date.parse('2026-11-21T15:00Z'), to: Date.parse('2026-11-22T15:00Z') },
  isWeekly: false,
  report: NOTHING,
  earlier: NOTHING,
  oldLinks: [],
  review: [],
  refunds: [],
};

/** A digest with all that may be left to do. */
export const DIGEST: Digest = {
  ...QUIET,
  report: { ...WEEK, paidBack: [sum('1030', 'KES', 3)] },
  oldLinks: [sum('6200', 'KES', 3)],
  review: [sum('175', 'KES', 1)],
  refunds: [sum('1500', 'KES', 1)],
};

/** More currencies, methods and agents than any merchant has, all of them named by `name`. */
export function crowd(currencies: number, shares: number, name: (number: number) => string): Report {
  const share = (number: number) => ({ of: name(number), ...sum('123456789012.34', name(number), 1_234) });
  const one = (number: number): CurrencyTotals => ({
    ...sum('123456789012345.67', name(number), 123_456),
    byMethod: Array.from({ length: shares }, (_, index) => ({ ...share(index), money: money(number) })),
    byAgent: Array.from({ length: shares }, (_, index) => ({ ...share(index), money: money(number) })),
    byDay: [{ of: '2026-11-16', ...sum('1', name(number), 1) }],
  });
  const money = (number: number) => ({ amount: '123456789012.34', currency: name(number) });
  return {
    ...NOTHING,
    totals: Array.from({ length: currencies }, (_, index) => one(index)),
    paidBack: Array.from({ length: currencies }, (_, index) => sum('1', name(index), 1)),
    corrected: Array.from({ length: currencies }, (_, index) => sum('-1', name(index), 1)),
    late: Array.from({ length: 30 }, (_, index) => ({ paidDay: `2026-10-${10 + (index % 20)}`, count: 1 })),
    damaged: { count: 9, firstReferences: Array.from({ length: 5 }, (_, index) => name(index)) },
  };
}
