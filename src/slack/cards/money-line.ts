// What happened to the money, in one line: in the order's thread and in channels with alerts. Pure.
import type { Money } from '#lib/money.ts';
import type { AlertNews } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import type { Payment } from '#orders/payment.ts';
import { sumOf } from '#orders/payments.ts';
import { canStillBePaid, isAfterCancel } from '#orders/successor.ts';
import { CARD_TEXT } from '#slack/text/card.ts';
import { nameOf } from '#slack/text/customers.ts';
import {
  DOUBTFUL,
  describeFailure,
  describeWhat,
  moneyBackOf,
  plainMoney,
  UNSTATED,
  UNSTATED_AMOUNT,
} from '#slack/text/orders.ts';
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
    [emoji(icon), ours(' '), bold(headline), ...fromWhom(order, news), ...forWhat(order)],
    [
      ...method,
      ...(method.length > 0 && confirmationCode ? [ours(' ')] : []),
      ...(confirmationCode ? [code(confirmationCode)] : []),
    ],
    ...details,
    next ? [bold(next, 300)] : [],
    stillOpen(order, news),
  ];
}

/** The same as whole sentences for a message's `text`: what notifications show and screen readers read, without the emoji. */
export function moneySentence(order: Order, news: AlertNews): string {
  const said = moneyLine(order, news)
    .map((part) => wordsOf(part).trim())
    .filter(Boolean);
  const sentences = said.map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`)).join(' ');
  return isPaid(news) ? `Paid: ${sentences}` : sentences;
}

function isPaid(news: AlertNews): boolean {
  return news.kind === 'paid' || (news.kind === 'review' && !news.payment.isDoubtful);
}

function inShort(order: Order, news: AlertNews): { icon: string; headline: string; next?: string } {
  const asked = plainMoney(order.amount);
  switch (news.kind) {
    case 'paid':
      return paidInShort(order, news);
    case 'review':
      return reviewInShort(order, news);
    case 'reversed': {
      if (news.isUnclear)
        return {
          icon: 'rotating_light',
          headline: 'A payment was reversed',
          next: `Pesapal doesn’t say which. ${CARD_TEXT.checkDashboard}`,
        };
      const back = news.refunded ?? (news.payment ?? { paid: order.amount }).paid;
      const left = news.others ? `${inAll(news.others)} stays paid.` : '';
      // Whoever requested the refund expects it, unless people have read that it failed.
      const isExpected = news.refunded && !news.isUnexpected;
      const next = [isExpected ? '' : 'Check before you deliver.', left].filter(Boolean).join(' ');
      return {
        icon: news.refunded ? 'leftwards_arrow_with_hook' : 'rotating_light',
        headline: `${back ? moneyBackOf(back, news.payment?.paid) : UNSTATED_AMOUNT} refunded`,
        ...(next ? { next } : {}),
      };
    }
    case 'failed':
      return {
        icon: 'x',
        headline: `${asked} not paid`,
        next: describeFailure(news.failure, order.kind).what,
      };
  }
}

type PaidNews = Extract<AlertNews, { kind: 'paid' }>;

type ReviewNews = Extract<AlertNews, { kind: 'review' }>;

/** "KES 3,000.00"; what cannot be added up is counted. */
function inAll(payments: readonly Payment[]): string {
  const sum = sumOf(payments);
  return sum ? plainMoney(sum) : `${payments.length} payments`;
}

function paidInShort(order: Order, news: PaidNews) {
  const { payment, previousState, before, others } = news;
  const paid = plainMoney(payment.paid);
  const all = others ? `${inAll([...others, payment])} in all.` : '';
  const headline = before ? corrected(paid, before) : paid;
  if (!before && isAfterCancel(order, news))
    return {
      icon: 'rotating_light',
      headline,
      next: `${CARD_TEXT.paidAfterCancel} ${CARD_TEXT.deliverOrPayBack}`,
    };
  const next = !before && previousState === 'failed' ? `Paid after all. ${all}`.trim() : all;
  return { icon: 'white_check_mark', headline, ...(next ? { next } : {}) };
}

function corrected(paid: string, before: Money): string {
  return `${paid}, not ${plainMoney(before)},`;
}

function reviewInShort(order: Order, news: ReviewNews) {
  const { payment, before, others } = news;
  const { paid, isDoubtful } = payment;
  const asked = plainMoney(order.amount);
  const of = `${paid?.currency === order.amount.currency ? 'of' : 'instead of'} ${asked}`;
  const headline = !paid
    ? UNSTATED_AMOUNT
    : isDoubtful
      ? `${plainMoney(paid)} may have arrived`
      : before
        ? corrected(plainMoney(paid), before)
        : others
          ? `${plainMoney(paid)} more`
          : `${plainMoney(paid)} ${of}`;
  const unknown = isDoubtful ? DOUBTFUL : paid ? '' : UNSTATED;
  const next = [
    isAfterCancel(order, news) ? CARD_TEXT.paidAfterCancel : '',
    others ? `${inAll([...others, payment])} ${of} paid.` : before && paid ? `${asked} was requested.` : '',
    unknown ? `${unknown} ${CARD_TEXT.checkDashboard}` : 'Review it before you deliver.',
  ];
  return {
    icon: isAfterCancel(order, news) ? 'rotating_light' : 'warning',
    headline,
    next: next.filter(Boolean).join(' '),
  };
}

/** " from Jane Wanjiru", or " to" her; of a payment that is not named nobody knows. */
function fromWhom(order: Order, news: AlertNews): Piece[] {
  const name = nameOf(order);
  if (!name || (news.kind === 'reversed' && news.isUnclear)) return [];
  const how = { paid: ' from ', review: ' from ', reversed: ' to ', failed: ' by ' }[news.kind];
  return [ours(how), foreign(name, 50)];
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
  return [emoji('warning'), ours(' '), bold(`${successor.reference} can still be paid. Cancel it.`)];
}
