// Deadlines and reminders: when they come due in any time zone, also on days on which clocks are moved, and for which orders.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, startOfDay } from '#lib/time.ts';
import { deadlineDays, dueTimes, isDeadlineOver, mayBeReminded, remind } from '#orders/deadline.ts';
import { ORDER_STATES } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { addDays } from '#orders/recurrence.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';

const NAIROBI = 'Africa/Nairobi';
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const utc = (text: string) => Date.parse(`${text}Z`);
const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());

function timesOf(createdAt: string, validUntil?: string, timeZone = NAIROBI) {
  const link = { kind: 'link', ...(validUntil ? { validUntil } : {}) } as const;
  const { deadlineAt, remindAt } = dueTimes(link, utc(createdAt), timeZone);
  return { deadlineAt: iso(deadlineAt), remindAt: iso(remindAt) };
}

/** Unpaid since it was sent, with the times of `dueTimes`. */
function unpaidLink(own: Partial<Order> & { validUntil?: string } = {}, timeZone = NAIROBI): Order {
  const createdAt = utc('2026-11-20T12:00');
  return sampleOrder('A', {
    kind: 'link',
    state: 'pending',
    createdAt,
    requestedAt: createdAt + 500,
    changedAt: createdAt + 900,
    provider: { trackingId: 'track-a', redirectUrl: 'https://pay.test/1' },
    ...dueTimes({ kind: 'link', ...own }, createdAt, timeZone),
    ...own,
  });
}

describe('due times', () => {
  test('a deadline is over when its day is, and its agent is reminded at 09:00 of the day before', () => {
    expect(timesOf('2026-11-20T12:00', '2026-11-24')).toEqual({
      deadlineAt: '2026-11-24T21:00:00.000Z',
      remindAt: '2026-11-23T06:00:00.000Z',
    });
  });

  test.each(['2026-11-22T22:00', '2026-11-23T05:00', '2026-11-24T08:00'])(
    'a link made at %s, on the day before its deadline or later, does not remind',
    (createdAt) => {
      const { deadlineAt, remindAt } = timesOf(createdAt, '2026-11-24');
      expect([deadlineAt, remindAt]).toEqual(['2026-11-24T21:00:00.000Z', undefined]);
    },
  );

  test('without a deadline a link reminds at the first 09:00 after three days', () => {
    expect(timesOf('2026-11-20T12:00').remindAt).toBe('2026-11-24T06:00:00.000Z');
    expect(timesOf('2026-11-20T05:59').remindAt).toBe('2026-11-23T06:00:00.000Z');
    expect(timesOf('2026-11-20T06:00').remindAt).toBe('2026-11-23T06:00:00.000Z');
    expect(timesOf('2026-11-20T12:00').deadlineAt).toBeUndefined();
  });

  test('a deadline on a day on which clocks are moved ends with that day, and its reminder keeps to the clock', () => {
    // Clocks go back on 1 November 2026 and forward on 8 March 2026 in New York.
    expect(timesOf('2026-10-20T12:00', '2026-11-01', 'America/New_York')).toEqual({
      deadlineAt: '2026-11-02T05:00:00.000Z',
      remindAt: '2026-10-31T13:00:00.000Z',
    });
    expect(timesOf('2026-03-01T12:00', '2026-03-08', 'America/New_York')).toEqual({
      deadlineAt: '2026-03-09T04:00:00.000Z',
      remindAt: '2026-03-07T14:00:00.000Z',
    });
    // In Cairo the day of 24 April 2026 begins at 01:00.
    expect(timesOf('2026-04-01T12:00', '2026-04-23', 'Africa/Cairo').deadlineAt).toBe(
      '2026-04-23T22:00:00.000Z',
    );
  });

  test('in every time zone a deadline is over at the first moment of the next day, and a reminder comes before it', () => {
    const zones = [
      NAIROBI,
      'America/New_York',
      'Africa/Cairo',
      'Pacific/Apia',
      'Asia/Kathmandu',
      'Europe/London',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: utc('2026-01-01T00:00'), max: utc('2029-01-01T00:00') }),
        fc.integer({ min: 0, max: 366 }),
        (timeZone, createdAt, days) => {
          const { first, last } = deadlineDays(createdAt, timeZone);
          const validUntil = addDays(first, days);
          expect(validUntil <= last).toBe(true);
          const { deadlineAt = 0, remindAt } = dueTimes({ kind: 'link', validUntil }, createdAt, timeZone);
          expect(dayOf(deadlineAt, timeZone)).toBe(addDays(validUntil, 1));
          expect(dayOf(deadlineAt - 1, timeZone)).toBe(validUntil);
          expect(deadlineAt).toBeGreaterThan(createdAt);
          expect(remindAt === undefined).toBe(days < 2);
          if (remindAt !== undefined) {
            expect(remindAt).toBeGreaterThan(createdAt);
            expect(dayOf(remindAt, timeZone)).toBe(addDays(validUntil, -1));
          }
        },
      ),
    );
  });

  test('prompts, charges and recurring links have neither', () => {
    const recurring = {
      accountNumber: 'A',
      startDay: '2030-01-01',
      endDay: '2030-12-31',
      frequency: 'DAILY',
    } as const;
    expect(dueTimes({ kind: 'prompt' }, 0, NAIROBI)).toEqual({});
    expect(dueTimes({ kind: 'charge' }, 0, NAIROBI)).toEqual({});
    expect(dueTimes({ kind: 'link', recurring }, 0, NAIROBI)).toEqual({});
  });
});

describe('a reminder', () => {
  const link = unpaidLink();
  const at = link.remindAt ?? 0;

  test('a reminder comes once, when it is due', () => {
    expect(remind(link, at - 1)).toBeUndefined();
    const reminded = remind(link, at);
    expect(reminded).toMatchObject({
      remindedAt: at,
      announcements: [{ id: 'reminder-1', news: { kind: 'reminder' } }],
    });
    expect(reminded && remind(reminded, at + DAY)).toBeUndefined();
  });

  test('a reminder that could not come in time comes late, but not once the deadline is over', () => {
    const due = unpaidLink({ validUntil: '2026-11-24' });
    const deadlineAt = startOfDay('2026-11-25');
    expect(remind(due, deadlineAt - 1)).toBeDefined();
    expect(isDeadlineOver(due, deadlineAt - 1)).toBe(false);
    expect(remind(due, deadlineAt)).toBeUndefined();
    expect(isDeadlineOver(due, deadlineAt)).toBe(true);
  });

  test.each([
    ['that has been sent again', { resentAs: { reference: referenceOf('B'), version: 0, state: 'sending' } }],
    ['whose checks have ended', { checksEndedAt: 1 }],
    [
      'of which another one of its chain was paid',
      { duplicatePayment: { reference: referenceOf('B'), confirmationCode: 'X' } },
    ],
    ['whose address is not known', { provider: { trackingId: 'track-a' } }],
    ['that was sent after that time, because it was approved late', { requestedAt: at + 1 }],
    ['that has no time for it', { remindAt: undefined }],
  ] as const)('nobody is reminded of a link %s', (_, own) => {
    expect(remind({ ...link, ...own } as Order, at + HOUR)).toBeUndefined();
  });

  test('nobody is reminded of a link that is paid, cancelled or not sent', () => {
    const states = ORDER_STATES.filter((state) => remind({ ...link, state }, at) !== undefined);
    expect(states).toEqual(['sending', 'pending', 'failed']);
    expect(ORDER_STATES.filter((state) => mayBeReminded({ ...link, state }, at))).toEqual(states);
  });
});
