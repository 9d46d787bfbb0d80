// OrderStore, Slack and service held against each other when everything is quiet. It believes none of them: what was paid is
// what the service has, what was told is what Slack showed, and what the orders says must agree with both.
import type { Order } from '#orders/order.ts';
import type { SandboxOrder } from '#sandbox/provider/orders.ts';
import { auditCard } from './audit-card.ts';
import { auditNews } from './audit-news.ts';
import { auditPrompts } from './audit-prompts.ts';
import type { Journal } from './deeds.ts';
import type { Ears } from './heard.ts';
import type { Unfinished } from './orders-reader.ts';
import type { Places } from './places.ts';
import type { Town } from './town.ts';

/** Something that must not be; `reference` is the orders's name of the order, or the service's. */
export type Violation = { readonly reference: string | undefined; readonly what: string };

/** How the money that came was told. */
export type Tally = { once: number; lost: number; twice: number; direct: number };

/** Everything that is held against each other. */
export type Evidence = {
  readonly town: Town;
  readonly places: Places;
  readonly ears: Ears;
  readonly journal: Journal;
  readonly orders: readonly Order[];
  readonly unfinished: Unfinished;
};

/** An order with all that is known of it; `there` is undefined when the service has none. */
export type Case = {
  readonly order: Order;
  readonly there: Readonly<SandboxOrder> | undefined;
  /** The order whose card and thread it is told in: itself, or for a charge its subscription. */
  readonly home: Order;
};

/** Bots look for what is due every second. */
const OVERDUE_MS = 60_000;

export function audit(evidence: Evidence): { violations: Violation[]; tally: Tally } {
  const { town, ears, orders } = evidence;
  const violations: Violation[] = [];
  const tally: Tally = { once: 0, lost: 0, twice: 0, direct: 0 };
  const byReference = new Map<string, Order>(orders.map((order) => [order.reference, order]));

  for (const there of town.provider.orders()) {
    if (!orders.some((order) => isSame(order, there)))
      violations.push({
        reference: there.id,
        what: `the service has a ${there.kind} that the orders does not have`,
      });
  }
  for (const { reference, news, channel } of ears.heard) {
    if (!byReference.has(reference) && news !== 'alerts_off')
      violations.push({
        reference,
        what: `Slack was told "${news}" in ${channel} of an order that is not there`,
      });
  }
  for (const order of orders) {
    const home = order.chargeOf ? byReference.get(order.chargeOf) : order;
    if (!home) {
      violations.push({ reference: order.reference, what: 'its subscription is not in the orders' });
      continue;
    }
    const there = town.provider.orders().find((one) => isSame(order, one));
    const one: Case = { order, there, home };
    const found = [...auditState(one), ...auditCard(one, evidence), ...auditNews(one, evidence, tally)];
    violations.push(...found.map((what) => ({ reference: order.reference, what })));
  }
  violations.push(...auditPrompts(evidence), ...auditLeftovers(evidence));
  violations.push(...town.deaths.map((why) => ({ reference: undefined, what: `a bot ended: ${why}` })));
  return { violations, tally };
}

function isSame(order: Order, there: Readonly<SandboxOrder>): boolean {
  if (there.kind === 'charge')
    return order.kind === 'charge' && order.service.trackingId === there.order_tracking_id;
  return order.kind !== 'charge' && order.reference === there.id;
}

/** The states that the orders may have, by what the service has. */
function auditState({ order, there }: Case): string[] {
  const { state } = order;
  if (!there)
    return state === 'not_sent' ? [] : [`the orders says ${state}, and the service has no such order`];
  const problems: string[] = [];
  if (order.service.trackingId !== there.order_tracking_id)
    problems.push(`the orders has another tracking id (${order.service.trackingId})`);
  const allowed = allowedStates(order, there);
  if (!allowed.includes(state))
    problems.push(`the orders says ${state}; by what the service has it should be ${allowed.join(' or ')}`);
  return problems;
}

function allowedStates(order: Order, there: Readonly<SandboxOrder>): Order['state'][] {
  const { payment, cancelledAt } = there;
  if (payment?.status_code === 3) return ['reversed'];
  if (payment?.status_code === 1) return [isAsAsked(order, there) ? 'paid' : 'review'];
  if (cancelledAt !== undefined) return ['cancelled'];
  return [payment?.status_code === 2 ? 'failed' : 'pending'];
}

/** By the orders's own figures of what was asked, and the service's of what came. */
export function isAsAsked({ amount }: Order, { payment }: Readonly<SandboxOrder>): boolean {
  return payment?.currency === amount.currency && payment.amount === Number(amount.amount);
}

function auditLeftovers({ unfinished, orders, town }: Evidence): Violation[] {
  const { turns, leases } = unfinished;
  const closed = new Set<Order['state']>(['paid', 'review', 'reversed', 'not_sent']);
  const found: Violation[] = [];
  for (const { queue, reference, at, claimed } of turns) {
    const state = orders.find((order) => order.reference === reference)?.state;
    const when = `${Math.round((at - town.now()) / 1_000)} s from now`;
    if (queue === 'deliver') found.push({ reference, what: `it still waits to be told (${when})` });
    else if (claimed) found.push({ reference, what: `somebody still has it in hand (until ${when})` });
    else if (at < town.now() - OVERDUE_MS || !state || closed.has(state))
      found.push({ reference, what: `a look is due ${when} though it is ${state}` });
  }
  if (leases.length > 0) found.push({ reference: undefined, what: `leases are held: ${leases.join(', ')}` });
  return found;
}
