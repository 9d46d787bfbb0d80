import { describe, expect, test } from 'vitest';
import { describeClosing, type ReportContent, reportCard } from '#slack/report/card.ts';
import { isShort } from '#test/proofs/how-many.ts';
import { HOSTILE } from '#test/slack/every-order.ts';
import { expectGoodMessage } from '#test/slack/harmless.ts';
import { CONTENT, crowd, sum } from './report-content.ts';

function card(own: Partial<ReportContent>, how = {}) {
  return reportCard({ ...CONTENT, ...own }, how);
}

/** How many currencies, and how many methods and agents each; the last one is the hardest. */
const SIZES = [
  [1, 1],
  [1, 300],
  [3, 40],
  [10, 10],
  [36, 300],
] as const;

describe('a report', () => {
  test('a report mentions only the person who asked for it', () => {
    expect(JSON.stringify(card({ agent: 'U2' })).match(/<@\w+>|"type":"user"/g)).toEqual(['<@U1>']);
  });

  test.each([
    ['2026-11-21', 'Provisional until 06:00 today.'],
    ['2026-11-22', 'Provisional until 06:00 tomorrow.'],
    ['2026-11-30', 'Provisional until 06:00 on 1 Dec.'],
  ])('a report up to %s says on 22 November: %s', (lastDay, said) => {
    expect(describeClosing(lastDay, '2026-11-22')).toBe(said);
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
