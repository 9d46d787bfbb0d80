// What happened to the money, in one line: in the order's thread and in channels with alerts. Pure.
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
  UNCLEAR_REVERSAL,
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
    [emoji(icon), ours(' '), bold(headline), ...byWhom(order, news), ...forWhat(order)],
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

/** The same as whole sentences for a message's `text`: what notifications show and screen readers read. */
export function moneySentence(order: Order, news: AlertNews): string {
  const said = moneyLine(order, news).map(wordsOf).filter(Boolean);
  return said.map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`)).join(' ');
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
          next: `${UNCLEAR_REVERSAL} ${CARD_TEXT.checkDashboard}`,
        };
      const back = news.refunded ?? (news.payment ?? { paid: order.amount }).paid;
      const left = news.others ? `${inAll(news.others)} stays paid.` : '';
      // Whoever asked for it knows, unless people were told that it is not.
      const isExpected = news.refunded && !news.isUnexpected;
      const next = [isExpected ? '' : 'Check before you deliver anything more.', left]
        .filter(Boolean)
        .join(' ');
      return {
        icon: news.refunded ? 'leftwards_arrow_with_hook' : 'rotating_light',
        headline: `${back ? moneyBackOf(back, news.payment?.paid) : UNSTATED_AMOUNT} paid back`,
        ...(next ? { next } : {}),
      };
    }
    case 'failed':
      return { icon: 'x', headline: `${asked} not paid`, next: describeFailure(news.failure).what };
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
  const all = others ? { next: `${inAll([...others, payment])} in all.` } : {};
  if (before)
    return { icon: 'white_check_mark', headline: `${paid} paid, not ${plainMoney(before)}`, ...all };
  if (isAfterCancel(order, news))
    return {
      icon: 'rotating_light',
      headline: `${paid} paid`,
      next: 'The order had been cancelled: deliver it or pay it back.',
    };
  const headline = previousState === 'failed' ? `${paid} paid after all` : `${paid} paid`;
  return { icon: 'white_check_mark', headline, ...all };
}

function reviewInShort(order: Order, news: ReviewNews) {
  const { payment, before, others } = news;
  const { paid, isDoubtful } = payment;
  const asked = plainMoney(order.amount);
  const of = `${paid?.currency === order.amount.currency ? 'of' : 'instead of'} ${asked}`;
  const headline = !paid
    ? 'Paid, amount not stated'
    : isDoubtful
      ? `${plainMoney(paid)} may be paid`
      : before
        ? `${plainMoney(paid)} paid, not ${plainMoney(before)}`
        : others
          ? `Another ${plainMoney(paid)} paid`
          : `Paid ${plainMoney(paid)} ${of}`;
  const unknown = isDoubtful ? DOUBTFUL : paid ? '' : UNSTATED;
  const next = [
    isAfterCancel(order, news) ? 'The order had been cancelled.' : '',
    others ? `${inAll([...others, payment])} in all, ${of}.` : before && paid ? `${asked} was asked.` : '',
    unknown ? `${unknown} ${CARD_TEXT.checkDashboard}` : 'Please review before you deliver.',
  ];
  return {
    icon: isAfterCancel(order, news) ? 'rotating_light' : 'warning',
    headline,
    next: next.filter(Boolean).join(' '),
  };
}

/** " by Jane Wanjiru", or " to" her; of a payment that is not named nobody knows. */
function byWhom(order: Order, news: AlertNews): Piece[] {
  const name = nameOf(order);
  if (!name || (news.kind === 'reversed' && news.isUnclear)) return [];
  return [ours(news.kind === 'reversed' ? ' to ' : ' by '), foreign(name, 50)];
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
