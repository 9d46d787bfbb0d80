// The chart of a report: what came in by day, by week when there are many days, by month when there are many weeks. Pure.

import { sumMoney, toNumber } from '#lib/money.ts';
import { inWords, shortDay } from '#lib/time.ts';
import { addDays } from '#orders/recurrence.ts';
import { countDays, mondayOf } from '#payments/reports/period.ts';
import type { CurrencyTotals, Share } from '#payments/reports/totals.ts';
import { plain, shorten } from '#slack/text/escape.ts';
import { REPORT_TEXT } from '#slack/text/report.ts';
import { CHART_LIMITS, type DataVisualizationBlock } from './blocks.ts';

type Step = 'day' | 'week' | 'month';
type Point = { readonly label: string; readonly value: number };
export type Series = { readonly currency: string; readonly step: Step; readonly points: readonly Point[] };

/** Undefined where there are fewer than two points to compare. */
export function seriesOf(
  { money: { currency }, byDay }: CurrencyTotals,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Series | undefined {
  const days = Array.from({ length: countDays(firstDay, lastDay) }, (_, index) => addDays(firstDay, index));
  const step = stepFor(days);
  const starts = [...new Set(days.map((day) => startOf(day, step)))];
  if (starts.length < 2) return undefined;
  const sums = Map.groupBy(byDay, ({ of }) => startOf(of, step));
  const points = starts.map((start) => ({
    label: labelOf(start, step, firstDay, lastDay),
    value: sumOf(currency, sums.get(start) ?? []),
  }));
  return { currency, step, points };
}

export function reportChart({ currency, step, points }: Series): DataVisualizationBlock {
  const name = shorten(plain(currency), CHART_LIMITS.label) || '-';
  return {
    type: 'data_visualization',
    title: shorten(`${name} ${REPORT_TEXT.chart[step]}`, CHART_LIMITS.title),
    chart: {
      type: 'bar',
      series: [{ name, data: points }],
      axis_config: { categories: points.map(({ label }) => label), y_label: name },
    },
  };
}

function stepFor(days: readonly string[]): Step {
  if (days.length <= CHART_LIMITS.points) return 'day';
  return new Set(days.map(mondayOf)).size <= CHART_LIMITS.points ? 'week' : 'month';
}

function startOf(day: string, step: Step): string {
  if (step === 'day') return day;
  return step === 'week' ? mondayOf(day) : day.slice(0, 7);
}

/** Weeks are named by their first day in the period; no two labels are alike. */
function labelOf(start: string, step: Step, firstDay: string, lastDay: string): string {
  if (step === 'month') return inWords(start, { month: 'short', year: 'numeric' });
  return shortDay(start < firstDay ? firstDay : start, lastDay);
}

function sumOf(currency: string, shares: readonly Share[]): number {
  return toNumber(
    sumMoney(
      currency,
      shares.map(({ money }) => money),
    ),
  );
}
