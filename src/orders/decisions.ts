// Deciding a request for approval: who may, what it makes of the order, and when the request runs out. Called by
// payments/ordering/approvals.ts and status/due-check.ts. Pure.
import { announce } from './announcement.ts';
import { type Approval, type ApprovalEvent, decidedAs, isLate, requestAfter, runsOutAt } from './approval.ts';
import { applyEvent } from './events.ts';
import type { Order } from './order.ts';
import type { Refund } from './refund.ts';
import { stillHolds } from './refunding.ts';

export type Decision =
  | { readonly decision: 'approve' | 'withdraw' }
  | { readonly decision: 'decline'; readonly reason: string };

/**
 * `decided`: by this call. `late`: approved by this call, but its asker must send the prompt. `no_longer_holds`: what was asked
 * for came to nothing, so the request has ended. `already_decided`: the order's `approval` says by whom and how. `gone`: there is
 * a newer request, or none. `own`: nobody decides their own request. `not_own`: only its asker may do that. `no_card`: it can be
 * ended once its card is posted. `order` is to be saved where it differs from the one that was given.
 */
export type Decided = {
  readonly status:
    | 'decided'
    | 'late'
    | 'no_longer_holds'
    | 'already_decided'
    | 'gone'
    | 'own'
    | 'not_own'
    | 'no_card';
  readonly order: Order;
};

/** What `by` (a Slack id) makes of the request with this number at `at` (ms). Whether `by` is an approver was asked before. */
export function decide(
  order: Order,
  number: number,
  decision: Decision,
  { by, at }: { by: string; at: number },
): Decided {
  const { approval } = order;
  if (approval?.number !== number) return { status: 'gone', order };
  const late = runOut(order, at);
  if (late) return { status: 'already_decided', order: late };
  const isDecided = approval.state !== 'open';
  if (decision.decision === 'withdraw') {
    if (by !== approval.requestedBy) return { status: 'not_own', order };
    if (isDecided && !waitsToBeSent(order)) return { status: 'already_decided', order };
    if (lacksCard(order)) return { status: 'no_card', order };
    return { status: 'decided', order: end(order, approval, { event: 'approval_withdrawn', by }, at) };
  }
  if (isDecided) return { status: 'already_decided', order };
  if (by === approval.requestedBy) return { status: 'own', order };
  if (decision.decision === 'decline') {
    if (lacksCard(order)) return { status: 'no_card', order };
    const { reason } = decision;
    return { status: 'decided', order: end(order, approval, { event: 'approval_declined', by, reason }, at) };
  }
  return approve(order, approval, by, at);
}

/** The order whose request nobody decided in time, or whose late approval its asker did not use; else undefined. */
export function runOut(order: Order, at: number): Order | undefined {
  const runsOut = nextRunOut(order);
  if (!order.approval || runsOut === undefined || at < runsOut) return undefined;
  return end(order, order.approval, { event: 'approval_ran_out' }, at);
}

/** When (ms) its request runs out; undefined when there is none that can. */
export function nextRunOut(order: Order): number | undefined {
  const { approval } = order;
  if (!approval || (approval.state !== 'open' && !waitsToBeSent(order))) return undefined;
  return runsOutAt(approval);
}

/** The asker `by` sends a prompt that was approved late. */
export function sendNow(order: Order, by: string, at: number): Decided {
  const { approval } = order;
  if (approval?.about !== 'order') return { status: 'gone', order };
  const late = runOut(order, at);
  if (late) return { status: 'already_decided', order: late };
  if (by !== approval.requestedBy) return { status: 'not_own', order };
  if (!waitsToBeSent(order)) return { status: 'already_decided', order };
  return { status: 'decided', order: applyEvent(order, { event: 'sent_now' }, at) };
}

/** True of a prompt that was approved late and that its asker has not sent yet. */
export function waitsToBeSent({ state, approval }: Order): boolean {
  return state === 'waiting' && approval?.state === 'approved';
}

/** Whoever submits it is posting its card. The news that it has ended would make the delivery post another. */
function lacksCard({ state, card }: Order): boolean {
  return state === 'waiting' && !card;
}

function approve(order: Order, request: Approval, by: string, at: number): Decided {
  const approval = decidedAs(request, 'approved', at, { decidedBy: by });
  if (request.about === 'order') {
    if (order.kind !== 'prompt' || !isLate(request, at))
      return { status: 'decided', order: applyEvent(order, { event: 'approved', by }, at) };
    const approved = announce({ ...order, approval }, { kind: 'approved_late', approval }, at);
    return { status: 'late', order: approved };
  }
  if (!order.refund || !stillHolds(order))
    return { status: 'no_longer_holds', order: endRefund(order, decidedAs(request, 'lapsed', at), at) };
  const refund: Refund = { ...order.refund, status: 'approved', approvedBy: by };
  const news = { kind: 'approval_decided', approval } as const;
  return { status: 'decided', order: announce({ ...order, approval, refund }, news, at) };
}

type Ending = Exclude<ApprovalEvent, { event: 'approved' }>;

function end(order: Order, request: Approval, ending: Ending, at: number): Order {
  if (request.about === 'order') return applyEvent(order, ending, at);
  return endRefund(order, requestAfter(request, ending, at), at);
}

/** Nobody asks the provider. */
function endRefund(order: Order, approval: Approval, at: number): Order {
  const { refund } = order;
  const ended: Order = {
    ...order,
    approval,
    ...(refund ? { refund: { ...refund, status: 'not_asked' } } : {}),
  };
  return announce(ended, { kind: 'approval_decided', approval }, at);
}
