// Which audit events a change of an order is: one line of the audit record for each thing that a person did, or that Teller did by
// itself. Derived from the order before and after, as money entries are, so that whatever saves an order cannot forget its
// line. Pure. Called for every save, by payments/status/order-saves.ts.
import type { Approval, ApprovalState } from './approval.ts';
import { type AuditEvent, type OrderAuditEventName, TELLER } from './audit-line.ts';
import type { Order } from './order.ts';
import { type RefundStatus, wasNeverAsked } from './refund.ts';

type OrderAuditEvent = AuditEvent<OrderAuditEventName>;

/**
 * Oldest first; none when the provider alone changed the order, or nothing that a line is about. `before`: the stored
 * order that `after` is made from; undefined for a new one.
 */
export function auditEventsOf(after: Order, before: Order | undefined): readonly OrderAuditEvent[] {
  return [
    ...creation(after, before),
    ...endings(after, before),
    ...decisions(after, before),
    ...refundSteps(after, before),
    ...forgetting(after, before),
  ];
}

/** Teller makes a charge when the provider names one, so nobody asked for it. */
function creation(order: Order, before: Order | undefined): OrderAuditEvent[] {
  if (before || order.kind === 'charge') return [];
  return [auditEventOf(order, beginningOf(order), order.agent, order.createdAt, order.state)];
}

function beginningOf({ kind, balanceOf, resendOf }: Order): OrderAuditEventName {
  if (kind === 'elsewhere') return 'written_down';
  // What requests a balance may follow an order that was sent again.
  if (balanceOf) return 'requested_balance';
  return resendOf ? 'sent_again' : 'asked';
}

function endings(after: Order, before: Order | undefined): OrderAuditEvent[] {
  const { cancelledBy, acceptedBy, approval, changedAt, state } = after;
  const isSentNow =
    before?.state === 'waiting' && state === 'sending' && before.approval?.state === 'approved';
  return [
    ...(cancelledBy && cancelledBy !== before?.cancelledBy
      ? [
          auditEventOf(
            after,
            cancelledBy === TELLER ? 'cancelled_at_deadline' : 'cancelled',
            cancelledBy,
            changedAt,
            state,
          ),
        ]
      : []),
    ...(acceptedBy && acceptedBy !== before?.acceptedBy
      ? [auditEventOf(after, 'accepted_as_paid', acceptedBy, changedAt, state)]
      : []),
    ...(isSentNow && approval
      ? [auditEventOf(after, 'sent_now', approval.requestedBy, changedAt, state)]
      : []),
  ];
}

/** What became of a request for approval. An order that is asked for has its line already. */
const DECISION_AUDIT_EVENTS = {
  open: undefined,
  approved: 'approved',
  declined: 'declined',
  withdrawn: 'withdrawn',
  run_out: 'ran_out',
  lapsed: 'lapsed',
} as const satisfies Record<ApprovalState, OrderAuditEventName | undefined>;

function decisions(after: Order, before: Order | undefined): OrderAuditEvent[] {
  const { approval } = after;
  if (!approval || isSame(approval, before?.approval)) return [];
  const event = DECISION_AUDIT_EVENTS[approval.state];
  const { requestedBy, askedAt, decidedBy = TELLER, decidedAt = after.changedAt } = approval;
  if (event) return [auditEventOf(after, event, decidedBy, decidedAt, outcomeOf(after, approval))];
  return approval.about === 'refund'
    ? [auditEventOf(after, 'refund_asked', requestedBy, askedAt, outcomeOf(after, approval))]
    : [];
}

function isSame(one: Approval, other: Approval | undefined): boolean {
  return one.number === other?.number && one.state === other.state;
}

/** What is asked for: an order in this state, or its refund. */
function outcomeOf({ state, refund }: Order, { about }: Approval): string {
  return about === 'order' ? state : `refund ${refund?.status ?? ''}`.trim();
}

/** What the request for approval does not say: Teller's calls, what came of them, and how an approver ended it. */
const REFUND_AUDIT_EVENTS = {
  waiting: undefined,
  not_asked: undefined,
  approved: undefined,
  requested: 'refund_requested',
  received: 'refund_answered',
  received_before: 'refund_answered',
  refused: 'refund_answered',
  unknown: 'refund_answered',
  paid_back: 'refund_ended',
  not_paid_back: 'refund_ended',
} as const satisfies Record<RefundStatus, OrderAuditEventName | undefined>;

function refundSteps(after: Order, before: Order | undefined): OrderAuditEvent[] {
  const { refund, changedAt } = after;
  if (!refund || refund === before?.refund) return [];
  const { status, requestedAt = changedAt, repeatedAt, answeredAt = changedAt, endedBy, endedAt } = refund;
  if (repeatedAt !== undefined && repeatedAt !== before?.refund?.repeatedAt)
    return [auditEventOf(after, 'refund_requested', TELLER, repeatedAt, 'once more')];
  const event = status === before?.refund?.status ? undefined : REFUND_AUDIT_EVENTS[status];
  if (event && wasNeverAsked(refund))
    return [auditEventOf(after, 'lapsed', TELLER, answeredAt, `refund ${status}`)];
  // The request says of any other that it has ended.
  if (status === 'not_asked' && before?.refund?.status === 'approved')
    return [auditEventOf(after, 'lapsed', TELLER, endedAt ?? changedAt, `refund ${status}`)];
  switch (event) {
    case undefined:
      return [];
    case 'refund_requested':
      return [auditEventOf(after, event, TELLER, requestedAt, status)];
    case 'refund_answered':
      return [auditEventOf(after, event, TELLER, answeredAt, status)];
    case 'refund_ended':
      // Without a name the provider said so.
      return endedBy ? [auditEventOf(after, event, endedBy, endedAt ?? changedAt, status)] : [];
  }
}

/** A charge that comes after its order was erased has nothing to be erased. */
function forgetting(after: Order, before: Order | undefined): OrderAuditEvent[] {
  const { erasedAt, erasedBy } = after;
  if (!before || before.erasedAt !== undefined || erasedAt === undefined || !erasedBy) return [];
  return [auditEventOf(after, 'forgotten', erasedBy, erasedAt, after.state)];
}

function auditEventOf(
  order: Order,
  event: OrderAuditEventName,
  who: string,
  at: number,
  outcome: string,
): OrderAuditEvent {
  return { at, who, event, order: order.reference, outcome };
}
