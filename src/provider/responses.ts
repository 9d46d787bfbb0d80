// Parses the service's answers for client.ts. Loose where SPEC.md says that a field may be missing, null or a number in
// place of text; strict where a wrong guess would cost money. Every function throws ProviderError for an error answer
// and for an unreadable one.
import { z } from 'zod';
import { parseEastAfricaTime, parseUtcTime } from './dates.ts';
import type { ProviderError } from './errors.ts';
import { isOk, readError, unreadable } from './read-error.ts';
import type { Answer } from './transport.ts';

export type OrderCreated = z.output<typeof orderCreated>;
export type PushAccepted = z.output<typeof pushAccepted>;
export type IpnRegistration = z.output<typeof ipnRegistration>;
export type ListedIpn = z.output<typeof listedIpn>;

/** `done` is false when the service refused to cancel; `message` then says why. */
export type Cancellation = { readonly done: boolean; readonly status: string; readonly message: string };

/** `unknown`: a status that SPEC.md does not list; it counts as none of the others. */
export type TransactionOutcome = 'pending' | 'completed' | 'failed' | 'reversed' | 'unknown';

/** Under the service's own field names. Texts that it left out or sent as null are ''. */
export type TransactionRecord = Readonly<ReturnType<typeof recordFrom>>;

/** By what a transaction was asked for. */
export type TransactionQuery = { readonly orderTrackingId: string } | { readonly merchantReference: string };

/** SPEC.md, Order creation response. For an id used before it is the first order's, and nothing in it shows that. */
export const readOrderCreated = (answer: Answer): OrderCreated => read(answer, orderCreated);

/** SPEC.md, Mobile money push response. */
export const readPushAccepted = (answer: Answer): PushAccepted => read(answer, pushAccepted);

/** SPEC.md, Access token response. `expiryDateAt` (ms) is only used when the token has no `exp` claim (token.ts). */
export function readToken(answer: Answer): { token: string; expiryDateAt: number | undefined } {
  const { token, expiryDate } = read(answer, accessToken);
  return { token, expiryDateAt: parseUtcTime(expiryDate) };
}

/** SPEC.md, IPN registration response. */
export const readIpnRegistration = (answer: Answer): IpnRegistration => read(answer, ipnRegistration);

/** SPEC.md, Cancellation response: `status` decides, never the text of the message. */
export function readCancellation(answer: Answer): Cancellation {
  const { status, message } = read(answer, cancellation);
  if (!/^(200|[45]\d\d)$/.test(status)) throw unreadable(answer, 'status');
  return { done: status === '200', status, message };
}

/** The answer is a bare array, of 100,000 rows if need be; an error is an object. Rows without an id are left out. */
export function readIpnList(answer: Answer): ListedIpn[] {
  const error = readError(answer);
  if (error) throw error;
  if (!Array.isArray(answer.body)) throw unreadable(answer, 'list');
  return answer.body.flatMap((row) => {
    const registration = listedIpn.safeParse(row);
    return registration.success ? [registration.data] : [];
  });
}

/**
 * SPEC.md, Transaction record: only status_code is required. Undefined when the service knows no such transaction. A
 * pending transaction has an error object with the same code as an unknown one; what tells them apart is that an unknown
 * one has nothing else. An id that the record lacks is the one that was asked for.
 */
export function readTransaction(answer: Answer, query: TransactionQuery): TransactionRecord | undefined {
  const found = isOk(answer) ? transaction.safeParse(answer.body) : undefined;
  if (found?.success && isTransaction(found.data)) return recordFrom(found.data, answer, query);
  const error = readError(answer);
  if (error && isUnknownToService(error)) return undefined;
  throw error ?? unreadable(answer, 'status_code');
}

/** For fields in which the service may send a number or null in place of text; '' for null and missing. */
export const text = z
  .unknown()
  .optional()
  .transform((value) => {
    if (typeof value === 'string') return value.trim();
    return typeof value === 'number' ? String(value) : '';
  });

const requiredText = text.pipe(z.string().min(1));

/** As `text`, but undefined for null and missing. */
const optionalText = text.transform((value) => value || undefined);

const optionalNumber = z.number().optional().catch(undefined);

/** SPEC.md has a number. The service writes it as text elsewhere (PROVIDER-FACTS, Refund), and no payment may stay untold for that. */
const plainDecimal = z.string().regex(/^\d+(\.\d+)?$/);
const optionalAmount = z
  .union([z.number(), plainDecimal.transform(Number)])
  .optional()
  .catch(undefined);

/** In one casing, because it is compared as text. The id of all zeros stands for none. */
const trackingId = text
  .pipe(z.guid().refine((id) => !/^[0-]+$/.test(id)))
  .transform((id) => id.toLowerCase());

/** The token goes into a header, so other characters than a header's are refused. */
const accessToken = z.object({ token: z.string().regex(/^[\x21-\x7e]+$/), expiryDate: text });

const orderCreated = z.object({
  order_tracking_id: trackingId,
  redirect_url: z.url({ protocol: /^https?$/ }),
  merchant_reference: optionalText,
});

const pushAccepted = z.object({
  business_number: requiredText,
  account_number: optionalText,
  payment_message: optionalText,
  order_tracking_id: trackingId.optional().catch(undefined),
  /** The service's own number, not the id that was sent (SPEC.md). Do not find orders by it. */
  merchant_reference: optionalText,
});

const cancellation = z.object({ status: requiredText, message: text });

const ipn = z.object({
  ipn_id: requiredText,
  url: optionalText,
  /** 0 is GET, 1 is POST. */
  notification_type: optionalNumber,
  ipn_notification_type_description: text,
  created_date: text,
  /** 1 is Active. */
  ipn_status: optionalNumber,
});

const ipnRegistration = ipn.transform(({ created_date, ...registration }) => ({
  ...registration,
  created_at: parseUtcTime(created_date),
}));

/** What is asked of a list: reading its dates as well would take seconds for a long one. */
const listedIpn = ipn.pick({ ipn_id: true, url: true, ipn_status: true });

const transaction = z.object({
  order_tracking_id: trackingId.optional().catch(undefined),
  /** For the log; `outcome` is what it means. */
  status_code: optionalNumber,
  payment_status_description: text,
  confirmation_code: text,
  payment_method: text,
  /** As masked by the service. */
  payment_account: text,
  /** Once completed, what was really paid, which may differ from the order's amount. */
  amount: optionalAmount,
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

function read<Schema extends z.ZodType>(answer: Answer, schema: Schema): z.output<Schema> {
  const error = readError(answer);
  if (error) throw error;
  const result = schema.safeParse(answer.body);
  if (result.success) return result.data;
  throw unreadable(
    answer,
    [...new Set(result.error.issues.map((issue) => issue.path.join('.')))].join(', ') || 'object',
  );
}

/** True for a record of a transaction, however incomplete; false for an answer that says nothing of any. */
function isTransaction(read: z.output<typeof transaction>): boolean {
  return (
    OUTCOMES.has(read.status_code ?? 0) ||
    isCalledPending(read) ||
    read.order_tracking_id !== undefined ||
    Boolean(read.amount) ||
    [read.merchant_reference, read.confirmation_code, read.payment_method, read.payment_account].some(Boolean)
  );
}

/** `amount` is 0 when it is missing; `created_at` is in milliseconds since the epoch. */
function recordFrom(read: z.output<typeof transaction>, answer: Answer, query: TransactionQuery) {
  const { created_date, error, amount = 0, subscription_transaction_info: charge, ...fields } = read;
  const outcome = outcomeOf(read);
  // Without amount and currency a payment cannot be compared with its order.
  if (outcome === 'completed' && (read.amount === undefined || !fields.currency))
    throw unreadable(answer, 'amount and currency');
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

/** The service appends the order's id to the address to which the customer's browser returns. */
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

/** The service uses this code for a pending transaction and for an unknown one. */
const PENDING_CODE = 'payment_details_not_found';

/**
 * True only when the application itself says that there is no such transaction. After that an agent may send a new
 * prompt, so every other trouble (credentials, a proxy's page, a general failure) stays an error.
 */
function isUnknownToService(error: ProviderError): boolean {
  if (error.kind === 'not_found') return true;
  const isFromApplication = error.httpStatus === 200 && error.kind === 'unavailable';
  return isFromApplication && NO_SUCH_TRANSACTION.test(`${error.code ?? ''} ${error.serviceMessage ?? ''}`);
}

const NO_SUCH_TRANSACTION =
  /not[ _]?found|does ?n[o']t exist|no such|no (matching )?(transaction|order|payment|record)s?\b/i;
