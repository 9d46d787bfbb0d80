// The tables of a report, which Slack sorts by any column, and the same as lines of text. Pure.
import type { DataTableBlock } from '@slack/types';
import { formatMoney, type Money, sumMoney, toNumber } from '#lib/money.ts';
import { counted } from '#lib/text.ts';
import type { CurrencyTotals, Share, Sum } from '#payments/reports/totals.ts';
import { nameOfMethod } from '#provider/methods.ts';
import { plain, shorten } from '#slack/text/escape.ts';
import { REPORT_TEXT } from '#slack/text/report.ts';

/** `caption`: what the rows are; `column`: what one of them is. */
type ReportTable = {
  readonly caption: string;
  readonly column: string;
  readonly rows: readonly (Sum & { readonly name: string })[];
  /** Which has a column of its own where there are several. */
  readonly hasCurrencies: boolean;
};

type Cell = DataTableBlock['rows'][number][number];

const PAGE_SIZE = 10;
const MAX_NAME = 40;

/** By method and by agent; at most `maxNames` of each in each currency, and the others as one. */
export function reportTables(
  totals: readonly CurrencyTotals[],
  {
    nameOf,
    maxNames,
    isOfAgent,
  }: { nameOf: (agent: string) => string; maxNames: number; isOfAgent: boolean },
): ReportTable[] {
  const methodName = (method: string) => nameOfMethod(method) || REPORT_TEXT.unknownMethod;
  const rowsOf = (sharesIn: (one: CurrencyTotals) => readonly Share[], nameOf: (of: string) => string) =>
    totals.flatMap((one) => shareRows(one.money.currency, sharesIn(one), nameOf, maxNames));
  const hasCurrencies = totals.length > 1;
  const tables = [
    {
      caption: REPORT_TEXT.byMethod,
      column: REPORT_TEXT.method,
      rows: rowsOf(({ byMethod }) => byMethod, methodName),
      hasCurrencies,
    },
    {
      caption: REPORT_TEXT.byAgent,
      column: REPORT_TEXT.agent,
      rows: isOfAgent ? [] : rowsOf(({ byAgent }) => byAgent, nameOf),
      hasCurrencies,
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

export function tableBlock({ caption, column, rows, hasCurrencies }: ReportTable): DataTableBlock {
  const titles = [
    column,
    ...(hasCurrencies ? [REPORT_TEXT.currency] : []),
    REPORT_TEXT.amount,
    REPORT_TEXT.payments,
  ];
  return {
    type: 'data_table',
    caption,
    page_size: PAGE_SIZE,
    rows: [
      titles.map(textCell),
      ...rows.map(({ name, money, count }) => [
        textCell(name),
        ...(hasCurrencies ? [textCell(currencyOf(money))] : []),
        numberCell(toNumber(money), reportMoney(money)),
        numberCell(count, count.toLocaleString('en')),
      ]),
    ],
  };
}

/** "• Amina Agent: KES 1,500.00 in 2 payments" */
export function tableLines({ rows }: ReportTable): string[] {
  return rows.map(
    ({ name, money, count }) => `• ${name}: ${reportMoney(money)} in ${counted(count, 'payment')}`,
  );
}

/** The currency may come from the service and could be any text, so it is cut and put on one line. */
export function reportMoney(money: Money): string {
  return shorten(plain(formatMoney({ ...money, currency: currencyOf(money) })), 60);
}

function currencyOf({ currency }: Money): string {
  return shorten(plain(currency), 20) || '-';
}

/** Names are foreign text, which is safe in a table and in rich_text: they neither mention nor format. */
function shareRows(
  currency: string,
  shares: readonly Share[],
  nameOf: (of: string) => string,
  maxNames: number,
): ReportTable['rows'] {
  const named = shares.slice(0, shares.length === maxNames + 1 ? shares.length : maxNames);
  const others = shares.slice(named.length);
  const rest = {
    name: REPORT_TEXT.others(others.length),
    money: sumMoney(
      currency,
      others.map(({ money }) => money),
    ),
    count: others.reduce((sum, { count }) => sum + count, 0),
  };
  return [
    ...named.map(({ of, money, count }) => ({
      name: shorten(plain(nameOf(of)), MAX_NAME) || '-',
      money,
      count,
    })),
    ...(others.length > 0 ? [rest] : []),
  ];
}

function textCell(text: string): Cell {
  return { type: 'raw_text', text };
}

function numberCell(value: number, text: string): Cell {
  return { type: 'raw_number', value, text };
}
