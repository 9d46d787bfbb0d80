// What is true of every order that is saved, whatever happens: a program that is about to save something else has a fault, and
// what it would save must not be trusted. Asked by payments/status/order-saves.ts right before every save. Pure.
import { isDeepStrictEqual } from 'node:util';
import { sameMoney } from '#lib/money.ts';
import { TELLER } from './audit-line.ts';
import { isBalanced } from './entries.ts';
import { erased, keptErased } from './forgetting.ts';
import { isOpen, leadsTo, wasPaid } from './lifecycle.ts';
import type { Order } from './order.ts';
import { isAsCreated } from './order-fields.ts';
import { isSameCode } from './payment.ts';
import { moneyState } from './payments.ts';
import { REQUEST_RULES } from './request-rules.ts';

/** `before`: the stored order that `after` is made from; undefined for a new one. */
type Rule = (after: Order, before: Order | undefined) => boolean;

const RULES = {
  /** The store raises it by one; nobody else does. */
  version_as_read: (after, before) => after.version === (before?.version ?? 0),
  /** A payment made elsewhere begins as it is. */
  new_order_is_unsent: (after, before) =>
    before !== undefined ||
    (after.announcements.length === 0 &&
      after.state === (after.kind === 'elsewhere' ? 'paid' : after.approval ? 'waiting' : 'sending')),
  identity_stays: (after, before) => !before || isAsCreated(after, before),
  change_is_in_the_table: (after, before) =>
    !before || after.state === before.state || leadsTo(before.state, after.state),
  /** Whatever happened to its payments, in whatever order. */
  state_is_what_the_money_comes_to: (after) =>
    wasPaid(after.state) ? after.state === moneyState(after) : after.payments === undefined,
  /** None is forgotten, and what is new of one is told. Its code may be known later than it is paid. */
  payments_stay: (after, before) =>
    (before?.payments ?? []).every((known, place) => {
      const now = after.payments?.[place];
      const isItsCode = known.confirmationCode === '' || now?.confirmationCode === known.confirmationCode;
      const isBack = known.reversedAt === undefined || now?.reversedAt === known.reversedAt;
      return now !== undefined && isItsCode && isBack;
    }),
  payment_is_told: (after, before) => {
    const isAsBefore = (after.payments ?? []).every((payment, place) => {
      const known = before?.payments?.[place];
      return (
        known !== undefined && known.reversedAt === payment.reversedAt && sameMoney(known.paid, payment.paid)
      );
    });
    return before === undefined || isAsBefore || hasNews(after, before);
  },
  codes_are_different: ({ payments = [] }) =>
    payments.every(
      ({ confirmationCode: code }, place) =>
        code === '' || payments.findIndex((other) => isSameCode(other.confirmationCode, code)) === place,
    ),
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
  /** Only of a row of a bulk whose request certainly did nothing is it taken off again. */
  request_time_stays: (after, before) =>
    before?.requestedAt === undefined ||
    after.requestedAt === before.requestedAt ||
    (after.requestedAt === undefined && after.bulk !== undefined && after.outcomeUnknownAt === undefined),
  requested_while_sending: (after, before) =>
    after.requestedAt === before?.requestedAt || after.state === 'sending',
  /** The provider keys transactions on it. */
  tracking_id_stays: (after, before) =>
    before?.provider.trackingId === undefined || after.provider.trackingId === before.provider.trackingId,
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
  follows_another: ({ reference, resendOf, balanceOf, resentAs }) =>
    ![resendOf, balanceOf, resentAs?.reference].includes(reference),
  /** A report of a closed day stays as it was. */
  entries_stay: (after, before) =>
    (before?.entries ?? []).every((entry, index) => after.entries?.[index] === entry),
  entries_are_the_money: (after) => isBalanced(after),
  /** Once, and with nothing but the customer's data. */
  erasing_erases_only: (after, before) => {
    if (!before || after.erasedAt === before.erasedAt) return true;
    const { erasedAt, erasedBy } = after;
    if (before.erasedAt !== undefined || erasedAt === undefined || !erasedBy) return false;
    return isDeepStrictEqual(after, erased(before, erasedBy, erasedAt));
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

function hasNews(after: Order, before: Order): boolean {
  return after.announcements.some(({ id }) => !before.announcements.some((known) => known.id === id));
}

function isEntered(after: Order, before: Order | undefined): boolean {
  return after.state !== before?.state;
}
