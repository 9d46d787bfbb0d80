// Parses the transaction record for client.ts (SPEC.md, Transaction record), and finds out whether an answer is one at all.
import { z } from 'zod';
import { parseEastAfricaTime } from './dates.ts';
import type { ProviderError } from './errors.ts';
import { isOk, readError, saysFailed, unreadable } from './read-error.ts';
import { optionalNumber, optionalText, text, trackingId } from './responses.ts';
import type { Answer } from './transport.ts';

/** `unknown`: a status that SPEC.md does not list; it counts as none of the others. */
export type TransactionOutcome = 'pending' | 'completed' | 'failed' | 'reversed' | 'unknown';

/** Under the provider's own field names. Texts that it left out or sent as null are ''. */
export type TransactionRecord = Readonly<ReturnType<typeof recordFrom>>;

/** By what a transaction was asked for. */
export type TransactionQuery = { readonly orderTrackingId: string } | { readonly merchantReference: string };

/**
 * SPEC.md, Transaction record: only status_code is required. Undefined when the provider knows no such transaction, which may
 * repeat the id that was asked about: an echo is no evidence of an order. Words that say "not found" count for more than
 * whatever stands beside them, except money. An id that the record lacks is the one that was asked for.
 */
export function readTransaction(answer: Answer, query: TransactionQuery): TransactionRecord | undefined {
  const { data: read } = (isOk(answer) ? transaction.safeParse(answer.body) : undefined) ?? {};
  const error = readError(answer);
  const isDenied = error !== undefined && saysNotFound(error);
  if (read && (isMoney(read) || (!isDenied && isTransaction(read, query)))) return recordFrom(read, query);
  // A record of nothing at all. Where it says that the provider failed, the order may exist.
  const isBlank = !error && read?.status_code === 0 && !saysFailed(answer.body);
  if (isDenied || error?.kind === 'not_found' || isBlank) return undefined;
  throw error ?? unreadable(answer, 'status_code');
}

/** SPEC.md has numbers. The provider writes them as text elsewhere (PROVIDER-FACTS, Refund), and no payment may stay untold for that. */
const numberIn = (written: RegExp) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(written)
        .transform((digits) => Number(digits.replace(/[,\s]/g, '')))
        // Four hundred digits are infinity.
        .pipe(z.number()),
    ])
    .optional()
    .catch(undefined);

const transaction = z.object({
  order_tracking_id: trackingId.optional().catch(undefined),
  /** For the log; `outcome` is what it means. */
  status_code: numberIn(/^[0-3]$/),
  payment_status_description: text,
  confirmation_code: text,
  payment_method: text,
  /** As masked by the provider. */
  payment_account: text,
  /** Once completed, what was really paid, which may differ from the order's amount. */
  amount: numberIn(/^\s*(\d+|\d{1,3}([,\s]\d{3})+)(\.\d+)?\s*$/),
  currency: text.transform((code) => (/^[a-z]{3}$/i.test(code) ? code.toUpperCase() : code)),
  merchant_reference: text,
  description: text,
  /** Of the order while pending, of the payment once paid. */
  created_date: text,
  message: text,
  call_back_url: text,
  account_number: optionalText,
  /** Sometimes the reason for a failure. */
  payment_status_code: text,
  error: z.object({ code: text, message: text }).optional().catch(undefined),
  /** Only of a recurring charge. */
  subscription_transaction_info: z
    .object({
      account_reference: text,
      amount: optionalNumber,
      first_name: text,
      last_name: text,
      correlation_id: text,
    })
    .readonly()
    .optional()
    .catch(undefined),
});

/** True when the record has anything that only the provider can know of a transaction. */
function isTransaction(read: z.output<typeof transaction>, query: TransactionQuery): boolean {
  const [asked = ''] = Object.values(query);
  const name = 'orderTrackingId' in query ? read.merchant_reference : '';
  return (
    OUTCOMES.has(read.status_code ?? 0) ||
    isCalledPending(read) ||
    Boolean(read.amount) ||
    [read.order_tracking_id, name].some((id) => id && id.toLowerCase() !== asked.toLowerCase()) ||
    [read.confirmation_code, read.payment_method, read.payment_account].some(Boolean)
  );
}

const isMoney = ({ status_code }: z.output<typeof transaction>) => status_code === 1 || status_code === 3;

/** `amount` is 0 when it is missing; `created_at` is in milliseconds since the epoch. */
function recordFrom(read: z.output<typeof transaction>, query: TransactionQuery) {
  const { created_date, error, amount = 0, subscription_transaction_info: charge, ...fields } = read;
  const outcome = outcomeOf(read);
  const queried = 'orderTrackingId' in query ? query.orderTrackingId : undefined;
  return {
    ...fields,
    outcome,
    amount,
    order_tracking_id: fields.order_tracking_id ?? queried ?? idInAddress(fields.call_back_url),
    merchant_reference:
      fields.merchant_reference || ('merchantReference' in query ? query.merchantReference : ''),
    created_at: parseEastAfricaTime(created_date),
    ...(charge && { subscription_transaction_info: charge }),
  };
}

/** The provider appends the order's id to the address to which the customer's browser returns. */
function idInAddress(address: string): string | undefined {
  const query = new URLSearchParams(address.slice(address.indexOf('?') + 1));
  return trackingId.safeParse(query.get('OrderTrackingId')).data;
}

/** Only SPEC.md's integers count: no other value may ever be taken for paid or failed. */
const OUTCOMES: ReadonlyMap<number, TransactionOutcome> = new Map([
  [1, 'completed'],
  [2, 'failed'],
  [3, 'reversed'],
]);

function outcomeOf(read: z.output<typeof transaction>): TransactionOutcome {
  const { status_code = 0, error } = read;
  const isPending = status_code === 0 && (error?.code === PENDING_CODE || isCalledPending(read));
  return OUTCOMES.get(status_code) ?? (isPending ? 'pending' : 'unknown');
}

function isCalledPending({ payment_status_description, error }: z.output<typeof transaction>): boolean {
  return /^pending$/i.test(payment_status_description) || /^pending payment\b/i.test(error?.message ?? '');
}

/** The provider uses this code for a pending transaction and for an unknown one. */
const PENDING_CODE = 'payment_details_not_found';

/**
 * True only when the application itself says that there is no such transaction, in words or by a code of its own. After that an
 * agent may send a new prompt, so every other trouble (credentials, a proxy's page, a general failure) stays an error.
 */
function saysNotFound({ kind, httpStatus, code, providerMessage }: ProviderError): boolean {
  const isFromApplication = kind === 'not_found' || (httpStatus === 200 && kind === 'unavailable');
  // The code of a pending order says nothing, written in words either.
  const words = [code, providerMessage]
    .map((text = '') => text.replaceAll(' ', '_').toLowerCase())
    .filter((text) => text !== PENDING_CODE)
    .join(' ');
  return isFromApplication && NO_SUCH_TRANSACTION.test(words);
}

const NO_SUCH_TRANSACTION =
  /not_?found|does_?n[o']t_exist|no_such|no_(matching_)?(transaction|order|payment|record)s?(_|\b)|invalid_(merchant_reference|order_tracking_id)/;
