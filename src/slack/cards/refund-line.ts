// How far a refund has come, in one line of its order's card. Pure.
import type { Approval } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import { type Refund, wasNeverAsked } from '#orders/refund.ts';
import { serviceWords } from '#slack/text/escape.ts';
import { plainMoney } from '#slack/text/orders.ts';
import { REFUND_LINE } from '#slack/text/refunds.ts';
import { bold, date, foreign, ours, type Parts, type Piece, person } from './line.ts';

/** Nothing for an order whose payment nobody has asked to pay back here. */
export function refundParts({ refund, approval }: Order): Parts {
  if (!refund) return [];
  const amount = plainMoney(refund.amount);
  const headline = (words: string) => [bold(`${REFUND_LINE.refundOf} ${amount} ${words}`)];
  const { status, failure } = refund;
  switch (status) {
    case 'waiting':
      return [headline(REFUND_LINE.waits), askedBy(refund, approval?.askedAt), remarks(refund)];
    case 'not_asked':
      return [headline(REFUND_LINE.notAsked), whyNotAsked(refund, approval)];
    case 'approved':
    case 'requested':
      return [headline(REFUND_LINE.beingAsked), askedBy(refund)];
    case 'received':
      return [
        [bold(`${REFUND_LINE.refundOf} ${amount}`), ...asked(refund), ours(`, ${REFUND_LINE.toCarryOut}`)],
      ];
    case 'received_before':
      return [headline(REFUND_LINE.askedBefore), askedBy(refund)];
    case 'refused': {
      if (wasNeverAsked(refund))
        return [headline(REFUND_LINE.notAsked), [ours(REFUND_LINE.stoodStill)], askedBy(refund)];
      const words = serviceWords(failure?.serviceMessage ?? '', 200);
      const says = words ? [foreign(words, 200)] : [];
      return [headline(REFUND_LINE.refused), says, askedBy(refund)];
    }
    case 'unknown':
      return [headline(REFUND_LINE.unknown), [ours(REFUND_LINE.look)], askedBy(refund)];
    case 'paid_back': {
      const who = refund.wasAskedBefore ? [ours(REFUND_LINE.askedBefore)] : askedBy(refund);
      return [[ours(`${REFUND_LINE.refund} `), ...who], ended(refund)];
    }
    case 'not_paid_back':
      return [headline(REFUND_LINE.notCarriedOut), askedBy(refund), ended(refund)];
  }
}

/** "asked 22 Nov 12:40 by @amina and @baraka" */
function asked({ requestedAt, ...refund }: Refund): Piece[] {
  return [
    ours(` ${REFUND_LINE.asked} `),
    ...(requestedAt === undefined ? [] : [date(requestedAt), ours(' ')]),
    ...by(refund),
  ];
}

function askedBy(refund: Pick<Refund, 'askedBy' | 'approvedBy'>, at?: number): Piece[] {
  return [ours(`${REFUND_LINE.asked} `), ...(at === undefined ? [] : [date(at), ours(' ')]), ...by(refund)];
}

/** Who asked and who approved. */
function by({ askedBy: asker, approvedBy }: Pick<Refund, 'askedBy' | 'approvedBy'>): Piece[] {
  return [
    ours(`${REFUND_LINE.by} `),
    person(asker),
    ...(approvedBy ? [ours(` ${REFUND_LINE.and} `), person(approvedBy)] : []),
  ];
}

function remarks({ remarks: words }: Refund): Piece[] {
  return [foreign(words, 200)];
}

function whyNotAsked({ isTooLate }: Refund, approval: Approval | undefined): Piece[] {
  if (approval?.about !== 'refund') return [];
  const { state, decidedBy, reason } = approval;
  if (state === 'open') return [];
  // Nothing but a change of the payment, or time, ends what was approved.
  if (state === 'approved') return [ours(REFUND_LINE.ended[isTooLate ? 'too_late' : 'lapsed'])];
  return [
    ours(REFUND_LINE.ended[state]),
    ...(decidedBy ? [ours(` ${REFUND_LINE.by} `), person(decidedBy)] : []),
    ...(reason ? [ours(': '), foreign(reason, 200)] : []),
  ];
}

/** Who has said what became of it. */
function ended({ endedBy }: Refund): Piece[] {
  return endedBy ? [ours(`${REFUND_LINE.says} `), person(endedBy)] : [];
}
