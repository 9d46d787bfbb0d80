// What the provider checks in an order, and what it does not: SPEC.md's tables of Order request, billing_address,
// subscription_details and the push additions. Unknown fields are ignored, so a misspelt one does nothing.

import { startOfDay } from './formats.ts';

export type OrderRequest = {
  id: string;
  currency: string;
  amount: number;
  description: string;
  callback_url: string;
  cancellation_url?: string;
  notification_id: string;
  branch?: string;
  redirect_mode?: string;
  billing_address: Readonly<Record<string, unknown>>;
  account_number?: string;
  subscription_details?: unknown;
  msisdn?: string;
  payment_method?: string;
};

export type Complaint = { code: string; message: string };

const CURRENCIES = (
  'KES UGX TZS RWF ZMW MWK ZWL BWP ZAR NGN GHS ETB EGP MAD XAF XOF BIF SOS CDF AOA MZN NAD LSL SZL ' +
  'USD GBP EUR JPY CHF CAD AUD CNY INR AED SAR'
).split(' ');
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY'];
const REDIRECT_MODES = ['TOP_WINDOW', 'PARENT_WINDOW'];
const PUSH_METHODS = ['MpesaKE', 'AirtelKE', 'AirtelUG'];

const REQUIRED = 'id currency amount description callback_url notification_id billing_address'.split(' ');
const REQUIRED_OF_SUBSCRIPTION = ['start_date', 'end_date', 'frequency'];

/** Characters at most. The id is not here: 51 to 150 pass this check and fail later, without a word on length. */
const MAX_LENGTHS: Readonly<Record<string, number>> = {
  id: 150,
  currency: 3,
  branch: 30,
  account_number: 50,
  'billing_address.email_address': 60,
  'billing_address.first_name': 50,
  'billing_address.middle_name': 50,
  'billing_address.last_name': 50,
  'billing_address.country_code': 3,
};
const PUSH_TEXTS = ['msisdn', 'payment_method'];
const TEXTS = (
  'id currency description callback_url cancellation_url notification_id branch redirect_mode account_number ' +
  'subscription_details.start_date subscription_details.end_date ' +
  'subscription_details.frequency billing_address.email_address billing_address.phone_number ' +
  'billing_address.first_name billing_address.middle_name billing_address.last_name ' +
  'billing_address.country_code billing_address.line_1 billing_address.line_2 billing_address.city ' +
  'billing_address.state billing_address.postal_code billing_address.zip_code'
).split(' ');

type Fields = Readonly<Record<string, unknown>>;

/** The paths of required fields that are absent, null or empty. */
export function missingFields(fields: Fields, kind: 'order' | 'push'): string[] {
  const ofSubscription = isObject(fields.subscription_details)
    ? REQUIRED_OF_SUBSCRIPTION.map((name) => `subscription_details.${name}`)
    : [];
  const required = [...(kind === 'push' ? [...REQUIRED, ...PUSH_TEXTS] : REQUIRED), ...ofSubscription];
  return required.filter((path) => isAbsent(valueAt(fields, path)));
}

/** Everything that is there and wrong. */
export function wrongFields(
  fields: Fields,
  kind: 'order' | 'push',
  context: { now: number; isRegistered: (ipnId: string) => boolean },
): Complaint[] {
  const wrong: Complaint[] = [];
  const complain = (message: string, code = 'invalid_api_request_parameters') =>
    wrong.push({ code, message });
  const text = (path: string) => {
    const value = valueAt(fields, path);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const oneOf = (path: string, allowed: readonly string[], value = text(path)) => {
    if (value !== undefined && !allowed.includes(value))
      complain(`${path} must be one of ${allowed.join(', ')}`);
  };

  for (const path of kind === 'push' ? [...TEXTS, ...PUSH_TEXTS] : TEXTS) {
    const value = valueAt(fields, path);
    if (!isAbsent(value) && typeof value !== 'string') complain(`${path} must be a string`);
  }
  for (const [path, most] of Object.entries(MAX_LENGTHS)) {
    if ((text(path)?.length ?? 0) > most) complain(`${path} has a maximum length of ${most} characters`);
  }
  if (!isAbsent(fields.amount) && typeof fields.amount !== 'number') complain('amount must be numeric');
  for (const path of ['billing_address', 'subscription_details']) {
    if (!isAbsent(fields[path]) && !isObject(fields[path])) complain(`${path} must be an object`);
  }
  if (/[^\w.:-]/.test(text('id') ?? '')) complain('id may hold only letters, digits and - _ . :');
  if ((text('currency')?.length ?? 0) <= 3) oneOf('currency', CURRENCIES);
  oneOf('redirect_mode', REDIRECT_MODES);
  oneOf('subscription_details.frequency', FREQUENCIES, text('subscription_details.frequency')?.toUpperCase());

  const [start, end] = [text('subscription_details.start_date'), text('subscription_details.end_date')];
  const startsAt = start === undefined ? undefined : startOfDay(start);
  if (start !== undefined && startsAt === undefined)
    complain('subscription_details.start_date must have the format dd-MM-yyyy');
  if (startsAt !== undefined && startsAt <= context.now)
    complain('subscription_details.start_date must be in the future');
  // The range is not validated: an end before the start is accepted.
  if (end !== undefined && startOfDay(end) === undefined)
    complain('subscription_details.end_date must have the format dd-MM-yyyy');

  if (kind === 'push' && !PUSH_METHODS.includes(text('payment_method') ?? 'MpesaKE'))
    complain('Invalid Payment method provided');
  const ipnId = text('notification_id');
  if (ipnId !== undefined && !context.isRegistered(ipnId))
    complain('Invalid IPN Id provided', 'InvalidIpnId');
  return wrong;
}

/** The known fields of a request in which nothing is missing or wrong. */
export function readOrderRequest(fields: Fields, kind: 'order' | 'push'): OrderRequest {
  const texts = TEXTS.filter((path) => !path.includes('.'));
  const known = [...REQUIRED, ...texts, 'subscription_details', ...(kind === 'push' ? PUSH_TEXTS : [])];
  const given = Object.entries(fields).filter(([name, value]) => known.includes(name) && !isAbsent(value));
  return Object.fromEntries(given) as unknown as OrderRequest;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueAt(fields: Fields, path: string): unknown {
  const [first = '', second] = path.split('.');
  const value = fields[first];
  return second === undefined ? value : isObject(value) ? value[second] : undefined;
}
