// How far a refund has come, in one line of its order's card. Pure.
import type { Approval } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import { type Refund, wasNeverAsked } from '#orders/refund.ts';
import { serviceWords } from '#slack/text/escape.ts';
import { plainMoney } from '#slack/text/orders.ts';
import { REFUND_LINE } from '#slack/text/refunds.ts';
import { bold, date, foreign, ours, type Parts, type Piece, person } from './line.ts';

/** Nothing for an order whose payment nobody has requested to refund here. */
export function refundParts({ refund, approval }: Order): Parts {
  if (!refund) return [];
  const amount = plainMoney(refund.amount);
  const { status, failure } = refund;
  switch (status) {
    case 'waiting':
      return [[bold(REFUND_LINE.waits(amount))], requestedBy(refund, approval?.askedAt), [remarks(refund)]];
    case 'not_asked':
      return notRequested(refund, amount, approval);
    case 'approved':
    case 'requested':
      return [[bold(REFUND_LINE.beingAsked(amount))], requestedBy(refund)];
    case 'received':
      return [
        [
          bold(REFUND_LINE.refundOf(amount)),
          ours(' '),
          ...requestedBy(refund, refund.requestedAt),
          ours(REFUND_LINE.notProcessed),
        ],
      ];
    case 'received_before':
      return [[bold(REFUND_LINE.askedBefore)], requestedBy(refund)];
    case 'refused': {
      if (wasNeverAsked(refund)) return [[bold(REFUND_LINE.interrupted(amount))], requestedBy(refund)];
      const words = serviceWords(failure?.serviceMessage ?? '', 200);
      return [[bold(REFUND_LINE.refused(amount))], words ? [foreign(words, 200)] : [], requestedBy(refund)];
    }
    case 'unknown':
      return [[bold(REFUND_LINE.unknown(amount))], [ours(REFUND_LINE.check)], requestedBy(refund)];
    case 'paid_back': {
      const who = refund.wasAskedBefore
        ? [ours(REFUND_LINE.askedBefore)]
        : [ours(REFUND_LINE.refundRequestedBy), ...people(refund)];
      return [who, ended(refund)];
    }
    case 'not_paid_back':
      return [[bold(REFUND_LINE.notPaidBack(amount))], requestedBy(refund), ended(refund)];
  }
}

/** "requested 22 Nov 12:40 by @amina, approved by @baraka" */
function requestedBy(refund: Refund, at?: number): Piece[] {
  const when =
    at === undefined
      ? [ours(REFUND_LINE.requestedBy)]
      : [ours(REFUND_LINE.requested), date(at), ours(` ${REFUND_LINE.by}`)];
  return [...when, ...people(refund)];
}

/** Who requested it and who approved it. */
function people({ askedBy, approvedBy }: Refund): Piece[] {
  return [person(askedBy), ...(approvedBy ? [ours(REFUND_LINE.approvedBy), person(approvedBy)] : [])];
}

function remarks({ remarks: words }: Refund): Piece {
  return foreign(words, 200);
}

function notRequested(refund: Refund, amount: string, approval: Approval | undefined): Parts {
  if (approval?.about !== 'refund' || approval.state === 'open')
    return [[bold(REFUND_LINE.refundOf(amount))]];
  const { state, decidedBy, reason } = approval;
  // Nothing but a change of the payment, or time, ends what was approved.
  const end = state === 'approved' ? (refund.isTooLate ? 'too_late' : 'lapsed') : state;
  const isDecided = state === 'declined' || state === 'withdrawn';
  return [
    [
      bold(REFUND_LINE.ended[end](amount)),
      ...(isDecided && decidedBy ? [ours(` ${REFUND_LINE.by}`), person(decidedBy)] : []),
      ...(reason ? [ours(': '), foreign(reason, 200)] : []),
    ],
  ];
}

/** Who has said what became of it. */
function ended({ endedBy }: Refund): Piece[] {
  return endedBy ? [ours(REFUND_LINE.checkedBy), person(endedBy)] : [];
}
