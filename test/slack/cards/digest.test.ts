// A channel's digest: what it shows, one line when nothing happened, and that it fits into one message.
import { describe, expect, test } from 'vitest';
import type { Digest } from '#payments/reports/digest.ts';
import { digestCard } from '#slack/cards/digest.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';
import { HOSTILE } from '#test/slack/every-order.ts';
import { expectGoodMessage } from '#test/slack/harmless.ts';
import { crowd, NOTHING, QUIET, sum, WEEK } from './report-content.ts';

const NAMES: Readonly<Record<string, string>> = { U1: 'Amina Agent', U2: 'Brian Agent' };

const card = (own: Partial<Digest>, nameOf = (agent: string) => NAMES[agent] ?? agent) =>
  digestCard({ ...QUIET, ...own }, { nameOf, timeZone: 'Africa/Nairobi' });
const read = (own: Partial<Digest>) =>
  renderMessage({ ...card(own), type: 'message' } as unknown as Parameters<typeof renderMessage>[0]);

describe('a digest', () => {
  test('names its span and sums up each currency beside the span before, by method and agent', () => {
    const text = read({ report: WEEK, earlier: { ...NOTHING, totals: WEEK.totals.slice(0, 1) } });
    expect(text).toMatch(/^\*Payments\* from Nov 21, 2026 3:00 PM to Nov 22, 2026 3:00 PM/);
    for (const line of [
      '*KES 12,000.50* in 12 payments · the day before KES 12,000.50',
      '*USD 9.00* in 1 payment · the day before USD 0.00',
      'M-PESA Kenya  KES 11,000.50 · 11',
      'not known  KES 1,000.00 · 1',
      'Amina Agent  KES 12,000.50 · 12',
      'Brian Agent  USD 9.00 · 1',
    ])
      expect(text).toContain(line);
    expect(read({ report: WEEK, isWeekly: true })).toContain('· the week before KES 0.00');
  });

  test('has a line for a currency that had payments in the span before and has none now', () => {
    const [shillings, dollars] = WEEK.totals;
    if (!shillings || !dollars) throw new Error('the sample has two currencies');
    const report = { ...WEEK, totals: [shillings] };
    const text = read({ report, earlier: { ...NOTHING, totals: [dollars] } });
    expect(text).toContain('*KES 12,000.50* in 12 payments · the day before KES 0.00');
    expect(text).toContain('*USD 0.00* in no payments · the day before USD 9.00');
    expect(card({ report, earlier: { ...NOTHING, totals: [dollars] } }).text).toMatch(
      /: KES 12,000\.50 in 12 payments; USD 0\.00 in no payments\.$/,
    );
  });

  test('says in its one line what the span before had, when nothing happened in this one', () => {
    const text = read({ earlier: { ...NOTHING, totals: WEEK.totals } });
    expect(text.split('\n')).toHaveLength(1);
    expect(text).toMatch(/ · no payments · the day before KES 12,000\.50, USD 9\.00$/);
  });

  test('says to screen readers in one sentence what it is about, by the clock of the settings', () => {
    expect(card({ report: WEEK }).text).toBe(
      'Payments from 21 Nov, 18:00 to 22 Nov, 18:00 (Nairobi): KES 12,000.50 in 12 payments; USD 9.00 in 1 payment.',
    );
    expect(card({}).text).toBe('Payments from 21 Nov, 18:00 to 22 Nov, 18:00 (Nairobi): no payments.');
  });

  test('is one line when nothing happened', () => {
    expect(read({}).split('\n')).toHaveLength(1);
    expect(read({})).toMatch(/ · no payments$/);
  });

  test('says what is left to do, also when nothing was paid', () => {
    const text = read({
      report: { ...NOTHING, paidBack: [sum('500', 'KES', 1)], damaged: { count: 2, firstReferences: [] } },
      oldLinks: [sum('6200', 'KES', 3), sum('5', 'USD', 1)],
      review: [sum('175', 'KES', 1)],
      refunds: [sum('500', 'KES', 2), sum('5', 'USD', 1)],
    });
    for (const line of [
      '*KES 0.00* in no payments (KES 500.00 refunded, net KES -500.00) · the day before KES 0.00',
      '*4 links are unpaid* for more than three days: KES 6,200.00, USD 5.00.',
      '*1 payment to review*: KES 175.00. `find review` lists it.',
      '*3 refunds are under way*: KES 500.00, USD 5.00.',
      'The sums lack 2 payments whose record Teller cannot read.',
    ])
      expect(text).toContain(line);
  });

  test('shows gross, refunded and net of each currency in which something was refunded', () => {
    const report = { ...WEEK, paidBack: [sum('500.25', 'KES', 1), sum('7', 'UGX', 1)] };
    const text = read({ report });
    expect(text).toContain(
      '*KES 12,000.50* in 12 payments (KES 500.25 refunded, net KES 11,500.25) · the day before KES 0.00',
    );
    expect(text).toContain('*USD 9.00* in 1 payment · the day before USD 0.00');
    expect(text).toContain('*UGX 0* in no payments (UGX 7 refunded, net UGX -7) · the day before UGX 0');
    expect(card({ report }).text).toMatch(
      /: KES 12,000\.50 in 12 payments \(KES 500\.25 refunded, net KES 11,500\.25\); USD 9\.00 in 1 payment; UGX 0 /,
    );
  });

  test('says that older orders are still being indexed, so that more may be left to do', () => {
    expect(read({ isIndexing: true })).toContain('Older orders are still being indexed, so what is unpaid');
    expect(read({})).not.toContain('indexed');
  });

  test('says what corrections have come to that are in its sums and are no payments', () => {
    const report = { ...WEEK, corrected: [sum('-30', 'KES', 1)] };
    expect(read({ report })).toContain('Corrections are in the sums: KES -30.00.');
    expect(read({ report: WEEK })).not.toContain('Corrections');
  });

  test('says how many currencies more there are than it names', () => {
    const sums = [...'ABCDEF'].map((currency) => sum('9', currency, 1));
    const text = read({ report: { ...crowd(7, 1, (number) => `C${number}`), paidBack: [] }, review: sums });
    expect(text).toContain(
      'C4 123,456,789,012,345.67* in 123,456 payments · the day before C4 0.00\n2 more currencies',
    );
    expect(text).toContain(
      '*6 payments to review*: A 9.00, B 9.00, C 9.00, D 9.00, E 9.00, 1 more currency.',
    );
  });

  test('of many currencies, methods and agents with foreign names fits into one message', () => {
    const report = crowd(36, 300, () => HOSTILE);
    const content = card(
      {
        report,
        earlier: report,
        oldLinks: report.paidBack,
        review: report.paidBack,
        refunds: report.paidBack,
      },
      () => HOSTILE,
    );
    expectGoodMessage(content);
    expect(JSON.stringify(content.blocks).length).toBeLessThanOrEqual(12_000);
    const [one] = content.blocks;
    expect(one?.type).toBe('section');
  });
});
