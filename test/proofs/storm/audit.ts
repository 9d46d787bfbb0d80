// Compares the store, Slack and the provider when nothing is under way any more. What was paid is what the provider has, what
// was announced is what Slack showed, and the store must agree with both.
import { TELLER } from '#orders/audit-line.ts';
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import type { SandboxOrder } from '#sandbox/provider/orders.ts';
import { ANSWER } from '#slack/outbox/outbound.ts';
import { auditApprovals } from './audit-approvals.ts';
import { auditCard } from './audit-card.ts';
import { auditChain, chainsOf } from './audit-chain.ts';
import { auditLeftovers } from './audit-leftovers.ts';
import { auditNews } from './audit-news.ts';
import { auditPayments } from './audit-payments.ts';
import { auditPrompts } from './audit-prompts.ts';
import { auditRecord } from './audit-record.ts';
import { auditRefunds } from './audit-refunds.ts';
import {
  type Case,
  type Evidence,
  isExactAmount,
  isGoingBack,
  keptIn,
  paidWith,
  type Tally,
  type Violation,
} from './evidence.ts';
import { FORGOTTEN } from './posts.ts';

/** A bot that was ended right at the deadline, and whose store waits for its backoff, needs less than this. */
const DEADLINE_WITHIN_MS = 60 * 60_000;

export function audit(evidence: Evidence): { violations: Violation[]; tally: Tally } {
  const { environment, posts, orders } = evidence;
  const violations: Violation[] = [];
  const tally: Tally = { once: 0, lost: 0, twice: 0, direct: 0 };
  const byReference = new Map<string, Order>(orders.map((order) => [order.reference, order]));

  for (const there of environment.provider.orders()) {
    if (!orders.some((order) => isSame(order, there)))
      violations.push({
        reference: there.id,
        what: `the service has a ${there.kind} that the store does not have`,
      });
  }
  for (const { reference, news, channel } of posts.all) {
    // What alerts a channel gets is told there, how a bulk goes, that a customer is forgotten, and what a form answers whose window
    // was closed; none belongs to an order.
    const isOfNone = news === 'bulk' || [FORGOTTEN, ANSWER].includes(reference) || /^alerts[_-]/.test(news);
    if (!byReference.has(reference) && !isOfNone)
      violations.push({
        reference,
        what: `"${news}" was announced in ${channel} for an order that is not there`,
      });
  }
  const chains = chainsOf(orders, (order) => environment.provider.orders().find((one) => isSame(order, one)));
  for (const order of orders) {
    const parent = order.chargeOf ? byReference.get(order.chargeOf) : order;
    if (!parent) {
      violations.push({ reference: order.reference, what: 'its subscription is not in the store' });
      continue;
    }
    const chain = chains.get(order.reference) ?? [];
    const there = chain.find((linked) => linked.order === order)?.there;
    const one: Case = { order, there, parent, chain };
    const found = [
      ...auditState(one, environment.now()),
      ...auditPayments(one, evidence),
      ...auditChain(one, evidence),
      ...auditCard(one, evidence),
      ...auditNews(one, evidence, tally),
    ];
    violations.push(...found.map((what) => ({ reference: order.reference, what })));
  }
  violations.push(
    ...auditPrompts(evidence),
    ...auditRefunds(evidence),
    ...auditApprovals(evidence),
    ...auditLeftovers(evidence),
    ...auditRecord(evidence),
  );
  violations.push(
    ...environment.deaths.map((why) => ({ reference: undefined, what: `a bot ended: ${why}` })),
  );
  return { violations, tally };
}

function isSame(order: Order, there: Readonly<SandboxOrder>): boolean {
  if (there.kind === 'charge')
    return order.kind === 'charge' && order.provider.trackingId === there.order_tracking_id;
  return order.kind !== 'charge' && order.reference === there.id;
}

/** The states that the store may have, by what the provider has. */
function auditState(one: Case, now: number): string[] {
  const { order, there } = one;
  const { state } = order;
  if (!there)
    return state === 'not_sent' ? [] : [`the store says ${state}, and the service has no such order`];
  const problems: string[] = [];
  if (order.provider.trackingId !== there.order_tracking_id)
    problems.push(`the store has another tracking id (${order.provider.trackingId})`);
  const { deadlineAt = Number.POSITIVE_INFINITY, cancelledBy } = order;
  if (deadlineAt < now - DEADLINE_WITHIN_MS && isOpen(state))
    problems.push(`it is ${state} after its deadline`);
  if (cancelledBy === TELLER && deadlineAt > order.changedAt)
    problems.push('Teller cancelled it before its deadline');
  const allowed = allowedStates(one, there);
  if (!allowed.includes(state))
    problems.push(`the store says ${state}; by what the service has it should be ${allowed.join(' or ')}`);
  return problems;
}

function allowedStates(one: Case, there: Readonly<SandboxOrder>): Order['state'][] {
  const { payments = [], acceptedBy } = one.order;
  const { payment, cancelledAt } = there;
  if (payments.length > 0) {
    if (payments.every(({ reversedAt }) => reversedAt !== undefined)) return ['reversed'];
    return isExactAmount(one.order) || acceptedBy ? ['paid'] : statesOfReview(one);
  }
  // The provider's records do not show it, so Teller goes on with a cancel whose answer was lost.
  if (cancelledAt !== undefined) return ['cancelled'];
  return [payment?.status_code === 2 ? 'failed' : 'pending'];
}

/** The rest may have been paid while a refund of what came first was under way, and have gone back. */
function statesOfReview({ order, chain }: Case): Order['state'][] {
  const balances = chain.filter((one) => one.order.balanceOf === order.reference);
  if (balances.length > 0 && isGoingBack(order)) return ['review', 'paid'];
  const brought = balances.reduce((sum, rest) => sum + broughtBy(rest.order), 0);
  return [paidWith(order) + brought === Number(order.amount.amount) ? 'paid' : 'review'];
}

/** What a rest brings counts once it is paid, however that came about; what is too much of it is its own concern. */
function broughtBy(rest: Order): number {
  if (rest.state === 'reversed') return keptIn(rest);
  const { acceptedBy, amount, state } = rest;
  const held = paidWith(rest) || 0;
  const isAll = held > Number(amount.amount) || (state === 'paid' && acceptedBy === undefined);
  return isAll ? Number(amount.amount) : state === 'paid' ? held : 0;
}
