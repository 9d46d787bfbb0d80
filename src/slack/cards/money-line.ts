// What happened to the money, in one line: in the order's thread and in channels with alerts. Pure.
import { isMoreOfTheSame, type Money } from '#lib/money.ts';
import type { AlertNews } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import { canStillBePaid, isAfterCancel } from '#orders/successor.ts';
import { CARD_TEXT } from '#slack/text/card.ts';
import { nameOf } from '#slack/text/customers.ts';
import {
  describeFailure,
  describeWhat,
  moneyBackOf,
  plainMoney,
  UNSTATED,
  UNSTATED_AMOUNT,
} from '#slack/text/orders.ts';
import { payBackExcess } from '#slack/text/refunds.ts';
import { bold, code, emoji, foreign, ours, type Piece, wordsOf } from './line.ts';

/** The parts of the line. `method`: what is said before the code; `details`: parts that follow it. */
export function moneyLine(
  order: Order,
  news: AlertNews,
  { method = [], details = [] }: { method?: readonly Piece[]; details?: readonly (readonly Piece[])[] } = {},
): (readonly Piece[])[] {
  const { icon, headline, next } = inShort(order, news);
  const confirmationCode = news.kind === 'failed' ? '' : news.payment?.confirmationCode;
  return [
    [emoji(icon), ours(' '), bold(headline), ...byWhom(order, news), ...forWhat(order)],
    [
      ...method,
      ...(method.length > 0 && confirmationCode ? [ours(' ')] : []),
      ...(confirmationCode ? [code(confirmationCode)] : []),
    ],
    ...details,
    next ? [bold(next)] : [],
    stillOpen(order, news),
  ];
}

/** The same as whole sentences for a message's `text`: what notifications show and screen readers read. */
export function moneySentence(order: Order, news: AlertNews): string {
  const said = moneyLine(order, news).map(wordsOf).filter(Boolean);
  return said.map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`)).join(' ');
}

function inShort(order: Order, news: AlertNews): { icon: string; headline: string; next?: string } {
  const asked = plainMoney(order.amount);
  switch (news.kind) {
    case 'paid':
      return news.before ? moreInShort(order, news, news.before) : paidInShort(order, news);
    case 'review': {
      const { paid } = news.payment;
      const of = paid?.currency === order.amount.currency ? 'of' : 'instead of';
      const headline = paid ? `Paid ${plainMoney(paid)} ${of} ${asked}` : 'Paid, amount not stated';
      const review = paid ? 'Please review before you deliver.' : `${UNSTATED} ${CARD_TEXT.checkDashboard}`;
      return isAfterCancel(order, news)
        ? { icon: 'rotating_light', headline, next: `The order had been cancelled. ${review}` }
        : { icon: 'warning', headline, next: review };
    }
    case 'reversed': {
      const back = news.refunded ?? (news.payment ?? { paid: order.amount }).paid;
      return {
        icon: news.refunded ? 'leftwards_arrow_with_hook' : 'rotating_light',
        headline: `${back ? moneyBackOf(back, news.payment?.paid) : UNSTATED_AMOUNT} paid back`,
        // Whoever asked for it knows, unless people were told that it is not.
        ...(news.refunded && !news.isUnexpected ? {} : { next: 'Check before you deliver anything more.' }),
      };
    }
    case 'failed':
      return { icon: 'x', headline: `${asked} not paid`, next: describeFailure(news.failure).what };
  }
}

type PaidNews = Extract<AlertNews, { kind: 'paid' }>;

/** `before`: what had been paid until then. Who had accepted less is told more only. */
function moreInShort(order: Order, { payment, tooMuch }: PaidNews, before: Money) {
  const headline = `More was paid, ${plainMoney(payment.paid)} and not ${plainMoney(before)}`;
  if (!tooMuch) return { icon: 'white_check_mark', headline };
  const another = isMoreOfTheSame(before, order.amount) ? 'Another ' : '';
  return {
    icon: 'rotating_light',
    headline,
    next: `${another}${plainMoney(tooMuch)} too much. ${payBackExcess(payment)}`,
  };
}

function paidInShort(order: Order, news: PaidNews) {
  const { payment, previousState } = news;
  const paid = plainMoney(payment.paid);
  if (isAfterCancel(order, news))
    return {
      icon: 'rotating_light',
      headline: `${paid} paid`,
      next: 'The order had been cancelled: deliver it or pay it back.',
    };
  const headline = previousState === 'failed' ? `${paid} paid after all` : `${paid} paid`;
  return { icon: 'white_check_mark', headline };
}

/** " by Jane Wanjiru", or " to" her. */
function byWhom(order: Order, { kind }: AlertNews): Piece[] {
  const name = nameOf(order);
  return name ? [ours(kind === 'reversed' ? ' to ' : ' by '), foreign(name, 50)] : [];
}

function forWhat(order: Order): Piece[] {
  const { chargeOf } = order;
  return [
    ours(' for '),
    foreign(describeWhat(order), 80),
    ...(chargeOf ? [ours(' ('), foreign(`a charge of ${chargeOf}`), ours(')')] : []),
  ];
}

/** The customer could pay the order that was sent again for this one, too. */
function stillOpen({ successor }: Order, { kind }: AlertNews): Piece[] {
  if (!successor || kind === 'failed' || kind === 'reversed' || !canStillBePaid(successor)) return [];
  return [
    emoji('warning'),
    ours(' '),
    bold(`${successor.reference}, made from this one, can still be paid: cancel it.`),
  ];
}
