// What is true of every order that is saved, whatever happens: a program that is about to save something else has a fault, and
// what it would save must not be trusted. Asked by payments/status/order-saves.ts right before every save. Pure.
import { isDeepStrictEqual } from 'node:util';
import { isMoreOfTheSame, sameMoney } from '#lib/money.ts';
import { TELLER } from './audit-line.ts';
import { isBalanced } from './entries.ts';
import { erased, keptErased } from './forgetting.ts';
import { eventsBetween, isOpen, wasPaid } from './lifecycle.ts';
import type { Order } from './order.ts';
import { REQUEST_RULES } from './request-rules.ts';

/**
 * `before`: the stored order that `after` is made from; undefined for a new one. An order of an earlier version of Teller
 * may lack what today's orders have, so most of these rules are about what a change adds or takes away.
 */
type Rule = (after: Order, before: Order | undefined) => boolean;

const RULES = {
  /** The store raises it by one; nobody else does. */
  version_as_read: (after, before) => after.version === (before?.version ?? 0),
  /** A payment made elsewhere begins as it is. */
  new_order_is_unsent: (after, before) =>
    before !== undefined ||
    (after.announcements.length === 0 &&
      after.state === (after.kind === 'elsewhere' ? 'paid' : after.approval ? 'waiting' : 'sending')),
  identity_stays: (after, before) => !before || IDENTITY.every((field) => after[field] === before[field]),
  change_is_in_the_table: (after, before) =>
    !before || after.state === before.state || eventsBetween(before.state, after.state).length > 0,
  /** A reversal's record may lack the payment. */
  money_has_its_payment: (after, before) =>
    !isEntered(after, before) ||
    after.state === 'reversed' ||
    !wasPaid(after.state) ||
    after.payment !== undefined,
  paid_in_full_or_accepted: (after, before) =>
    after.state !== 'paid' ||
    !isEntered(after, before) ||
    before?.state === 'review' ||
    (after.payment !== undefined && sameMoney(after.payment.paid, after.amount)),
  review_is_for_other_money: (after, before) =>
    after.state !== 'review' ||
    !isEntered(after, before) ||
    (after.payment !== undefined && !sameMoney(after.payment.paid, after.amount)),
  accepted_stays_paid: (after) => after.state !== 'review' || after.acceptedBy === undefined,
  /** Its record may be complete later than it is paid, and more may come, which is told. */
  payment_stays: (after, before) => {
    if (!before?.payment || after.payment === before.payment) return true;
    if (!after.payment) return false;
    const [now, then] = [after.payment.paid, before.payment.paid];
    const isFuller = (before.payment.confirmationCode === '' && sameMoney(now, then)) || !then;
    const isToldMore =
      before.state === 'paid' &&
      after.state === 'paid' &&
      isMoreOfTheSame(now, then) &&
      hasNews(after, before);
    return before.state === 'review' || isFuller || isToldMore;
  },
  no_payment_without_money: (after, before) =>
    after.payment === undefined || after.payment === before?.payment || wasPaid(after.state),
  failure_has_its_reason: (after, before) =>
    !isEntered(after, before) ||
    (after.state !== 'failed' && after.state !== 'not_sent') ||
    after.failure !== undefined,
  cancelled_by_somebody: (after, before) =>
    !isEntered(after, before) || after.state !== 'cancelled' || after.cancelledBy !== undefined,
  cancelled_by_teller_when_the_deadline_is_over: (after, before) =>
    after.cancelledBy !== TELLER ||
    after.cancelledBy === before?.cancelledBy ||
    (after.deadlineAt !== undefined && after.deadlineAt <= after.changedAt),
  cancel_is_asked_while_open: (after, before) =>
    (after.cancelRequestedAt === before?.cancelRequestedAt &&
      after.cancelRequestedBy === before?.cancelRequestedBy) ||
    isOpen(after.state),
  deadline_is_of_a_link_paid_once: ({ kind, recurring, validUntil, deadlineAt, remindAt }) =>
    (validUntil === undefined) === (deadlineAt === undefined) &&
    ((validUntil === undefined && remindAt === undefined) || (kind === 'link' && !recurring)),
  reminded_once: (after, before) =>
    before?.remindedAt === undefined || after.remindedAt === before.remindedAt,
  request_time_stays: (after, before) =>
    before?.requestedAt === undefined || after.requestedAt === before.requestedAt,
  requested_while_sending: (after, before) =>
    after.requestedAt === before?.requestedAt || after.state === 'sending',
  /** The service keys transactions on it. */
  tracking_id_stays: (after, before) =>
    before?.service.trackingId === undefined || after.service.trackingId === before.service.trackingId,
  card_stays: (after, before) => !before?.card || after.card?.ts === before.card.ts,
  announced_once: ({ announcements }) =>
    new Set(announcements.map(({ id }) => id)).size === announcements.length,
  /** A charge that is not ours is nobody's news. */
  change_is_announced: (after, before) =>
    !before ||
    !isEntered(after, before) ||
    after.state === 'sending' ||
    after.state === 'pending' ||
    (after.kind === 'charge' && after.state === 'not_sent') ||
    hasNews(after, before),
  follows_another: ({ reference, resendOf, restOf, successor }) =>
    ![resendOf, restOf, successor?.reference].includes(reference),
  /** A report of a closed day stays as it was. */
  entries_stay: (after, before) =>
    (before?.entries ?? []).every((entry, index) => after.entries?.[index] === entry),
  entries_are_the_money: (after) => isBalanced(after),
  /** Once, and with nothing but the customer's data; money of before may be entered in the same step. */
  erasing_erases_only: ({ entries: _, ...after }, before) => {
    if (!before || after.erasedAt === before.erasedAt) return true;
    const { erasedAt, erasedBy } = after;
    if (before.erasedAt !== undefined || erasedAt === undefined || !erasedBy) return false;
    const { entries: __, ...expected } = erased(before, erasedBy, erasedAt);
    return isDeepStrictEqual(after, expected);
  },
  /** Whoever saves takes out what came back (order-saves.ts). */
  stays_erased: (after) => keptErased(after) === after,
  ...REQUEST_RULES,
} as const satisfies Record<string, Rule>;

export type Invariant = keyof typeof RULES;

const ERASING = [
  'version_as_read',
  'erasing_erases_only',
  'stays_erased',
  'entries_stay',
  'entries_are_the_money',
] as const satisfies readonly Invariant[];

/** The names of all. */
export const INVARIANTS = Object.keys(RULES).filter((name): name is Invariant => name in RULES);

/** The first invariant that saving `after` in place of `before` would break; undefined when all hold. */
export function brokenInvariant(after: Order, before: Order | undefined): Invariant | undefined {
  // The content that otherwise stays goes in this one step, and nothing else may change in it.
  const isErasing = before !== undefined && after.erasedAt !== before.erasedAt;
  if (isErasing) return ERASING.find((name) => !RULES[name](after, before));
  return INVARIANTS.find((name) => !RULES[name](after, before));
}

/** What is agreed when an order is created. */
const IDENTITY = [
  'reference',
  'kind',
  'chargeOf',
  'resendOf',
  'restOf',
  'agent',
  'channel',
  'branch',
  'formId',
  'createdAt',
  'amount',
  'prompt',
  'recurring',
  'bulk',
  'language',
  'validUntil',
  'deadlineAt',
  'remindAt',
] as const satisfies readonly (keyof Order)[];

function hasNews(after: Order, before: Order): boolean {
  return after.announcements.some(({ id }) => !before.announcements.some((known) => known.id === id));
}

function isEntered(after: Order, before: Order | undefined): boolean {
  return after.state !== before?.state;
}
