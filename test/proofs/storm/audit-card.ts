// One card for each order, and it shows how the order stands.
import type { OrderState } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import {
  type Case,
  type Evidence,
  isGoingBack,
  isPaidByAnother,
  keptIn,
  type Linked,
  paidWith,
} from './evidence.ts';
import { CARD } from './posts.ts';

/** What people must read on a card, written down here once more and not taken from the bot. */
const SHOWN: Record<OrderState, RegExp> = {
  waiting: /^:lock: .*needs approval/,
  sending:
    /^:(hourglass|hourglass_flowing_sand|repeat|warning): .*(sending|no answer|already paid|no longer needed)/,
  pending:
    /^:(hourglass|hourglass_flowing_sand|repeat|link|warning): .*(waiting for|no PIN yet|not answered|already paid|no longer needed)/s,
  paid: /^:(white_check_mark|repeat|rotating_light): .*\d( of \d+)? paid\b/,
  review: /^:(warning|rotating_light): \*?Paid .* of /,
  failed: /^:(x|warning): .*(not paid|already paid|no longer needed)/,
  cancelled: /^:no_entry_sign: .*\d( \w+)? cancelled/,
  reversed: /^:(leftwards_arrow_with_hook|rotating_light): .*\d refunded/,
  not_sent: /^:x: .*\d( \w+)? not sent/,
};

/** How many payments a recurring order's card counts. */
const COUNTED = / · \*?(\d+)(?: of \d+)? paid, /;

/** The same on the cards of the orders that it was made from. */
const SHOWN_ON_EARLIER: Record<OrderState, RegExp> = {
  waiting: / · needs approval/,
  sending: / · sending/,
  pending: / · (waiting for payment|not answered)/,
  paid: / · paid$/m,
  review: / · to review/,
  failed: / · not paid/,
  cancelled: / · cancelled/,
  reversed: / · (partly )?refunded/,
  not_sent: / · not sent/,
};

/** A day later no prompt is answered any more; a link is waited for longer. */
function cameToNothing({ state, kind }: Order): boolean {
  return ['failed', 'not_sent', 'cancelled'].includes(state) || (state === 'pending' && kind === 'prompt');
}

/** What was paid back in part still counts as paid. */
function isOrKeepsPaid(order: Order): boolean {
  return order.state === 'paid' || (order.state === 'reversed' && keptIn(order) > 0);
}

export function auditCard({ order, chain }: Case, { posts, environment, orders }: Evidence): string[] {
  const cards = posts.about(order.reference).filter(({ news }) => news === CARD);
  if (order.kind === 'charge') return cards.length > 0 ? ['a charge has a card of its own'] : [];
  const [card, ...others] = cards;
  const isClosed = environment.closed.has(order.channel);
  if (!card) return isClosed ? [] : ['it has no card'];
  const problems = others.length > 0 ? [`it has ${cards.length} cards`] : [];
  const isInThread = card.threadTs !== undefined && card.threadTs !== card.ts;
  if (isInThread && card.threadTs !== order.bulk?.threadTs) problems.push('its card stands in a thread');
  if (order.card && (order.card.ts !== card.ts || order.card.channel !== card.channel))
    problems.push('the store has another card');
  // Nobody can edit what is gone.
  if (card.deleted || isClosed) return problems;
  if (!order.card) problems.push('the store does not have its card');
  const [headline = '', details = ''] = card.shown.split('\n');
  if (!SHOWN[order.state].test(`${headline}\n${details}`))
    problems.push(`its card says "${headline}" though the store says ${order.state}`);
  const paid = orders.filter(
    (one) => isOrKeepsPaid(one) && (one === order || one.chargeOf === order.reference),
  );
  if (order.recurring && paid.length > 0 && Number(COUNTED.exec(headline)?.[1]) !== paid.length)
    problems.push(`its card says "${headline}" though ${paid.length} payments were made`);
  if (!card.shown.includes(order.reference)) problems.push('its card does not name its reference');
  problems.push(...auditWaiting(order, headline), ...auditResend(order, chain, card.shown));
  const link = order.provider.redirectUrl;
  const mayBePaid = !isPaidByAnother({ order, chain });
  if (order.state === 'pending' && link && card.shown.includes(link) !== mayBePaid)
    problems.push(mayBePaid ? 'its card has no link' : 'its card has a link though the customer has paid');
  return problems;
}

/** The storm ends a day after the last order. */
function auditWaiting({ state, kind, checksEndedAt }: Order, headline: string): string[] {
  if (state !== 'pending' || kind !== 'prompt') return [];
  if (checksEndedAt === undefined) return ['it still waits for the customer after a day'];
  return /not answered|already paid|no longer needed/.test(headline)
    ? []
    : [`its card says "${headline}" though its checks are over`];
}

/** An order that another one was made from leads to the newest, and offers nothing itself. */
function auditResend(order: Order, chain: readonly Linked[], shown: string): string[] {
  const { reference, state } = order;
  const hasButton = (label: string) => shown.includes(`[${label}`);
  const newest = chain.at(-1)?.order;
  if (!newest || newest.reference === reference) {
    const canBeSentAgain = cameToNothing(order) && !isPaidByAnother({ order, chain });
    if (canBeSentAgain !== (hasButton('Send again') || hasButton('Cancel and send again')))
      return [`its card ${canBeSentAgain ? 'does not offer' : 'offers'} to send it again`];
    return (state === 'review' && !isGoingBack(order)) === hasButton('Accept as paid')
      ? []
      : ['its card has the wrong buttons for a review'];
  }
  const isDuplicate = (text: string) => text.includes(`for ${newest.reference}`) || / is paid/.test(text);
  const line = shown.split('\n').find((one) => /(^|· )(Sent again as|Balance requested as) /.test(one)) ?? '';
  const duplicateLine = shown.split('\n').find((one) => one.includes(newest.reference) && isDuplicate(one));
  const bringsNothing =
    cameToNothing(newest) || newest.state === 'reversed' || paidWith(order) > Number(order.amount.amount);
  const isLeft = state === 'review' && bringsNothing;
  const canBeAccepted = isLeft && !isGoingBack(order);
  return [
    ...(duplicateLine || (line.includes(newest.reference) && SHOWN_ON_EARLIER[newest.state].test(line))
      ? []
      : [`its card does not say that ${newest.reference} is ${newest.state}: "${line}"`]),
    ...(canBeAccepted === hasButton('Accept as paid') ? [] : ['its card has the wrong buttons for a review']),
    // A menu begins with an ellipsis. What was paid twice can be paid back, and a payment has a receipt.
    ...(isLeft || !/\[(?!…|Refund\]|Send receipt\])/.test(shown) ? [] : ['its card still has buttons']),
    ...(state === 'paid' || !hasButton('Send receipt')
      ? []
      : ['its card offers a receipt of what is not paid']),
    ...(hasButton('Refund]') && state !== 'paid' && state !== 'review'
      ? [`its card offers a refund though it is ${state}`]
      : []),
  ];
}
