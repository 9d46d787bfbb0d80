// What must be true of links with a deadline, and of reminders.
import { TELLER } from '#orders/audit-line.ts';
import { isOpen, wasPaid } from '#orders/lifecycle.ts';
import { orderIn, type Work, type World } from './world.ts';

const DAY_MS = 24 * 60 * 60_000;

export const OF_DEADLINE_STEPS = {
  'only what is open is cancelled at the service': (before: World, after: World) =>
    before.orders.every(({ reference, state, cancelRequestedAt }) => {
      const order = orderIn(after, reference);
      return order?.cancelRequestedAt === cancelRequestedAt || !wasPaid(state);
    }),
  'Teller asks how an order stands before it cancels it': (_: World, { transactions }: World) =>
    transactions.every(({ isCancelledUnasked }) => !isCancelledUnasked),
  'Teller cancels nothing before its deadline is over': (_: World, { orders, now }: World) =>
    orders.every(
      ({ cancelledBy, deadlineAt = Number.POSITIVE_INFINITY }) => cancelledBy !== TELLER || deadlineAt <= now,
    ),
  'a deadline is told as Teller’s, and a person’s cancel as theirs': (before: World, after: World) =>
    after.orders.every(({ reference, cancelledBy }) => {
      const known = orderIn(before, reference);
      if (cancelledBy === known?.cancelledBy) return true;
      const isOf = (kind: Work['kind']) => before.works.every((work) => work.kind === kind);
      // A check takes up what a person has begun.
      const isCheck = isOf('check') && cancelledBy !== known?.cancelRequestedBy;
      return !(isCheck && cancelledBy !== TELLER) && !(isOf('cancel') && cancelledBy === TELLER);
    }),
  'an order reminds once': (_: World, { orders, announced }: World) =>
    orders.every(
      ({ reference }) =>
        announced.filter((one) => one.reference === reference && one.kind === 'reminder').length <= 1,
    ),
};

export const AT_DEADLINE_REST = {
  'at rest nothing is open whose deadline is over': ({ orders, now }: World) =>
    orders.every(({ state, deadlineAt = Number.POSITIVE_INFINITY }) => deadlineAt > now || !isOpen(state)),
  'at rest a payment that raced the deadline is known': (world: World) =>
    world.transactions.every(({ reference, status, paidAt = 0 }) => {
      const { deadlineAt, state } = orderIn(world, reference) ?? {};
      if (status !== 'paid' || deadlineAt === undefined || paidAt >= deadlineAt + DAY_MS) return true;
      return state !== undefined && wasPaid(state);
    }),
  'at rest whose link was not paid was reminded': ({ orders }: World) =>
    orders.every(
      ({ cancelledBy, state, remindAt, remindedAt, service }) =>
        cancelledBy !== TELLER ||
        state !== 'cancelled' ||
        remindAt === undefined ||
        !service.redirectUrl ||
        remindedAt !== undefined,
    ),
};
