// Parses the provider's answers for client.ts. Loose where SPEC.md says that a field may be missing, null or a number in
// place of text; strict where a wrong guess would cost money. Every function throws ProviderError for an error answer
// and for an unreadable one.
import { z } from 'zod';
import { parseUtcTime } from './dates.ts';
import { readError, unreadable } from './read-error.ts';
import type { Answer } from './transport.ts';

export type OrderCreated = z.output<typeof orderCreated>;
export type PushAccepted = z.output<typeof pushAccepted>;
export type IpnRegistration = z.output<typeof ipnRegistration>;
export type ListedIpn = z.output<typeof listedIpn>;

/** `done` is false when the provider refused to cancel; `message` then says why. */
export type Cancellation = { readonly done: boolean; readonly status: string; readonly message: string };

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

/** For fields in which the provider may send a number or null in place of text; '' for null and missing. */
export const text = z
  .unknown()
  .optional()
  .transform((value) => {
    if (typeof value === 'string') return value.trim();
    return typeof value === 'number' ? String(value) : '';
  });

const requiredText = text.pipe(z.string().min(1));

/** As `text`, but undefined for null and missing. */
export const optionalText = text.transform((value) => value || undefined);

export const optionalNumber = z.number().optional().catch(undefined);

/** In one casing, because it is compared as text. The id of all zeros stands for none. */
export const trackingId = text
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
  /** The provider's own number, not the id that was sent (SPEC.md). Do not find orders by it. */
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
