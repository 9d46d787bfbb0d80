// The answer to `/pay report`: totals that fit into one message; the payments themselves are in the file. Pure.
import type { KnownBlock, RichTextBlock, RichTextText } from '@slack/types';
import { formatMoney, type Money } from '#lib/money.ts';
import type { Period } from '#payments/reports/period.ts';
import type { CurrencyTotals, Report, Share } from '#payments/reports/totals.ts';
import { escapeMrkdwn, plain, shorten } from '#slack/text/escape.ts';
import { describeMethod } from '#slack/text/orders.ts';
import { calendarOf, describePeriod } from '#slack/text/report.ts';
import { context, note, section } from './blocks.ts';
import { MAX_MESSAGE_LENGTH } from './limits.ts';
import type { MessageContent } from './message.ts';

export type ReportContent = {
  readonly report: Report;
  readonly period: Period;
  /** In which days begin. */
  readonly timeZone: string;
  /** The Slack id of the person who asked for the report. */
  readonly requestedBy: string;
  readonly nameOf: (agent: string) => string;
  /** Payments in the file, and payments left out because the file was full. */
  readonly file: { readonly rows: number; readonly leftOut: number };
};

const MAX_CURRENCIES = 10;
/** How many methods and agents are named for each currency: the first of these with which the message fits. */
const MAX_NAMED = [25, 15, 10, 6, 4, 2, 1] as const;

export function reportCard(content: ReportContent): MessageContent {
  let blocks: KnownBlock[] = [];
  for (const maxNames of MAX_NAMED) {
    blocks = blocksOf(content, maxNames);
    if (JSON.stringify(blocks).length <= MAX_MESSAGE_LENGTH) break;
  }
  const sums = sumsOf(content.report.totals) || NOTHING;
  return { text: escapeMrkdwn(`Payments ${describePeriod(content.period)}. ${sums}`), blocks };
}

/** "KES 1,500.00 in 2 payments; UGX 9,000 in 1 payment" */
function sumsOf(all: Report['reversed']): string {
  const sums = all
    .slice(0, MAX_CURRENCIES)
    .map(({ money, count }) => `${reportMoney(money)} in ${payments(count)}`);
  return [...sums, ...more(all.length - sums.length)].join('; ');
}

const NOTHING = 'No payments to count in this period.';

function blocksOf(
  { report, period, timeZone, requestedBy, nameOf, file }: ReportContent,
  maxNames: number,
): KnownBlock[] {
  const { totals, reversed, review } = report;
  return [
    section(`*Payments ${describePeriod(period)}*`),
    ...(totals.length === 0 ? [note(NOTHING)] : []),
    ...totals.slice(0, MAX_CURRENCIES).map((one) => currencyBlock(one, nameOf, maxNames)),
    ...more(totals.length - MAX_CURRENCIES).map((rest) => note(`${rest} currencies`)),
    ...(reversed.length === 0
      ? []
      : [note(`Paid back to customers, and not counted in the totals: ${sumsOf(reversed)}.`)]),
    ...(review === 0 ? [] : [section(reviewWarning(review))]),
    ...damagedNotes(report),
    ...(file.rows === 0 ? [] : [note(fileNote(file))]),
    context(`Asked by <@${requestedBy}> · ${calendarOf(timeZone)}`),
  ];
}

function currencyBlock(
  { money, count, byMethod, byAgent }: CurrencyTotals,
  nameOf: (agent: string) => string,
  maxNames: number,
): RichTextBlock {
  const bold = (text: string): RichTextText => ({ type: 'text', text, style: { bold: true } });
  const elements: RichTextText[] = [
    bold(reportMoney(money)),
    { type: 'text', text: ` in ${payments(count)}` },
    bold('\nBy method'),
    { type: 'text', text: lines(byMethod, (method) => describeMethod(method) || 'not known', maxNames) },
    bold('\nBy agent'),
    { type: 'text', text: lines(byAgent, nameOf, maxNames) },
  ];
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

/** Names are foreign text, which is safe here: rich_text neither mentions nor formats. */
function lines(all: readonly Share[], nameOf: (of: string) => string, maxNames: number): string {
  const named = all
    .slice(0, maxNames)
    .map(
      ({ of, money, count }) =>
        `${oneLine(nameOf(of), 40) || '-'}: ${reportMoney(money)} in ${payments(count)}`,
    );
  return [...named, ...more(all.length - named.length)].map((line) => `\n• ${line}`).join('');
}

function more(left: number): string[] {
  return left > 0 ? [`and ${left.toLocaleString('en')} more`] : [];
}

function reviewWarning(count: number): string {
  return `:warning: *${payments(count)} ${count === 1 ? 'is' : 'are'} not what was asked.* The totals count what was really paid; the file says “please review”.`;
}

function damagedNotes({ damaged: { count, firstReferences } }: Report): KnownBlock[] {
  if (count === 0) return [];
  const named = [
    ...firstReferences.map((reference) => oneLine(reference, 120)),
    ...more(count - firstReferences.length),
  ].join(', ');
  return [
    section(':warning: *The totals and the file are not complete.*'),
    note(`Teller cannot read its record of ${payments(count)}: ${named}. Tell whoever runs Teller.`),
  ];
}

function fileNote({ rows, leftOut }: ReportContent['file']): string {
  if (leftOut === 0) return 'The payments are a file in the thread.';
  return `The first ${rows.toLocaleString('en')} payments are a file in the thread; ${leftOut.toLocaleString('en')} more did not fit. Ask for a shorter period to get them. The totals count them all.`;
}

function payments(count: number): string {
  return count === 1 ? '1 payment' : `${count.toLocaleString('en')} payments`;
}

/** The currency may come from the service and could be any text, so it is cut and put on one line. */
function reportMoney(money: Money): string {
  return oneLine(formatMoney({ ...money, currency: shorten(money.currency, 20) }), 60);
}

function oneLine(text: string, max: number): string {
  return shorten(plain(text), max);
}
