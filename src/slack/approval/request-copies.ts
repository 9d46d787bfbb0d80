// By what the messages with a request are known: a direct message to an approver, or a request to refund in the thread or for whoever
// made it. Both name the request's number.
import type { Approval } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';

const REQUEST = /^(waits|approval_asked)-(\d+)/;

/** The name of the direct messages to approvers about a request. */
export function requestName({ number }: Pick<Approval, 'number'>): string {
  return `waits-${number}`;
}

/** `news`: of a message's metadata. */
export function isRequest(news: string): boolean {
  return REQUEST.test(news);
}

/** Undefined when the order has a newer request. */
export function requestOf({ approval }: Order, request: string): Approval | undefined {
  return approval?.number === Number(REQUEST.exec(request)?.[2]) ? approval : undefined;
}

/** Changes whenever the messages with the request must be edited. */
export function shownOfRequest(order: Order, request: string): string {
  const approval = requestOf(order, request);
  if (approval?.state !== 'open') return approval?.state ?? 'over';
  const { isBeingPaidBack, refundAmount } = order.duplicatePayment ?? {};
  return isBeingPaidBack ? `open with ${refundAmount?.amount ?? 'another'}` : 'open';
}
