// The invariants of requests for approval and of refunds: nobody approves their own request, what is approved is what was asked
// for, and the provider is asked only after that. Part of invariants.ts.
import { isMore } from '#lib/money.ts';
import type { Order } from './order.ts';
import { paymentWith } from './payments.ts';

type Rule = (after: Order, before: Order | undefined) => boolean;

export const REQUEST_RULES = {
  /** A prompt that was approved late waits for its asker. */
  waits_for_its_request: ({ state, approval, kind }) => {
    const isOpen = approval?.about === 'order' && approval.state === 'open';
    const isLate = approval?.about === 'order' && approval.state === 'approved' && kind === 'prompt';
    return state === 'waiting' ? isOpen || isLate : !isOpen;
  },
  waiting_order_is_sent_when_approved: (after, before) =>
    before?.state !== 'waiting' || after.state !== 'sending' || after.approval?.state === 'approved',
  waiting_order_is_not_requested: ({ state, requestedAt }) =>
    state !== 'waiting' || requestedAt === undefined,
  decided_by_another: ({ approval }) => {
    if (approval?.state !== 'approved' && approval?.state !== 'declined') return true;
    return approval.decidedBy !== undefined && approval.decidedBy !== approval.requestedBy;
  },
  /** One request at a time, and what was decided stays. */
  requests_follow_each_other: (after, before) => {
    const [known, approval] = [before?.approval, after.approval];
    if (!known || known === approval) return true;
    if (approval?.number === known.number) return before !== undefined && isSameRequest(after, before);
    return approval?.number === known.number + 1 && known.state !== 'open' && approval.state === 'open';
  },
  content_of_a_request_stays: (after, before) => {
    if (!before?.approval || after.approval?.number !== before.approval.number) return true;
    if (before.approval.about !== 'refund' || !before.refund) return true;
    return REFUND_CONTENT.every(
      (field) =>
        after.refund?.[field] === before.refund?.[field] ||
        // Of an erased order they go once the provider was asked (forgetting.ts).
        (field === 'remarks' && after.erasedAt !== undefined && after.refund?.remarks === ''),
    );
  },
  refund_has_its_request: ({ approval, refund }) => {
    const isOpen = approval?.about === 'refund' && approval.state === 'open';
    return isOpen === (refund?.status === 'waiting');
  },
  refund_is_approved_before_it_is_asked: (after, before) =>
    after.refund?.requestedAt === undefined ||
    after.refund.requestedAt === before?.refund?.requestedAt ||
    (before?.refund?.status === 'approved' && before.approval?.state === 'approved'),
  /** A second time only after no answer came to the first, and never a third. */
  refund_is_repeated_once: (after, before) => {
    const [known, refund] = [before?.refund, after.refund];
    if (refund?.repeatedAt === undefined || refund.repeatedAt === known?.repeatedAt) return true;
    return (
      known?.status === 'requested' &&
      known.repeatedAt === undefined &&
      known.requestedAt === refund.requestedAt
    );
  },
  refund_times_stay: (after, before) => {
    const [known, refund] = [before?.refund, after.refund];
    if (known?.requestedAt === undefined || after.approval?.number !== before?.approval?.number) return true;
    return (
      refund?.requestedAt === known.requestedAt &&
      (known.repeatedAt === undefined || refund.repeatedAt === known.repeatedAt)
    );
  },
  refund_is_of_the_payment: (after, before) => {
    const { refund } = after;
    if (!refund || refund.amount === before?.refund?.amount) return true;
    const paid = paymentWith(after, refund.confirmationCode)?.paid;
    return paid?.currency === refund.amount.currency && !isMore(refund.amount, paid);
  },
  paid_back_is_reversed: (after) =>
    after.refund?.status !== 'paid_back' ||
    paymentWith(after, after.refund.confirmationCode)?.reversedAt !== undefined,
} as const satisfies Record<string, Rule>;

const REFUND_CONTENT = ['amount', 'confirmationCode', 'remarks', 'requestedBy'] as const;

/** The same request, which can be decided once, and after a late approval still end. */
function isSameRequest({ approval: after, state }: Order, { approval: before, state: stateBefore }: Order) {
  if (!before || !after) return false;
  const isSame = (['about', 'requestedBy', 'askedAt', 'limit'] as const).every(
    (field) => after[field] === before[field],
  );
  if (before.state === 'open') return isSame;
  const hasEnded = stateBefore === 'waiting' && state === 'not_sent' && before.state === 'approved';
  return isSame && (after.state === before.state || hasEnded);
}
