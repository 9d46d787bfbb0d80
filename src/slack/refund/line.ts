// How far a refund has come, in one line of its order's card. Pure.
import type { Approval } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import { type Refund, wasNeverAsked } from '#orders/refund.ts';
import { providerWords } from '#slack/text/escape.ts';
import { plainMoney } from '#slack/text/orders.ts';
import { bold, date, foreign, ours, type Parts, type Piece, person } from '#slack/ui/line.ts';
import { say } from '#slack/ui/say.ts';

const ASKED_BEFORE = 'Refund already requested outside Teller';

/** Nothing for an order whose payment nobody has requested to refund here. */
export function refundParts({ refund, approval }: Order): Parts {
  if (!refund) return [];
  const amount = plainMoney(refund.amount);
  const people = say`${person(refund.requestedBy)}${refund.approvedBy && say`, approved by ${person(refund.approvedBy)}`}`;
  const requestedBy = say`requested by ${people}`;
  const requestedAt = (at = 0) => say`requested ${date(at)} by ${people}`;
  const checkedBy = refund.endedBy ? say`checked by ${person(refund.endedBy)}` : [];
  switch (refund.status) {
    case 'waiting':
      return [
        [bold(`Refund of ${amount} needs approval`)],
        approval ? requestedAt(approval.askedAt) : requestedBy,
        [foreign(refund.remarks, 200)],
      ];
    case 'not_asked':
      return [notRequested(refund, amount, approval)];
    case 'approved':
    case 'requested':
      return [[bold(`Requesting the refund of ${amount}`)], requestedBy];
    case 'received': {
      const when = refund.requestedAt === undefined ? requestedBy : requestedAt(refund.requestedAt);
      return [say`${bold(`Refund of ${amount}`)} ${when}. Pesapal hasn’t processed it yet.`];
    }
    case 'received_before':
      return [[bold(ASKED_BEFORE)], requestedBy];
    case 'refused': {
      if (wasNeverAsked(refund))
        return [[bold(`Refund of ${amount} interrupted before it reached Pesapal`)], requestedBy];
      const words = providerWords(refund.failure?.providerMessage ?? '', 200);
      return [
        [bold(`Pesapal refused the refund of ${amount}`)],
        words ? [foreign(words, 200)] : [],
        requestedBy,
      ];
    }
    case 'unknown':
      return [
        [bold(`Pesapal didn’t answer the refund of ${amount}`)],
        say`An approver must check the Pesapal dashboard`,
        requestedBy,
      ];
    case 'paid_back':
      return [refund.wasAskedBefore ? [ours(ASKED_BEFORE)] : say`Refund requested by ${people}`, checkedBy];
    case 'not_paid_back':
      return [[bold(`${amount} wasn’t refunded`)], requestedBy, checkedBy];
  }
}

function notRequested(refund: Refund, amount: string, approval: Approval | undefined): Piece[] {
  if (approval?.about !== 'refund' || approval.state === 'open') return [bold(`Refund of ${amount}`)];
  const { state, decidedBy, reason } = approval;
  const ends = {
    declined: `Refund of ${amount} declined`,
    withdrawn: `Request for a refund of ${amount} withdrawn`,
    run_out: `Refund of ${amount} not approved within 24 hours`,
    lapsed: `Refund of ${amount} closed: the payment has changed`,
    too_late: `Refund of ${amount} not sent: Pesapal couldn’t be reached within 24 hours`,
  };
  // Nothing but a change of the payment, or time, ends what was approved.
  const end = state === 'approved' ? (refund.isTooLate ? 'too_late' : 'lapsed') : state;
  const isDecided = state === 'declined' || state === 'withdrawn';
  const by = isDecided && decidedBy ? say` by ${person(decidedBy)}` : [];
  return say`${bold(ends[end])}${by}${reason && say`: ${foreign(reason, 200)}`}`;
}
