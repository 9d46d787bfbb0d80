// One line of the books: money that came, or went back, through an order. Reports, digests and Home add these up. Stored with
// the order, so this is a schema.
import { z } from 'zod';
import { money } from './payment.ts';

/**
 * `payment`: money for what an agent asked. `charge`: a later payment of a recurring order. `reversal`: the provider says
 * that it went back. `refund`: the same, where it was asked for with Teller. `correction`: by how much the payment that was
 * entered differs from what is known now.
 */
const ENTRY_KINDS = ['payment', 'charge', 'reversal', 'refund', 'correction'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export const moneyEntry = z
  .object({
    kind: z.enum(ENTRY_KINDS),
    /** Below 0 for what went back. */
    money,
    /** The place in the order's list of the payment that it is about: the provider may say its code only later. */
    payment: z.int().nonnegative(),
    /** The day (yyyy-MM-dd) on which it counts, in the time zone that was set when it was written. */
    day: z.string(),
    /** The moment on that day at which it counts (ms): when it was paid, or when Teller learned of it. */
    at: z.number(),
    /** When Teller learned of it (ms). */
    learnedAt: z.number(),
    /** Only of a payment that Teller learned of so late that it counts on another day: the day on which it was paid. */
    paidDay: z.string().exactOptional(),
  })
  .readonly();
export type MoneyEntry = z.output<typeof moneyEntry>;
