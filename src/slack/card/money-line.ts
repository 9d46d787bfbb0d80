import type { AlertNews } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import type { Payment } from '#orders/payment.ts';
import { sumOf } from '#orders/payments.ts';
import { canStillBePaid, isAfterCancel } from '#orders/resends.ts';
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
import { bold, code, emoji, foreign, ours, type Parts } from '#slack/ui/line.ts';
import { type Said, say } from '#slack/ui/say.ts';
import { CARD_TEXT, ofAsked } from './text.ts';

export function moneyLine(
  order: Order,
  news: AlertNews,
  { method = [], details = [] }: { method?: Said; details?: Parts } = {},
): Parts {
  const { icon, headline, next } = summarize(order, news);
  const confirmationCode = news.kind === 'failed' ? '' : news.payment?.confirmationCode;
  const { chargeOf } = order;
  const charge = chargeOf && say` (${foreign(`${CARD_TEXT.chargeOf} ${chargeOf}`)})`;
  const what = say`${describePayer(order, news)} for ${foreign(describeWhat(order), 80)}${charge}`;
  return [
    say`${emoji(icon)} ${bold(headline)}${what}`,
    confirmationCode ? [...method, ...(method.length > 0 ? say` ` : []), code(confirmationCode)] : method,
    ...details,
    next ? [bold(next, 300)] : [],
    news.kind === 'paid' || news.kind === 'review' ? stillOpen(order) : [],
  ];
}

export function stillOpen({ resentAs }: Order): Said {
  if (!resentAs || !canStillBePaid(resentAs)) return [];
  return say`${emoji('warning')} ${bold(`${resentAs.reference} can still be paid. Cancel it.`)}`;
}

function summarize(order: Order, news: AlertNews) {
  const asked = plainMoney(order.amount);
  if (news.kind === 'failed')
    return { icon: 'x', headline: `${asked} not paid`, next: describeFailure(news.failure, order.kind).what };
  if (news.kind === 'reversed') return summarizeReversal(order, news);
  const { payment, before, others } = news;
  const { isDoubtful } = payment;
  const isLate = isAfterCancel(order, news);
  const paid = payment.paid ? plainMoney(payment.paid) : UNSTATED_AMOUNT;
  const corrected = before && payment.paid && `${paid}, not ${plainMoney(before)},`;
  const all = others && addUp([...others, payment]);
  const late = 'Paid after it was cancelled.';
  if (news.kind === 'paid') {
    if (isLate && !before)
      return { icon: 'rotating_light', headline: paid, next: `${late} ${CARD_TEXT.deliverOrPayBack}` };
    const isAfterAll = !before && news.previousState === 'failed';
    const next = joinSentences(isAfterAll && 'Paid after all.', all && `${all} in all.`);
    return { icon: 'white_check_mark', headline: corrected ?? paid, next };
  }
  const of = ofAsked(order, payment.paid);
  const stated = isDoubtful ? `${paid} may have arrived` : (corrected ?? `${paid} ${others ? 'more' : of}`);
  const unknown = isDoubtful ? DOUBTFUL : !payment.paid && UNSTATED;
  return {
    icon: isLate ? 'rotating_light' : 'warning',
    headline: payment.paid ? stated : paid,
    next: joinSentences(
      isLate && late,
      all ? `${all} ${of} paid.` : corrected && `${asked} was requested.`,
      unknown ? `${unknown} ${CARD_TEXT.checkDashboard}` : 'Review it before you deliver.',
    ),
  };
}

function summarizeReversal(order: Order, news: Extract<AlertNews, { kind: 'reversed' }>) {
  const { refunded, payment, others, isUnexpected, isUnclear } = news;
  if (isUnclear) {
    const next = `Pesapal doesn’t say which. ${CARD_TEXT.checkDashboard}`;
    return { icon: 'rotating_light', headline: 'A payment was reversed', next };
  }
  const back = refunded ?? (payment ?? { paid: order.amount }).paid;
  // Whoever requested the refund expects it, unless people have read that it failed.
  const isExpected = refunded && !isUnexpected;
  return {
    icon: refunded ? 'leftwards_arrow_with_hook' : 'rotating_light',
    headline: `${back ? moneyBackOf(back, payment?.paid) : UNSTATED_AMOUNT} refunded`,
    next: joinSentences(!isExpected && 'Check before you deliver.', others && `${addUp(others)} stays paid.`),
  };
}

const joinSentences = (...each: readonly (string | false | undefined)[]) => each.filter(Boolean).join(' ');

function addUp(payments: readonly Payment[]): string {
  const sum = sumOf(payments);
  return sum ? plainMoney(sum) : `${payments.length} payments`;
}

/** " from Jane Wanjiru"; of a reversal nobody may know whose payment it was. */
function describePayer(order: Order, news: AlertNews): Said {
  const name = nameOf(order);
  if (!name || (news.kind === 'reversed' && news.isUnclear)) return [];
  const how = { paid: ' from ', review: ' from ', reversed: ' to ', failed: ' by ' }[news.kind];
  return [ours(how), foreign(name, 50)];
}
