// What must be true of requests for approval and of refunds.
import { RINGS_WITHIN_MS } from '#orders/approval.ts';
import { CALLED_WITHIN_MS, CHECKED_DAYS, needsChecks } from '#orders/refund.ts';
import { rowIn } from './store-door.ts';
import { orderIn, type Transaction, transactionIn, type World } from './world.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Each holds for the step from one world to the next. */
export const OF_REQUEST_STEPS = {
  'nobody approves what they asked for': (_: World, { orders }: World) =>
    orders.every(({ approval, refund, agent }) => {
      const asker = approval?.about === 'refund' ? refund?.askedBy : agent;
      return (
        approval?.state !== 'approved' || (approval.decidedBy !== undefined && approval.decidedBy !== asker)
      );
    }),
  'what was decided stays decided': (before: World, after: World) =>
    before.orders.every(({ reference, approval: known, state }) => {
      const { approval } = orderIn(after, reference) ?? {};
      if (!known || known.state === 'open' || approval?.number !== known.number) return true;
      const isLate = state === 'waiting' && known.state === 'approved';
      return isLate || (approval.state === known.state && approval.decidedBy === known.decidedBy);
    }),
  'the service hears nothing of an order before it is approved': (_: World, after: World) =>
    !after.needsApproval ||
    after.transactions.every(({ reference }) =>
      isAnnounced(after, reference, ['approval_decided', 'approved_late']),
    ),
  'a prompt that was approved late rings when its asker sends it': (_: World, after: World) =>
    after.transactions.every(({ reference, rings }) => {
      const { createdAt = 0, approval } = orderIn(after, reference) ?? {};
      const isLate = (approval?.decidedAt ?? createdAt) - createdAt > RINGS_WITHIN_MS;
      return rings === 0 || !isLate || after.isSentNow;
    }),
  'the service is asked to pay back only what was approved': eachCall((transaction, _, after) =>
    isAnnounced(after, transaction.reference, ['approval_decided']),
  ),
  'the service is asked to pay back within a day of the approval, or not at all': eachCall(
    ({ reference, refundCalls }, before, { announced, now }) => {
      const isRepeated = transactionIn(before, reference)?.refundCalls.includes(refundCalls.at(-1) ?? 0);
      const approvedAt = announced.findLast(
        (one) => one.reference === reference && one.kind === 'approval_decided',
      )?.at;
      return isRepeated || approvedAt === undefined || now < approvedAt + CALLED_WITHIN_MS;
    },
  ),
  'the service is asked to pay back twice at most': eachCall(
    ({ refundCalls }) => refundCalls.filter((number) => number === refundCalls.at(-1)).length <= 2,
  ),
  'the service is asked to pay back once more only if nobody heard its answer': (_: World, after: World) =>
    after.transactions.every(({ isAskedAfterAnswer }) => !isAskedAfterAnswer),
  'what the service may be paying back is not asked for anew': eachCall(
    ({ reference, refundCalls }, before) => {
      const { refundTaken } = transactionIn(before, reference) ?? {};
      return typeof refundTaken !== 'number' || refundTaken === refundCalls.at(-1);
    },
  ),
  'what an approver says was not paid back is checked for thirty days': (_: World, after: World) =>
    after.orders.every(({ reference, refund, state }) => {
      if (refund?.status !== 'not_paid_back' || state === 'reversed') return true;
      const { requestedAt = 0 } = refund;
      const isOver = after.now >= requestedAt + CHECKED_DAYS * DAY_MS;
      return isOver || rowIn(after, 'check', reference) !== undefined;
    }),
} as const;

/** Each holds when nothing is under way and nothing is due any more. */
export const AT_REQUEST_REST = {
  'at rest no request waits': ({ orders }: World) =>
    orders.every(({ approval, state }) => approval?.state !== 'open' && state !== 'waiting'),
  'at rest every refund has its outcome, or an approver was asked for it': ({ orders }: World) =>
    orders.every(({ refund, state }) => {
      if (!refund || state === 'reversed') return true;
      if (refund.status === 'approved' || refund.status === 'requested') return false;
      return !needsChecks(refund) || refund.overdueAt !== undefined;
    }),
} as const;

/** `holds` gets the payment after the call, and the worlds before and after the step in which it was made. */
function eachCall(holds: (transaction: Transaction, before: World, after: World) => boolean) {
  return (before: World, after: World) =>
    after.transactions.every((transaction) => {
      const known = transactionIn(before, transaction.reference)?.refundCalls ?? [];
      return known.length === transaction.refundCalls.length || holds(transaction, before, after);
    });
}

function isAnnounced({ announced }: World, reference: string, kinds: readonly string[]): boolean {
  return announced.some((one) => one.reference === reference && kinds.includes(one.kind));
}
