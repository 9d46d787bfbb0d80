// A refund that was asked for with Teller: what it is, how far it has come, and when it is looked at next. Kept inside its
// order, whose state stays as it is until the money went back. Stored, so this is a schema. Pure.
import { z } from 'zod';
import { failure, money, type Payment } from './payment.ts';

const DAY_MS = 24 * 60 * 60_000;

/** If the answer to the request is lost, it is asked once more this long (ms) after it was first asked. */
export const ASKED_AGAIN_AFTER_MS = 60_000;

/** Not so late (ms): the customer may have had the money in another way by then. */
const ASKED_AGAIN_WITHIN_MS = 60 * 60_000;

/** The same for the first time: the provider is asked so long (ms) after the approval at the latest. */
export const CALLED_WITHIN_MS = DAY_MS;

/** After so many days without a reversal an approver is reminded. */
const REMINDED_AFTER_DAYS = 3;

/** For so many days the provider is asked once a day whether the payment was reversed. */
export const CHECKED_DAYS = 30;

/**
 * `waiting`: for approval. `not_asked`: declined, withdrawn, run out, approved and not called in time, or the payment has changed
 * or gone back before. `requested`: saved before the call. `received`: by the provider, which still has to carry it out.
 * `received_before`: somebody asked the provider before, not through Teller. `refused`: by the provider, or not called after all.
 * `unknown`: the answer was lost, and asking once more did not settle it, or was not possible within an hour. `not_paid_back`: an
 * approver says so; the provider is asked on, and if it says otherwise that counts.
 */
const REFUND_STATUSES = [
  'waiting',
  'not_asked',
  'approved',
  'requested',
  'received',
  'received_before',
  'refused',
  'unknown',
  'paid_back',
  'not_paid_back',
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const refund = z
  .object({
    amount: money,
    /** Of the payment that is to be paid back. */
    confirmationCode: z.string(),
    /** Why, in the asker's words. The provider gets them. */
    remarks: z.string(),
    /** Slack ids. */
    requestedBy: z.string(),
    approvedBy: z.string().exactOptional(),
    status: z.enum(REFUND_STATUSES),
    /** When the provider was asked, saved before asking. */
    requestedAt: z.number().exactOptional(),
    /** The same for the second time, after a lost answer. There is no third. */
    repeatedAt: z.number().exactOptional(),
    /** When the provider's answer came, or was given up. */
    answeredAt: z.number().exactOptional(),
    /**
     * Somebody had asked the provider before, not through Teller, so nobody here knows how much it pays back. Stays when the
     * money went back.
     */
    wasAskedBefore: z.literal(true).exactOptional(),
    /** When an approver was reminded that the provider still has to carry it out. */
    remindedAt: z.number().exactOptional(),
    /** When Teller stopped asking every day whether the payment was reversed. */
    overdueAt: z.number().exactOptional(),
    /** Why the provider refused it, what came in place of an answer, or that Teller stood still and did not call. */
    failure: failure.exactOptional(),
    /** The Slack id of who said whether it was paid back. */
    endedBy: z.string().exactOptional(),
    /**
     * When they said that it was not, or when it was found after the approval that the payment has changed, or that the provider
     * could not be asked in time.
     */
    endedAt: z.number().exactOptional(),
    /** It was approved, and the provider could not be asked in time. */
    isTooLate: z.literal(true).exactOptional(),
  })
  .readonly();
export type Refund = z.output<typeof refund>;

const ASKED_ANEW: ReadonlySet<RefundStatus> = new Set(['not_asked', 'refused']);
const NEEDS_CHECKS: ReadonlySet<RefundStatus> = new Set(['received', 'received_before', 'unknown']);
const IN_HAND: ReadonlySet<RefundStatus> = new Set(['approved', 'requested']);

/** True when nothing came of it, so that the same payment may be asked for again. */
export function mayBeAskedAnew({ status }: Refund): boolean {
  return ASKED_ANEW.has(status);
}

/** True when Teller itself was in the way of the first call, and not the provider. */
export function wasNeverAsked({ status, failure }: Refund): boolean {
  return status === 'refused' && failure?.reason === 'interrupted';
}

/** True while only the provider, or an approver, can say whether it is carried out. */
export function needsChecks({ status }: Refund): boolean {
  return NEEDS_CHECKS.has(status);
}

/** True when the call to the provider is still to be made, or to be made once more. */
export function isInHand({ status }: Refund): boolean {
  return IN_HAND.has(status);
}

/** True when its answer was lost and it may not be asked for again: it was, or the first time is too long ago. */
export function isGivenUp({ status, requestedAt, repeatedAt }: Refund, now: number): boolean {
  if (status !== 'requested' || requestedAt === undefined) return false;
  return repeatedAt !== undefined || now >= requestedAt + ASKED_AGAIN_WITHIN_MS;
}

/** True while the money may go back, or somebody decides whether it shall. */
export function isRefundUnderWay(refund: Refund): boolean {
  return refund.status === 'waiting' || isInHand(refund) || needsChecks(refund);
}

/** True when the provider may carry it out because Teller asked: a reversal is then of its amount. */
export function mayBeCarriedOut({ status, requestedAt, wasAskedBefore }: Refund): boolean {
  return requestedAt !== undefined && status !== 'refused' && !wasAskedBefore;
}

/** True when an approver may say what became of it: the provider has not, in thirty days, or its answer was lost. */
export function mayBeEnded(refund: Refund): boolean {
  return needsChecks(refund) && (refund.status === 'unknown' || refund.overdueAt !== undefined);
}

/** When (ms) something is to be done about it after `now`; undefined when nothing is. */
export function nextRefundCheck(refund: Refund, now: number): number | undefined {
  const { status, requestedAt, repeatedAt, overdueAt } = refund;
  if (status === 'approved') return now;
  if (status === 'requested' && requestedAt !== undefined)
    return repeatedAt === undefined ? requestedAt + ASKED_AGAIN_AFTER_MS : now;
  if (status === 'not_paid_back' && requestedAt !== undefined) {
    // The provider may carry it out after the approver has looked, and of that comes no notification.
    const next = nextDailyCheck(requestedAt, now);
    return next > now ? next : undefined;
  }
  if (!needsChecks(refund) || overdueAt !== undefined) return undefined;
  return nextDailyCheck(checkedFrom(refund), now);
}

/** The next full day since `from` after `now`, or the last one on which the provider is asked. */
function nextDailyCheck(from: number, now: number): number {
  const days = Math.max(1, Math.floor((now - from) / DAY_MS) + 1);
  return from + Math.min(days, CHECKED_DAYS) * DAY_MS;
}

/** True when the provider has not said in thirty days that it was carried out. */
export function isOverdue(refund: Refund, now: number): boolean {
  return (
    needsChecks(refund) &&
    refund.overdueAt === undefined &&
    now >= checkedFrom(refund) + CHECKED_DAYS * DAY_MS
  );
}

/** True when an approver is to be reminded of it. Of one that may be ended an approver has been told already. */
export function isReminderDue(refund: Refund, now: number): boolean {
  const isUnreminded = refund.remindedAt === undefined && !mayBeEnded(refund);
  return needsChecks(refund) && isUnreminded && now >= checkedFrom(refund) + REMINDED_AFTER_DAYS * DAY_MS;
}

function checkedFrom({ answeredAt, repeatedAt, requestedAt }: Refund): number {
  return answeredAt ?? repeatedAt ?? requestedAt ?? 0;
}

/** PROVIDER-FACTS, Refund: a card payment in part or in full, mobile money and unknown methods in full only. */
export function mayBePaidBackInPart({ method }: Pick<Payment, 'method'>): boolean {
  return /visa|master\s*card|amex|american\s*express/i.test(method);
}
