// The report of a period: totals with the period before, tables by method and agent, what is still to come, and a chart. It
// fits into one message; the entries themselves are in the file. Pure.
import type { KnownBlock, MrkdwnElement, RichTextText } from '@slack/types';
import { type Money, subtractMoney } from '#lib/money.ts';
import { counted } from '#lib/text.ts';
import { dayOf } from '#lib/time.ts';
import type { OpenWork } from '#payments/reports/open-work.ts';
import { countDays, firstOpenDay, type Period } from '#payments/reports/period.ts';
import { goneSince, type Received, receivedIn, sumIn } from '#payments/reports/sums.ts';
import type { CurrencyTotals, Report, Sum } from '#payments/reports/totals.ts';
import { escapeMrkdwn, plain, shorten } from '#slack/text/escape.ts';
import {
  describeBefore,
  describePeriod,
  describeReceived,
  NO_PAYMENTS,
  REPORT_TEXT,
  sumsInWords,
} from '#slack/text/report.ts';
import { calendarOf } from '#slack/text/time-zone.ts';
import { button, buttonRow, context, type MessageBlock, plainSection, section, slackDate } from './blocks.ts';
import { MAX_MESSAGE_LENGTH } from './line.ts';
import { reportChart, seriesOf } from './report-chart.ts';
import { reportMoney, reportTables, tableBlock, tableLines } from './report-table.ts';

export type ReportContent = {
  readonly report: Report;
  readonly period: Period;
  /** Totals of the period that it is compared with, of which only a part counts when `isPart`. */
  readonly before: { readonly totals: Report['totals']; readonly isPart: boolean };
  readonly openWork: Pick<OpenWork, 'unpaid' | 'review'>;
  /** In which days begin. */
  readonly timeZone: string;
  /** When it was computed (ms). */
  readonly now: number;
  /** The Slack id of the person who asked for the report. */
  readonly requestedBy: string;
  /** Whose orders alone it is about: a Slack id. */
  readonly agent: string | undefined;
  readonly nameOf: (agent: string) => string;
  /** Entries in the file, and entries left out because the file was full. */
  readonly file: { readonly rows: number; readonly leftOut: number };
  /** The value of *Post to channel*; undefined in a channel, and where there is none to post to. */
  readonly shareValue?: string | undefined;
};

/** `text` is a whole sentence, for notifications and screen readers. */
export type ReportMessage = { readonly text: string; readonly blocks: readonly MessageBlock[] };

/** `maxNames`: methods and agents for each currency. */
type Size = { readonly maxCurrencies: number; readonly maxNames: number };
/** How much is named: the first of these with which the message fits. */
const SIZES: readonly Size[] = [
  ...[50, 25, 15, 10, 6, 4, 2, 1].map((maxNames) => ({ maxCurrencies: 10, maxNames })),
  ...[6, 3, 1].map((maxCurrencies) => ({ maxCurrencies, maxNames: 1 })),
];

/** `isPlain`: for a Slack that takes no tables and charts, with the same in text. */
export function reportCard(content: ReportContent, { isPlain = false } = {}): ReportMessage {
  let blocks: MessageBlock[] = [];
  for (const size of SIZES) {
    blocks = blocksOf(content, { ...size, isPlain });
    if (JSON.stringify(blocks).length <= MAX_MESSAGE_LENGTH) break;
  }
  const sums = sumsOf(receivedIn(content.report), 10) || NO_PAYMENTS;
  return { text: `${escapeMrkdwn(titleOf(content))}: ${escapeMrkdwn(sums)}.`, blocks };
}

function titleOf({ period, agent, nameOf }: ReportContent): string {
  const days = describePeriod(period);
  return agent === undefined
    ? REPORT_TEXT.title(days)
    : REPORT_TEXT.titleOf(shorten(plain(nameOf(agent)), 80), days);
}

/** "KES 1,500.00 in 2 payments; UGX 9,000 in 1 payment" */
function sumsOf(all: readonly Received[], maxCurrencies: number): string {
  const sums = all.slice(0, maxCurrencies).map((one) => describeReceived(one, reportMoney));
  return [...sums, ...more(all.length - sums.length)].join('; ');
}

function blocksOf(content: ReportContent, how: Size & { isPlain: boolean }): MessageBlock[] {
  const { report, file, shareValue, period, now, timeZone } = content;
  const totals = report.totals.slice(0, how.maxCurrencies);
  const tables = reportTables(totals, { ...content, ...how, isOfAgent: content.agent !== undefined });
  const today = dayOf(now, timeZone);
  const shownDays = { ...period, lastDay: period.lastDay < today ? period.lastDay : today };
  const series = totals[0] && seriesOf(totals[0], shownDays);
  return [
    heading(content, totals, how),
    { type: 'section', fields: fieldsOf(content, how) },
    ...tables.map((table) =>
      how.isPlain ? linesBlock(table.caption, tableLines(table)) : tableBlock(table),
    ),
    ...damagedNotes(report),
    ...(file.leftOut === 0 ? [] : [plainSection(fileNote(file))]),
    ...contextsOf(content, today, how).map(context),
    ...buttonRow(shareValue === undefined ? [] : [button('share_report', REPORT_TEXT.share, shareValue)]),
    ...(series ? [how.isPlain ? plainChart(series) : reportChart(series)] : []),
  ];
}

/** The title, and a line for each currency. */
function heading(
  content: ReportContent,
  totals: readonly CurrencyTotals[],
  { maxCurrencies }: Size,
): KnownBlock {
  const { before, period } = content;
  const days = countDays(period.firstDay, period.lastDay);
  const past = describeBefore({ unit: period.unit, days }, before.isPart);
  const gone = goneSince(before.totals, content.report.totals).slice(0, maxCurrencies);
  const lineOf = ({ money, count }: Sum): RichTextText[] => [
    bold(`\n${reportMoney(money)}`),
    words(` in ${counted(count, 'payment')} · ${past} ${reportMoney(sumIn(before.totals, money.currency))}`),
  ];
  const elements = [
    bold(titleOf(content)),
    ...(totals.length === 0 ? [words(`\n${REPORT_TEXT.noPayments}`)] : []),
    ...[...totals, ...gone].flatMap(lineOf),
    ...more(content.report.totals.length - totals.length).map((rest) => words(`\n${rest} currencies`)),
  ];
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

function fieldsOf({ report, openWork }: ReportContent, { maxCurrencies }: Size): MrkdwnElement[] {
  const amount = (money: Money) => escapeMrkdwn(reportMoney(money));
  const amountAndCount = ({ money, count }: Sum) =>
    `${money.amount === '0' ? REPORT_TEXT.unstated : amount(money)} · ${count.toLocaleString('en')}`;
  const net = ({ money }: Sum) => amount(subtractMoney(sumIn(report.totals, money.currency), money));
  const field = (title: string, sums: readonly Sum[], lineOf = amountAndCount): MrkdwnElement => {
    const lines = sumsInWords(sums, maxCurrencies, lineOf);
    const text = [`*${title}*`, ...(lines.length > 0 ? lines : [REPORT_TEXT.none])].join('\n');
    return { type: 'mrkdwn', text, verbatim: true };
  };
  return [
    ...(report.paidBack.length > 0
      ? [
          field(REPORT_TEXT.paidBack, report.paidBack, (one) => `– ${amountAndCount(one)}`),
          field(REPORT_TEXT.net, report.paidBack, net),
        ]
      : []),
    field(REPORT_TEXT.unpaid, openWork.unpaid),
    ...(openWork.review.length > 0 ? [field(REPORT_TEXT.review, openWork.review)] : []),
  ];
}

/** What is to know about the figures, and last who asked. */
function contextsOf(content: ReportContent, today: string, { maxCurrencies }: Size): string[] {
  const { report, requestedBy, timeZone, shareValue, now } = content;
  const openDay = firstOpenDay(content.period, content);
  const corrected = sumsInWords(report.corrected, maxCurrencies, ({ money }) => reportMoney(money));
  return [
    ...(openDay === undefined ? [] : [REPORT_TEXT.notClosed(content.period.lastDay, today)]),
    ...(report.late.length > 0 ? [REPORT_TEXT.late(report.late, today)] : []),
    ...(corrected.length > 0 ? [REPORT_TEXT.corrected(escapeMrkdwn(corrected.join('; ')))] : []),
    [
      ...(shareValue === undefined ? [REPORT_TEXT.asOf(slackDate(now))] : []),
      `Requested by <@${requestedBy}>`,
      calendarOf(timeZone),
    ].join(' · '),
  ];
}

function plainChart({ currency, step, points }: NonNullable<ReturnType<typeof seriesOf>>): KnownBlock {
  const title = `${shorten(plain(currency), 20)} ${REPORT_TEXT.chart[step]}`;
  return linesBlock(
    title,
    points.map(({ label, value }) => `• ${label}: ${value.toLocaleString('en')}`),
  );
}

function linesBlock(title: string, lines: readonly string[]): KnownBlock {
  const elements = [bold(title), words(lines.map((line) => `\n${line}`).join(''))];
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

function bold(text: string): RichTextText {
  return { type: 'text', text, style: { bold: true } };
}

function words(text: string): RichTextText {
  return { type: 'text', text };
}

function more(left: number): string[] {
  return left > 0 ? [`and ${left.toLocaleString('en')} more`] : [];
}

function damagedNotes({ damaged: { count, firstReferences } }: Report): KnownBlock[] {
  if (count === 0) return [];
  const named = [
    ...firstReferences.map((reference) => shorten(plain(reference), 120)),
    ...more(count - firstReferences.length),
  ].join(', ');
  return [
    section(':warning: *The totals and the file are incomplete.*'),
    plainSection(`${counted(count, 'payment')} can’t be read: ${named}. Tell whoever runs Teller.`),
  ];
}

function fileNote({ rows, leftOut }: ReportContent['file']): string {
  return `The file in the thread has the first ${rows.toLocaleString('en')} lines; ${leftOut.toLocaleString('en')} more didn’t fit. The totals include them all. For a complete file, choose a shorter period.`;
}
