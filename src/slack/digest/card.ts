import type { ContextBlock, SectionBlock } from '@slack/types';
import { counted } from '#lib/text.ts';
import type { Digest } from '#payments/reports/digest.ts';
import { goneSince, receivedIn, sumIn } from '#payments/reports/sums.ts';
import type { CurrencyTotals, Share, Sum } from '#payments/reports/totals.ts';
import { nameOfMethod } from '#provider/methods.ts';
import { describeCount, NO_PAYMENTS, sumsInWords, UNSTATED_SUM } from '#slack/report/card.ts';
import { plain, shorten } from '#slack/text/escape.ts';
import { plainMoney } from '#slack/text/orders.ts';
import { context, section } from '#slack/ui/blocks.ts';
import { bold, date, fitting, foreign, type Piece } from '#slack/ui/line.ts';
import { type MessageContent, message } from '#slack/ui/message.ts';
import { lined, say } from '#slack/ui/say.ts';

const MAX_CURRENCIES = 5;
/** Methods and agents for each currency: the first of these with which the message fits. */
const MAX_NAMED = [10, 5, 2, 1] as const;

export function digestCard(digest: Digest, nameOf: (agent: string) => string): MessageContent {
  const { span, report, earlier, isWeekly } = digest;
  const received = receivedIn(report);
  const all = received.length === 0 ? [] : [...received, ...goneSince(earlier.totals, received)];
  const heading = say`*Payments* from ${date(span.from)} to ${date(span.to)}`;
  const past = isWeekly ? 'previous week' : 'previous day';
  const before = earlier.totals.length > 0 ? say` · ${past} ${sumsOf(earlier.totals)}` : [];
  const lines = sumsInWords(all, MAX_CURRENCIES, (one) => {
    const earlierSum = plainMoney(sumIn(earlier.totals, one.money.currency));
    return say`${bold(plainMoney(one.money))} in ${foreign(describeCount(one, plainMoney), 200)} · ${past} ${earlierSum}`;
  }).map((line) => say`${line}`);
  const head = lines.length > 0 ? lined([heading, ...lines]) : say`${heading} · ${NO_PAYMENTS}${before}`;
  const totals = report.totals.slice(0, MAX_CURRENCIES);
  const blocks = fitting(MAX_NAMED, (max) => [
    section(head),
    ...totals.map((one) => sharesOf(one, nameOf, max)),
    ...asidesOf(digest),
  ]);
  return message(blocks);
}

export function agentsNamed({ report }: Digest): string[] {
  return report.totals.flatMap(({ byAgent }) => byAgent.slice(0, MAX_NAMED[0]).map(({ of }) => of));
}

/** Names are foreign text, which plain_text shows as it is. */
function sharesOf(
  { byMethod, byAgent }: CurrencyTotals,
  nameOf: (agent: string) => string,
  max: number,
): SectionBlock {
  const column = (all: readonly Share[], name: (of: string) => string) => {
    const lines = all.slice(0, max).map(({ of, money, count }) => {
      const named = shorten(plain(name(of)), 40) || 'Unknown';
      return `${named}  ${plainMoney(money)} · ${count.toLocaleString('en')}`;
    });
    const left = all.length - lines.length;
    const text = [...lines, ...(left > 0 ? [`and ${left} more`] : [])].join('\n');
    return { type: 'plain_text', text, emoji: false } as const;
  };
  return { type: 'section', fields: [column(byMethod, nameOfMethod), column(byAgent, nameOf)] };
}

function asidesOf({ report: { corrected, damaged }, oldLinks, review, refunds }: Digest): ContextBlock[] {
  function countOf(sums: readonly Sum[], what: string): string {
    const count = sums.reduce((all, { count }) => all + count, 0);
    return counted(count, what);
  }
  const stated = review.filter(({ money }) => money.amount !== '0');
  return [
    corrected.length > 0 && say`Totals include corrections: ${sumsOf(corrected)}.`,
    oldLinks.length > 0 &&
      say`:hourglass: *${countOf(oldLinks, 'link')} unpaid* for more than three days: ${sumsOf(oldLinks)}. List open orders with \`find unpaid\`.`,
    review.length > 0 &&
      say`:warning: *${countOf(review, 'payment')} to review*: ${stated.length > 0 ? sumsOf(stated) : UNSTATED_SUM}. List them with \`find review\`.`,
    refunds.length > 0 &&
      say`:leftwards_arrow_with_hook: *${countOf(refunds, 'refund')} in progress*: ${sumsOf(refunds)}.`,
    damaged.count > 0 &&
      say`:warning: The totals are incomplete: ${counted(damaged.count, 'payment')} can’t be read. Tell whoever runs Teller.`,
  ].flatMap((said) => (said ? context(said) : []));
}

function sumsOf(sums: readonly Sum[]): Piece {
  return foreign(sumsInWords(sums, MAX_CURRENCIES, ({ money }) => plainMoney(money)).join(', '), 300);
}
