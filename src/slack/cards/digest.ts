// A channel's digest: the sums of a day or a week beside those before, by method and agent, and what is left to do. Pure.

import type { KnownBlock } from '@slack/types';
import type { Digest } from '#payments/reports/digest.ts';
import { goneSince, receivedIn, sumIn } from '#payments/reports/sums.ts';
import type { CurrencyTotals, Share, Sum } from '#payments/reports/totals.ts';
import { nameOfMethod } from '#provider/methods.ts';
import { DIGEST_TEXT, digestHeading, digestSpan, digestTotal, spanBefore } from '#slack/text/digest.ts';
import { plain, shorten } from '#slack/text/escape.ts';
import { describeMoney, plainMoney } from '#slack/text/orders.ts';
import { describeReceived, NO_PAYMENTS, REPORT_TEXT, sumsInWords } from '#slack/text/report.ts';
import { context, section, slackDate } from './blocks.ts';
import { MAX_MESSAGE_LENGTH } from './line.ts';
import type { MessageContent } from './message.ts';

/** The report has them all. */
const MAX_CURRENCIES = 5;
/** How many methods and agents are named for each currency: the first of these with which the message fits. */
const MAX_NAMED = [10, 5, 2, 1] as const;

/** `nameOf`: the name of an agent, which may be foreign text. `timeZone`: of the times in `text`. */
export function digestCard(
  digest: Digest,
  { nameOf, timeZone }: { nameOf: (agent: string) => string; timeZone: string },
): MessageContent {
  const { span, report, earlier, isWeekly } = digest;
  const totals = report.totals.slice(0, MAX_CURRENCIES);
  const received = receivedIn(report);
  const all = [...received, ...goneSince(earlier.totals, received)];
  const sums = sumsInWords(received.length === 0 ? [] : all, MAX_CURRENCIES, (one) =>
    describeReceived(one, describeMoney),
  );
  const text = `${digestSpan(span, timeZone)}: ${sums.join('; ') || NO_PAYMENTS}.`;
  const heading = digestHeading(slackDate(span.from), slackDate(span.to));
  const asides = asidesOf(digest).map(context);
  if (received.length === 0) {
    const past = earlier.totals.length > 0 ? [spanBefore(sumsIn(earlier.totals), isWeekly)] : [];
    return { text, blocks: [section([heading, NO_PAYMENTS, ...past].join(' · ')), ...asides] };
  }
  const lines = sumsInWords(all, MAX_CURRENCIES, (one) =>
    digestTotal(one, describeMoney(sumIn(earlier.totals, one.money.currency)), isWeekly),
  );
  const head = section([heading, ...lines].join('\n'));
  let blocks: KnownBlock[] = [];
  for (const max of MAX_NAMED) {
    blocks = [head, ...totals.map((one) => shares(one, nameOf, max)), ...asides];
    if (JSON.stringify(blocks).length <= MAX_MESSAGE_LENGTH) break;
  }
  return { text, blocks };
}

/** Slack ids of the agents whom the card names. */
export function agentsNamed({ report }: Digest): string[] {
  return report.totals.flatMap(({ byAgent }) => byAgent.slice(0, MAX_NAMED[0]).map(({ of }) => of));
}

/** Two columns. Names are foreign text, which plain_text shows as it is. */
function shares(
  { byMethod, byAgent }: CurrencyTotals,
  nameOf: (agent: string) => string,
  max: number,
): KnownBlock {
  const column = (all: readonly Share[], name: (of: string) => string) => {
    const lines = all
      .slice(0, max)
      .map(
        ({ of, money, count }) =>
          `${shorten(plain(name(of)), 40) || 'Unknown'}  ${plainMoney(money)} · ${count.toLocaleString('en')}`,
      );
    const left = all.length - lines.length;
    return {
      type: 'plain_text' as const,
      text: [...lines, ...(left > 0 ? [`and ${left} more`] : [])].join('\n'),
      emoji: false,
    };
  };
  return { type: 'section', fields: [column(byMethod, nameOfMethod), column(byAgent, nameOf)] };
}

function asidesOf({ report, oldLinks, review, refunds }: Digest): string[] {
  const { damaged } = report;
  const stated = review.filter(({ money }) => money.amount !== '0');
  return [
    ...(report.corrected.length > 0 ? [DIGEST_TEXT.corrected(sumsIn(report.corrected))] : []),
    ...(oldLinks.length > 0 ? [DIGEST_TEXT.oldLinks(countOf(oldLinks), sumsIn(oldLinks))] : []),
    ...(review.length > 0
      ? [DIGEST_TEXT.review(countOf(review), sumsIn(stated) || REPORT_TEXT.unstated)]
      : []),
    ...(refunds.length > 0 ? [DIGEST_TEXT.refunds(countOf(refunds), sumsIn(refunds))] : []),
    ...(damaged.count > 0 ? [DIGEST_TEXT.damaged(damaged.count)] : []),
  ];
}

function countOf(sums: readonly Sum[]): number {
  return sums.reduce((all, { count }) => all + count, 0);
}

function sumsIn(sums: readonly Sum[]): string {
  return sumsInWords(sums, MAX_CURRENCIES, ({ money }) => describeMoney(money)).join(', ');
}
