// The lines of the audit record that follow from changes of an order: one for each thing that somebody did, none for the rest.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditEventsOf } from '#orders/audit-events.ts';
import type { OrderEvent } from '#orders/order-event.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { anyEvent, anyEvents, applyOne } from './any-event.ts';

const order = sampleOrder('A-1', { agent: 'U7', createdAt: 5 });

/** Whether a person brings about an event, and with it a line. */
const BY_PERSON = {
  accepted: false,
  refused: false,
  pending: false,
  completed: false,
  failed: false,
  reversed: false,
  balance_paid: false,
  balance_returned: false,
  cancelled: true,
  accepted_as_paid: true,
  approved: true,
  approval_declined: true,
  approval_withdrawn: true,
  approval_ran_out: true,
  sent_now: true,
  paid_back: true,
} as const satisfies Record<OrderEvent['event'], boolean>;

test('of any story each change of state by a person has exactly one line, and what the payment service says has none', () => {
  fc.assert(
    fc.property(anyEvents, anyEvent, (story, event) => {
      const before = story.reduce((known, one, index) => applyOne(known, one, index), order);
      const after = applyOne(before, event, 99);
      const events = auditEventsOf(after, before);
      const isByPerson = after.state !== before.state && BY_PERSON[event.event];
      expect(events).toHaveLength(isByPerson ? 1 : 0);
      expect(events).toMatchObject(isByPerson ? [{ at: 99, order: 'A-1', outcome: after.state }] : []);
      expect(auditEventsOf(after, after)).toEqual([]);
      expect(auditEventsOf({ ...after, checkedAt: 7, version: after.version + 1 }, after)).toEqual([]);
    }),
  );
});

test('a line holds nothing of the customer', () => {
  const named = sampleOrder('A-1', {
    customer: { firstName: 'Wanjiru', lastName: 'Kamau', email: 'w@example.com' },
    description: 'Maize for Wanjiru',
  });
  expect(JSON.stringify(auditEventsOf(named, undefined))).not.toMatch(/Wanjiru|Kamau|example|Maize/);
});
