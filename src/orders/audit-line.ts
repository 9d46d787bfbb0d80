// One line of the audit record: who did what, when, and with which outcome. It holds ids, numbers and our own words only, never
// a customer's name, number, email or words, so that the record can be kept when a customer's data is erased.
import { z } from 'zod';
import { storedReference } from './reference.ts';

/** What people, and Teller by itself, do with an order. Derived from each change of an order (audit-events.ts). */
export const ORDER_AUDIT_EVENTS = [
  'asked',
  'sent_again',
  'requested_balance',
  /** A payment that was made elsewhere and is to be paid back. */
  'written_down',
  'cancelled',
  /** By Teller, because its deadline was over. */
  'cancelled_at_deadline',
  'accepted_as_paid',
  'approved',
  'declined',
  'withdrawn',
  /** A request that nobody decided in time, or a prompt that was approved late and not sent in time. */
  'ran_out',
  /** A request whose object came to nothing meanwhile, or an approved refund for which the provider was never asked. */
  'lapsed',
  /** A prompt that was approved late. */
  'sent_now',
  'refund_asked',
  /** By Teller, of the provider. */
  'refund_requested',
  'refund_answered',
  /** Somebody said whether it was paid back. */
  'refund_ended',
  /** Its customer's data was erased. */
  'forgotten',
] as const;
export type OrderAuditEventName = (typeof ORDER_AUDIT_EVENTS)[number];

/** What changes no order. */
export const OTHER_AUDIT_EVENTS = [
  /** By a customer's name, number or email address, also in a form. */
  'searched',
  /** `/pay report`, whose file names customers. */
  'exported_report',
  'exported_audit',
  'posted_report',
  'posted_payment',
  /** A link that somebody took for its customer, as a text or a QR code. */
  'shared',
  /** *Check now*. */
  'checked',
  /** A receipt that somebody took for its customer. */
  'receipt',
  'switched_alerts',
  'switched_digest',
  /** Many orders with one file; each of them is `asked` by the same person. */
  'begun_bulk',
  'stopped_bulk',
  /** What orders of a channel start with. */
  'changed_settings',
  /** Somebody wanted what they may not do. */
  'refused',
] as const;
export type OtherAuditEventName = (typeof OTHER_AUDIT_EVENTS)[number];

export type AuditEventName = OrderAuditEventName | OtherAuditEventName;

/** Stands for who did it where no person did. */
export const TELLER = 'teller';

/** Stands for whoever runs Teller and has done it on the machine, of whom Teller knows no name. */
export const OPERATOR = 'operator';

/** True where `who` is nobody that Slack knows. */
export function isNobody(who: string): boolean {
  return who === TELLER || who === OPERATOR;
}

const line = z
  .object({
    /** Milliseconds since the epoch. */
    at: z.number(),
    /** A Slack id, TELLER or OPERATOR. */
    who: z.string(),
    event: z.enum([...ORDER_AUDIT_EVENTS, ...OTHER_AUDIT_EVENTS]),
    order: storedReference.exactOptional(),
    /** How it ended: a state, a number of hits, the id of a channel, days. '' when the audit event says it all. */
    outcome: z.string(),
  })
  .readonly();

/** A line that has no place in the record yet. */
export type AuditEvent<Name extends AuditEventName = AuditEventName> = z.output<typeof line> & {
  readonly event: Name;
};

export const auditLine = line
  .unwrap()
  .extend({
    /** 1 for the first line, then one more for each. */
    seq: z.int().positive(),
    /** Of this line and the hash of the one before (store/audit.ts), 64 hexadecimal digits. */
    hash: z.string(),
  })
  .readonly();
export type AuditLine = z.output<typeof auditLine>;
