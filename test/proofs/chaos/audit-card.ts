// One card for each order, and it shows how the order stands.
import type { OrderState } from '#orders/lifecycle.ts';
import type { Case, Evidence } from './evidence.ts';
import { CARD } from './posts.ts';

/** What people must read on a card, written down here once more and not taken from the bot. */
const SHOWN: Record<OrderState, RegExp> = {
  sending: /Sending|No answer/,
  pending: /Waiting for|No PIN yet|Not answered/,
  paid: /· \*?(Paid|\d+( of \d+)? paid, .+)\*?$/m,
  review: /Paid, but not what was asked/,
  failed: /Not paid/,
  cancelled: /Cancelled/,
  reversed: /Paid back to the customer/,
  not_sent: /Not sent/,
};

/** How many payments a recurring order's card counts. */
const COUNTED = /(\d+)(?: of \d+)? paid, /;

export function auditCard({ order }: Case, { posts, environment, orders }: Evidence): string[] {
  const cards = posts.about(order.reference).filter(({ news }) => news === CARD);
  if (order.kind === 'charge') return cards.length > 0 ? ['a charge has a card of its own'] : [];
  const [card, ...others] = cards;
  const isClosed = environment.closed.has(order.channel);
  if (!card) return isClosed ? [] : ['it has no card'];
  const problems = others.length > 0 ? [`it has ${cards.length} cards`] : [];
  if (card.threadTs !== undefined && card.threadTs !== card.ts) problems.push('its card stands in a thread');
  if (order.card && (order.card.ts !== card.ts || order.card.channel !== card.channel))
    problems.push('the store has another card');
  // Nobody can edit what is gone.
  if (card.deleted || isClosed) return problems;
  if (!order.card) problems.push('the store does not have its card');
  const [headline = ''] = card.shown.split('\n');
  if (!SHOWN[order.state].test(headline))
    problems.push(`its card says "${headline}" though the store says ${order.state}`);
  const paid = orders.filter(
    (one) => one.state === 'paid' && (one === order || one.chargeOf === order.reference),
  );
  if (order.recurring && paid.length > 0 && Number(COUNTED.exec(headline)?.[1]) !== paid.length)
    problems.push(`its card says "${headline}" though ${paid.length} payments were made`);
  if (!card.shown.includes(order.reference)) problems.push('its card does not name its reference');
  const link = order.service.redirectUrl;
  if (order.state === 'pending' && link && !card.shown.includes(link)) problems.push('its card has no link');
  return problems;
}
