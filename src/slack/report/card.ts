import type { DataTableBlock, KnownBlock, MrkdwnElement, RichTextText } from '@slack/types';
import { type Money, subtractMoney, sumMoney, toNumber } from '#lib/money.ts';
import { counted } from '#lib/text.ts';
import { dayOf, inWords, shortDay } from '#lib/time.ts';
import { addDays } from '#orders/recurrence.ts';
import type { OpenWork } from '#payments/reports/open-work.ts';
import {
  countDays,
  firstOpenDay,
  MAX_DAYS,
  mondayOf,
  type Period,
  type PeriodFault,
} from '#payments/reports/period.ts';
import { goneSince, type Received, sumIn } from '#payments/reports/sums.ts';
import type { CurrencyTotals, Report, Share, Sum } from '#payments/reports/totals.ts';
import { nameOfMethod } from '#provider/methods.ts';
import { plain, shorten } from '#slack/text/escape.ts';
import { plainMoney } from '#slack/text/orders.ts';
import { placeOf } from '#slack/text/time-zone.ts';
import {
  buttonRow,
  CHART_LIMITS,
  context,
  type MessageBlock,
  plainSection,
  press,
  section,
} from '#slack/ui/blocks.ts';
import { date, fitting, foreign, person } from '#slack/ui/line.ts';
import { type MessageContent, message } from '#slack/ui/message.ts';
import { mrkdwnOf, type Said, say } from '#slack/ui/say.ts';

export type ReportContent = {
  readonly report: Report;
  readonly period: Period;
  /** Totals of the period that it is compared with, of which only a part counts when `isPart`. */
  readonly before: { readonly totals: Report['totals']; readonly isPart: boolean };
  readonly openWork: Pick<OpenWork, 'unpaid' | 'review'>;
  readonly timeZone: string;
  /** When it was computed (ms). */
  readonly now: number;
  /** A Slack id, as `agent` is, whose orders alone the report is about. */
  readonly requestedBy: string;
  readonly agent: string | undefined;
  readonly nameOf: (agent: string) => string;
  /** `leftOut`: entries that did not fit into the file. */
  readonly file: { readonly rows: number; readonly leftOut: number };
  /** The value of *Post to channel*; undefined in a channel, and where there is none to post to. */
  readonly shareValue?: string | undefined;
};

export type ReportMessage = MessageContent<MessageBlock>;

/** `maxNames`: methods and agents for each currency. `isPlain`: for a Slack that takes no tables and charts. */
type Shown = { readonly maxCurrencies: number; readonly maxNames: number; readonly isPlain: boolean };

export function reportCard(content: ReportContent, { isPlain = false } = {}): ReportMessage {
  return message(
    fitting([10, 6, 3, 1], (maxCurrencies) =>
      fitting(maxCurrencies === 10 ? [50, 25, 15, 10, 6, 4, 2, 1] : [1], (maxNames) =>
        blocksOf(content, { maxCurrencies, maxNames, isPlain }),
      ),
    ),
  );
}

function titleOf({ period, agent, nameOf }: ReportContent): string {
  const of = agent === undefined ? '' : ` collected by ${shorten(plain(nameOf(agent)), 80)}`;
  return `Payments${of}, ${describePeriod(period)}`;
}

function blocksOf(content: ReportContent, shown: Shown): MessageBlock[] {
  const { report, file, shareValue, period, now, timeZone, agent, nameOf } = content;
  const { damaged } = report;
  const totals = report.totals.slice(0, shown.maxCurrencies);
  const today = dayOf(now, timeZone);
  const lastShown = period.lastDay < today ? period.lastDay : today;
  const named = damaged.firstReferences.map((reference) => shorten(plain(reference), 120));
  const unreadable = [...named, ...more(damaged.count - named.length)].join(', ');
  const incomplete = `${counted(damaged.count, 'payment')} can’t be read: ${unreadable}. Tell whoever runs Teller.`;
  const full = `The file in the thread has the first ${file.rows.toLocaleString('en')} lines; ${file.leftOut.toLocaleString('en')} more didn’t fit. The totals include them all. For a complete file, choose a shorter period.`;
  return [
    headingOf(content, totals, shown),
    { type: 'section', fields: fieldsOf(content, shown) },
    ...tableOf('Method', totals, (method) => nameOfMethod(method) || 'Unknown', shown),
    ...(agent === undefined ? tableOf('Agent', totals, nameOf, shown) : []),
    ...(damaged.count > 0
      ? [section(say`:warning: *The totals and the file are incomplete.*`), plainSection(incomplete)]
      : []),
    ...(file.leftOut > 0 ? [plainSection(full)] : []),
    ...contextsOf(content, today, shown).map(context),
    ...buttonRow(shareValue === undefined ? [] : [press('share_report', 'Post to channel', shareValue)]),
    ...totals.slice(0, 1).flatMap((first) => chartOf(first, period.firstDay, lastShown, shown)),
  ];
}

function headingOf(content: ReportContent, totals: readonly CurrencyTotals[], shown: Shown): KnownBlock {
  const { before, period, report } = content;
  const past = describeBefore(period, before.isPart);
  const gone = goneSince(before.totals, report.totals).slice(0, shown.maxCurrencies);
  return richText(
    titleOf(content),
    ...(totals.length === 0 ? ['\nNo payments in this period.'] : []),
    ...[...totals, ...gone].flatMap(({ money, count }) => [
      bold(`\n${plainMoney(money)}`),
      ` in ${counted(count, 'payment')} · ${past} ${plainMoney(sumIn(before.totals, money.currency))}`,
    ]),
    ...more(report.totals.length - totals.length).map((rest) => `\n${rest} currencies`),
  );
}

function describeBefore({ unit, firstDay, lastDay }: Period, isPart: boolean): string {
  const before = `previous ${unit === 'days' ? `${countDays(firstDay, lastDay)} days` : unit}`;
  if (!isPart) return before;
  const byNow = { day: 'yesterday', week: 'last week', month: 'last month', days: before };
  return `${byNow[unit]} by now:`;
}

function fieldsOf({ report, openWork }: ReportContent, { maxCurrencies }: Shown): MrkdwnElement[] {
  const { paidBack, totals } = report;
  const amountAndCount = ({ money, count }: Sum) =>
    say`${money.amount === '0' ? UNSTATED_SUM : plainMoney(money)} · ${count.toLocaleString('en')}`;
  const net = ({ money }: Sum) => say`${plainMoney(subtractMoney(sumIn(totals, money.currency), money))}`;
  const field = (title: string, sums: readonly Sum[], describe: (sum: Sum) => Said): MrkdwnElement => {
    const lines = sumsInWords(sums, maxCurrencies, describe).map((sum) => mrkdwnOf(say`${sum}`));
    const text = [`*${title}*`, ...(lines.length > 0 ? lines : ['None'])].join('\n');
    return { type: 'mrkdwn', text, verbatim: true };
  };
  return [
    ...(paidBack.length > 0
      ? [field('Refunded', paidBack, (one) => say`– ${amountAndCount(one)}`), field('Net', paidBack, net)]
      : []),
    field('Still unpaid now', openWork.unpaid, amountAndCount),
    ...(openWork.review.length > 0 ? [field('To review now', openWork.review, amountAndCount)] : []),
  ];
}

function contextsOf(content: ReportContent, today: string, { maxCurrencies }: Shown): Said[] {
  const { report, requestedBy, timeZone, shareValue, now, period } = content;
  const late = report.late.map(({ paidDay, count }) => `${count} paid ${shortDay(paidDay, today)}`);
  const others = late.length > 5 ? ', and others' : '';
  const corrected = sumsInWords(report.corrected, maxCurrencies, ({ money }) => plainMoney(money));
  const closing = { type: 'ours', text: describeClosing(period.lastDay, today) } as const;
  const asOf = shareValue === undefined ? say`As of ${date(now)} · ` : [];
  return [
    firstOpenDay(period, content) !== undefined && [closing],
    late.length > 0 &&
      say`Includes payments reported late: ${foreign(late.slice(0, 5).join(', ') + others, 300)}.`,
    corrected.length > 0 && say`Totals include corrections: ${foreign(corrected.join('; '), 1_000)}.`,
    say`${asOf}Requested by ${person(requestedBy)} · ${calendarOf(timeZone)}`,
  ].filter((said) => said !== false);
}

/** A payment still counts on its day when the provider reports it before 06:00 of the next. */
export function describeClosing(lastDay: string, today: string): string {
  const next = addDays(lastDay, 1);
  if (next === today) return 'Provisional until 06:00 today.';
  return `Provisional until 06:00 ${lastDay === today ? 'tomorrow' : `on ${shortDay(next, today)}`}.`;
}

/** Names are foreign text, which neither mentions nor formats there. */
function tableOf(
  column: 'Method' | 'Agent',
  totals: readonly CurrencyTotals[],
  nameOf: (of: string) => string,
  { maxNames, isPlain }: Shown,
): MessageBlock[] {
  const rows = totals.flatMap(({ money, byMethod, byAgent }) =>
    rowsOf(money.currency, column === 'Method' ? byMethod : byAgent, nameOf, maxNames),
  );
  if (rows.length === 0) return [];
  const caption = `By ${column.toLowerCase()}`;
  if (isPlain) {
    const lines = rows.map(
      ({ name, money, count }) => `\n• ${name}: ${plainMoney(money)} in ${counted(count, 'payment')}`,
    );
    return [richText(caption, lines.join(''))];
  }
  const cell = (text: string) => ({ type: 'raw_text', text }) as const;
  const number = (value: number, text: string) => ({ type: 'raw_number', value, text }) as const;
  // Several currencies have a column of their own.
  const inCurrency = (text: string) => (totals.length > 1 ? [cell(text)] : []);
  const table: DataTableBlock = {
    type: 'data_table',
    caption,
    page_size: 10,
    rows: [
      [cell(column), ...inCurrency('Currency'), cell('Amount'), cell('Payments')],
      ...rows.map(({ name, money, count }) => [
        cell(name),
        ...inCurrency(shorten(plain(money.currency), 20) || '-'),
        number(toNumber(money), plainMoney(money)),
        number(count, count.toLocaleString('en')),
      ]),
    ],
  };
  return [table];
}

function rowsOf(
  currency: string,
  shares: readonly Share[],
  nameOf: (of: string) => string,
  maxNames: number,
): (Sum & { readonly name: string })[] {
  const named = shares.length === maxNames + 1 ? shares : shares.slice(0, maxNames);
  const others = shares.slice(named.length);
  const rows = named.map(({ of, ...sum }) => ({ ...sum, name: shorten(plain(nameOf(of)), 40) || '-' }));
  if (others.length === 0) return rows;
  const count = others.reduce((sum, { count }) => sum + count, 0);
  const name = `${others.length.toLocaleString('en')} more`;
  return [...rows, { name, money: sumShares(currency, others), count }];
}

const STARTS = { day: (day: string) => day, week: mondayOf, month: (day: string) => day.slice(0, 7) };

/** By day, by week when there are many days, by month when there are many weeks; nothing where there is one point only. */
function chartOf(
  { money: { currency }, byDay }: CurrencyTotals,
  firstDay: string,
  lastDay: string,
  { isPlain }: Shown,
): MessageBlock[] {
  const days = Array.from({ length: countDays(firstDay, lastDay) }, (_, index) => addDays(firstDay, index));
  const fits = (step: 'day' | 'week') => new Set(days.map(STARTS[step])).size <= CHART_LIMITS.points;
  const step = (['day', 'week'] as const).find(fits) ?? 'month';
  const starts = [...new Set(days.map(STARTS[step]))];
  if (starts.length < 2) return [];
  const sums = Map.groupBy(byDay, ({ of }) => STARTS[step](of));
  const points = starts.map((start) => ({
    label:
      step === 'month'
        ? inWords(start, { month: 'short', year: 'numeric' })
        : shortDay(start < firstDay ? firstDay : start, lastDay),
    value: toNumber(sumShares(currency, sums.get(start) ?? [])),
  }));
  const name = shorten(plain(currency), CHART_LIMITS.label) || '-';
  const title = `${name} by ${step}`;
  if (isPlain) {
    const lines = points.map(({ label, value }) => `\n• ${label}: ${value.toLocaleString('en')}`);
    return [richText(title, lines.join(''))];
  }
  const axes = { categories: points.map(({ label }) => label), y_label: name };
  const chart = { type: 'bar', series: [{ name, data: points }], axis_config: axes } as const;
  return [{ type: 'data_visualization', title: shorten(title, CHART_LIMITS.title), chart }];
}

function sumShares(currency: string, shares: readonly Share[]) {
  const amounts = shares.map(({ money }) => money);
  return sumMoney(currency, amounts);
}

/** Texts keep the line breaks that they begin with. */
function richText(title: string, ...rest: readonly (string | RichTextText)[]): KnownBlock {
  const texts = rest.map(
    (one): RichTextText => (typeof one === 'string' ? { type: 'text', text: one } : one),
  );
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [bold(title), ...texts] }] };
}

function bold(text: string): RichTextText {
  return { type: 'text', text, style: { bold: true } };
}

function more(left: number): string[] {
  return left > 0 ? [`and ${left.toLocaleString('en')} more`] : [];
}

/** "Sunday 22 November 2026", "November 2026", "16 to 22 November 2026", "28 December 2025 to 3 January 2026" */
export function describePeriod({ firstDay, lastDay, unit }: Period): string {
  const [firstMonth, lastMonth] = [firstDay.slice(0, 7), lastDay.slice(0, 7)];
  const day = { day: 'numeric', month: 'long' } as const;
  const last = inWords(lastDay, { ...day, year: 'numeric' });
  if (firstDay === lastDay) return `${inWords(firstDay, { weekday: 'long' })} ${last}`;
  if (unit === 'month' && firstMonth !== addDays(lastDay, 1).slice(0, 7))
    return inWords(firstDay, { month: 'long', year: 'numeric' });
  if (firstMonth === lastMonth) return `${Number(firstDay.slice(8))} to ${last}`;
  const isOneYear = firstDay.slice(0, 4) === lastDay.slice(0, 4);
  return `${inWords(firstDay, isOneYear ? day : { ...day, year: 'numeric' })} to ${last}`;
}

export function calendarOf(timeZone: string): string {
  return `Days start at midnight, ${placeOf(timeZone)} time.`;
}

const PERIOD_EXAMPLES =
  'today, yesterday, week, month, last week, last month, a month (2026-10), a day (2026-10-31) or a range (2026-10-01..2026-10-15)';

export const PERIOD_FAULTS = {
  not_understood: `That isn’t a period. Use ${PERIOD_EXAMPLES}.`,
  no_such_day: 'That day or month doesn’t exist. Write it like 2026-10-31 or 2026-10.',
  backwards: 'The period ends before it starts. Put the first day first, as in 2026-10-01..2026-10-15.',
  too_long: `A report covers at most ${MAX_DAYS} days. Choose a shorter period.`,
  not_begun: 'That period hasn’t started yet. Choose another, such as today.',
} satisfies Record<PeriodFault, string>;

export const NO_PAYMENTS = 'no payments';
/** Of payments to review of which the provider has said no amount. */
export const UNSTATED_SUM = 'amount not stated';

/** "KES 4,000.00 in 2 payments (KES 1,500.00 refunded, net KES 2,500.00)" */
export function describeReceived(one: Received, describe: (money: Money) => string): string {
  return `${describe(one.money)} in ${describeCount(one, describe)}`;
}

export function describeCount({ count, back }: Received, describe: (money: Money) => string): string {
  const payments = count === 0 ? NO_PAYMENTS : counted(count, 'payment');
  return back ? `${payments} (${describe(back.refunded)} refunded, net ${describe(back.net)})` : payments;
}

/** The first `max` as `describe` says them, and how many currencies follow. */
export function sumsInWords<One extends Sum, Words = string>(
  sums: readonly One[],
  max: number,
  describe: (sum: One) => Words,
): (Words | string)[] {
  const left = sums.length - max;
  return [
    ...sums.slice(0, max).map(describe),
    ...(left > 0 ? [`${left.toLocaleString('en')} more ${left === 1 ? 'currency' : 'currencies'}`] : []),
  ];
}
