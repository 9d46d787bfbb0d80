// Validates every request before client.ts sends it, against all limits in SPEC.md's tables: the provider itself checks
// little and ignores misspelt fields without an error.
import { z } from 'zod';
import { dayOf, isDay } from '#lib/time.ts';
import { CURRENCIES, isCurrency } from './currencies.ts';
import { fromProviderDay } from './dates.ts';
import { type FieldFault, ProviderError } from './errors.ts';
import { FREQUENCIES, ID_CHARACTERS, IPN_METHODS, LIMITS, REDIRECT_MODES } from './limits.ts';
import { PAYMENT_METHOD_NAMES } from './methods.ts';
import type { Operation } from './operations.ts';
import { plainCharacters } from './plain-characters.ts';

export type OrderRequest = z.input<typeof orderRequest>;
export type PushRequest = z.input<typeof pushRequest>;
/** Who asks and why is sent in plain characters (plain-characters.ts), as many as the provider takes. */
export type RefundRequest = {
  /** Of the payment, as the transaction record has it. */
  readonly confirmationCode: string;
  /** In the currency of the payment. */
  readonly amount: number;
  readonly username: string;
  readonly remarks: string;
};
export type IpnRegistrationRequest = z.input<typeof ipnRegistrationRequest>;

/** Returns the order as it may be sent. Throws ProviderError (invalid_request, refused) that names every invalid field. */
export function validateOrder(order: OrderRequest, now: number) {
  return validateStart('submitOrder', validate('submitOrder', orderRequest, order), now);
}

/** As `validateOrder`, for a mobile money push. */
export function validatePush(order: PushRequest, now: number) {
  return validateStart('push', validate('push', pushRequest, order), now);
}

export function validateCancellation(orderTrackingId: string) {
  return validate('cancelOrder', cancellationRequest, { order_tracking_id: orderTrackingId });
}

/** PROVIDER-FACTS, Refund. Whether the payment allows it is for the caller to know: only the code is known here. */
export function validateRefund({ confirmationCode, ...request }: RefundRequest) {
  return validate('requestRefund', refundRequest, { confirmation_code: confirmationCode, ...request });
}

export function validateIpnRegistration(request: IpnRegistrationRequest) {
  return validate('registerIpn', ipnRegistrationRequest, request);
}

/** The query of a status request. Any text but an empty one: orders made elsewhere need not follow our rules. */
export function validateQuery(
  operation: 'getTransactionStatus' | 'getTransactionByMerchantReference',
  query: Readonly<Record<string, string>>,
) {
  return validate(operation, z.record(z.string(), z.string().trim().min(1, 'must not be empty')), query);
}

const atMost = (length: number) => z.string().max(length, `must have at most ${length} characters`);
const webAddress = z.string().refine(isWebAddress, 'must be an http or https address');
const day = z
  .string()
  .refine((text) => isDay(fromProviderDay(text)), 'must be a day of the calendar, dd-MM-yyyy');

const amount = z.number('must be a finite number').positive('must be more than zero');

const billingAddress = z.strictObject({
  email_address: atMost(LIMITS.email_address).optional(),
  phone_number: z.string().optional(),
  first_name: atMost(LIMITS.first_name).optional(),
  middle_name: atMost(LIMITS.middle_name).optional(),
  last_name: atMost(LIMITS.last_name).optional(),
  country_code: atMost(LIMITS.country_code).optional(),
  line_1: z.string().optional(),
  line_2: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  postal_code: z.string().optional(),
  zip_code: z.string().optional(),
});

/** The provider accepts an end before the start (SPEC.md, subscription_details); here it is an error. */
const subscriptionDetails = z
  .strictObject({ start_date: day, end_date: day, frequency: anyCase(FREQUENCIES) })
  .refine(({ start_date, end_date }) => fromProviderDay(end_date) >= fromProviderDay(start_date), {
    path: ['end_date'],
    message: 'must not be before start_date',
  });

const orderRequest = z
  .strictObject({
    id: atMost(LIMITS.id).regex(ID_CHARACTERS, 'must consist of letters, digits and - _ . :'),
    currency: z.string().refine(isCurrency, `must be one of ${CURRENCIES.join(' ')}`),
    amount,
    description: z.string().regex(/\S/, 'must not be empty'),
    callback_url: webAddress,
    cancellation_url: webAddress.optional(),
    notification_id: z.guid('must be a uuid'),
    billing_address: billingAddress,
    branch: atMost(LIMITS.branch).optional(),
    redirect_mode: z.enum(REDIRECT_MODES).optional(),
    account_number: atMost(LIMITS.account_number).regex(/\S/, 'must not be empty').optional(),
    subscription_details: subscriptionDetails.optional(),
  })
  .refine((order) => (order.account_number === undefined) === (order.subscription_details === undefined), {
    path: ['account_number'],
    message: 'must be sent together with subscription_details',
  });

const pushRequest = orderRequest.safeExtend({
  msisdn: z.string().regex(/^[1-9]\d{7,14}$/, 'must be digits with the country code first'),
  payment_method: z.enum(PAYMENT_METHOD_NAMES),
});

const cancellationRequest = z.strictObject({ order_tracking_id: z.guid('must be a uuid') });

const refundRequest = z.strictObject({
  confirmation_code: z.string().trim().min(1, 'must not be empty'),
  // Documented as a float, shown as the text "100.00": should the provider want a text, it is made here.
  amount,
  username: inPlainCharacters(LIMITS.username),
  remarks: inPlainCharacters(LIMITS.remarks),
});

const ipnRegistrationRequest = z.strictObject({
  url: webAddress,
  ipn_notification_type: anyCase(IPN_METHODS),
});

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Cut where it is too long: by then people have agreed on the refund, and the whole text stays with its order. */
function inPlainCharacters(length: number) {
  return z
    .string()
    .transform((text) => plainCharacters(text).slice(0, length).trim())
    .pipe(z.string().min(1, 'must have letters or digits'));
}

/** For fields that SPEC.md calls "case insensitive": accepted in any case, sent in upper case. */
function anyCase<const Value extends string>(values: readonly Value[]) {
  return z
    .string()
    .transform((text) => text.toUpperCase())
    .pipe(z.enum(values));
}

function validate<Schema extends z.ZodType>(
  operation: Operation,
  schema: Schema,
  request: unknown,
): z.output<Schema> {
  const result = schema.safeParse(request);
  if (result.success) return result.data;
  throw invalid(operation, result.error.issues.flatMap(faultsOf));
}

/** A subscription must start after today, in East Africa, where the provider keeps its calendar. */
function validateStart<Order extends z.output<typeof orderRequest>>(
  operation: Operation,
  order: Order,
  now: number,
) {
  const start = order.subscription_details?.start_date;
  if (start === undefined || fromProviderDay(start) > dayOf(now)) return order;
  throw invalid(operation, [{ field: 'subscription_details.start_date', message: 'must be in the future' }]);
}

function faultsOf(issue: z.core.$ZodIssue): FieldFault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join('.'),
      message: 'is not a field of this request',
    }));
  }
  return [{ field: issue.path.join('.'), message: issue.message }];
}

function invalid(operation: Operation, fields: readonly FieldFault[]): ProviderError {
  const faults = fields.map(({ field, message }) => `${field} ${message}`).join('; ');
  return new ProviderError({
    operation,
    kind: 'invalid_request',
    outcome: 'refused',
    summary: `nothing was sent: ${faults}.`,
    fields,
  });
}
