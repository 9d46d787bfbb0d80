// The answer to `/pay report`: totals that fit into one message; the payments themselves are in the file. Pure.
import type { KnownBlock, RichTextBlock, RichTextText } from '@slack/types';
import { formatMoney, type Money } from '#lib/money.ts';
import type { Period } from '#payments/reports/period.ts';
import type { CurrencyTotals, Report, Share } from '#payments/reports/totals.ts';
import { escapeMrkdwn, plain, shorten } from '#slack/text/escape.ts';
import { describeMethod } from '#slack/text/orders.ts';
import { CALENDAR, describePeriod } from '#slack/text/report.ts';
import { context, note, section } from './blocks.ts';
import type { MessageContent } from './order-card.ts';

export type ReportShown = {
  readonly report: Report;
  readonly period: Period;
  /** The Slack id of whoever wanted it. */
  readonly askedBy: string;
  readonly nameOf: (agent: string) => string;
  /** How many payments the file has, and how many found no room in it. */
  readonly file: { readonly rows: number; readonly leftOut: number };
};

const MAX_CURRENCIES = 10;
/** How many methods, and how many agents, each currency may name: the most that Slack's limit of a message allows. */
const MAX_NAMED = [25, 15, 10, 6, 4, 2, 1] as const;
/** A message fails near 13,000 characters of blocks. */
const MAX_CHARACTERS = 12_000;

export function reportCard(shown: ReportShown): MessageContent {
  let blocks: KnownBlock[] = [];
  for (const most of MAX_NAMED) {
    blocks = blocksOf(shown, most);
    if (JSON.stringify(blocks).length <= MAX_CHARACTERS) break;
  }
  const { totals } = shown.report;
  const sums = totals
    .slice(0, MAX_CURRENCIES)
    .map(({ money, count }) => `${shownMoney(money)} ${inPayments(count)}`);
  return {
    text: escapeMrkdwn(
      `Payments ${describePeriod(shown.period)}. ${[...sums, ...more(totals.length - sums.length)].join('; ') || NOTHING}`,
    ),
    blocks,
  };
}

const NOTHING = 'Nothing came in that counts in a total.';

function blocksOf({ report, period, askedBy, nameOf, file }: ReportShown, most: number): KnownBlock[] {
  const { totals, review } = report;
  return [
    section(`*Payments ${describePeriod(period)}*`),
    ...(totals.length === 0 ? [note(NOTHING)] : []),
    ...totals.slice(0, MAX_CURRENCIES).map((one) => currencyBlock(one, nameOf, most)),
    ...more(totals.length - MAX_CURRENCIES).map((rest) => note(`${rest} currencies`)),
    ...reversedNotes(report),
    ...(review === 0 ? [] : [section(reviewWarning(review))]),
    ...damagedNotes(report),
    ...(file.rows === 0 ? [] : [note(fileNote(file))]),
    context(`Asked by <@${askedBy}> · ${CALENDAR}`),
  ];
}

function currencyBlock(
  { money, count, byMethod, byAgent }: CurrencyTotals,
  nameOf: (agent: string) => string,
  most: number,
): RichTextBlock {
  const bold = (text: string): RichTextText => ({ type: 'text', text, style: { bold: true } });
  const elements: RichTextText[] = [
    bold(shownMoney(money)),
    { type: 'text', text: ` ${inPayments(count)}` },
    bold('\nBy method'),
    { type: 'text', text: lines(byMethod, (method) => describeMethod(method) || 'not known', most) },
    bold('\nBy agent'),
    { type: 'text', text: lines(byAgent, nameOf, most) },
  ];
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

/** Names are anybody's words: a text of rich_text neither mentions nor formats. */
function lines(all: readonly Share[], nameOf: (of: string) => string, most: number): string {
  const named = all
    .slice(0, most)
    .map(
      ({ of, money, count }) =>
        `${oneLine(nameOf(of), 40) || '-'}: ${shownMoney(money)} ${inPayments(count)}`,
    );
  return [...named, ...more(all.length - named.length)].map((line) => `\n• ${line}`).join('');
}

function more(left: number): string[] {
  return left > 0 ? [`and ${left.toLocaleString('en')} more`] : [];
}

function reversedNotes({ reversed }: Report): KnownBlock[] {
  if (reversed.length === 0) return [];
  const sums = reversed
    .slice(0, MAX_CURRENCIES)
    .map(({ money, count }) => `${shownMoney(money)} ${inPayments(count)}`);
  return [
    note(
      `Paid back to the customer, and in no total: ${[...sums, ...more(reversed.length - sums.length)].join('; ')}.`,
    ),
  ];
}

function reviewWarning(count: number): string {
  const them = count === 1 ? '1 payment is' : `${count.toLocaleString('en')} payments are`;
  return `:warning: *${them} not what was asked.* The totals count what was really paid; the file says “please review”.`;
}

function damagedNotes({ damaged: { count, some } }: Report): KnownBlock[] {
  if (count === 0) return [];
  const named = [...some.map((reference) => oneLine(reference, 120)), ...more(count - some.length)].join(
    ', ',
  );
  return [
    section(':warning: *The totals and the file are not complete.*'),
    note(
      `Teller cannot read its record of ${count === 1 ? '1 payment' : `${count.toLocaleString('en')} payments`}: ${named}. Tell whoever runs Teller.`,
    ),
  ];
}

function fileNote({ rows, leftOut }: ReportShown['file']): string {
  if (leftOut === 0) return 'The payments are a file in the thread.';
  return `The first ${rows.toLocaleString('en')} payments are a file in the thread; ${leftOut.toLocaleString('en')} more did not fit. Ask for a shorter period to get them. The totals count them all.`;
}

function inPayments(count: number): string {
  return count === 1 ? 'in 1 payment' : `in ${count.toLocaleString('en')} payments`;
}

/** The service's currency may be any text. */
function shownMoney(money: Money): string {
  return oneLine(formatMoney({ ...money, currency: shorten(money.currency, 20) }), 60);
}

function oneLine(text: string, most: number): string {
  return shorten(plain(text), most);
}
