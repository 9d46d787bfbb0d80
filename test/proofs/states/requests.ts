// What people do with requests for approval and refunds, as the walk lets them: who may begin what, and how it is done.
import { RINGS_WITHIN_MS } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import { mayBeEnded } from '#orders/refund.ts';
import { whyNotRefundable } from '#orders/refunding.ts';
import type { Payments } from '#payments/payments.ts';
import { REQUEST_KINDS, type RequestKind, type WorkKind, type World } from './world.ts';

export function isRequestKind(kind: WorkKind): kind is RequestKind {
  return REQUEST_KINDS.some((one) => one === kind);
}

/** Whether people see a button for it. */
export function isOffered(kind: RequestKind, order: Order): boolean {
  const { approval, refund, state } = order;
  const isOpen = approval?.state === 'open';
  switch (kind) {
    case 'approve by U1':
    case 'approve by U2':
    case 'approve by U3':
    case 'decline':
      return isOpen;
    case 'approve old':
      return isOpen && approval.number > 1;
    case 'withdraw':
      return isOpen || state === 'waiting';
    case 'send now':
      return state === 'waiting' && approval?.state === 'approved';
    case 'ask back':
      return whyNotRefundable(order) === undefined && (approval?.number ?? 0) < MAX_REQUESTS;
    case 'it was paid back':
    case 'it was not':
      return refund !== undefined && state !== 'reversed' && mayBeEnded(refund);
  }
}

/** So that a walk comes to an end. */
const MAX_REQUESTS = 2;

/** `order`: as the buttons show it. */
export async function perform(
  kind: RequestKind,
  order: Order | undefined,
  payments: Payments,
): Promise<unknown> {
  if (!order) return undefined;
  const { reference, payments: [payment] = [], approval } = order;
  const { approvals, refunds } = payments;
  const number = approval?.number ?? 1;
  switch (kind) {
    case 'approve by U1':
      return approvals.approve(reference, number, 'U1');
    case 'approve by U2':
      return approvals.approve(reference, number, 'U2');
    case 'approve by U3':
      return approvals.approve(reference, number, 'U3');
    case 'approve old':
      return approvals.approve(reference, number - 1, 'U2');
    case 'decline':
      return approvals.decline(reference, number, 'U2', 'No');
    case 'withdraw':
      return approvals.withdraw(reference, number, 'U1');
    case 'send now':
      return approvals.sendNow(reference, 'U1');
    case 'ask back':
      return (
        payment?.paid && refunds.askRefund(reference, { amount: payment.paid, remarks: 'Sold out' }, 'U1')
      );
    case 'it was paid back':
      return refunds.endRefund(reference, number, 'U3', true);
    case 'it was not':
      return refunds.endRefund(reference, number, 'U3', false);
  }
}

/** When (ms) a prompt that waits becomes too late to ring by itself: until then Teller must not sleep longer. */
export function lateAt({ orders, now }: World): number | undefined {
  const times = orders.flatMap(({ kind, state, approval }) =>
    kind === 'prompt' && state === 'waiting' && approval?.state === 'open'
      ? [approval.askedAt + RINGS_WITHIN_MS + 1]
      : [],
  );
  return times.find((at) => at > now);
}
