// Finds the error in an answer, in any of the shapes that the provider and the proxies in front of it use (SPEC.md,
// Errors). The readers of single answers know which only look like errors.
import { parseJson } from '#lib/text.ts';
import { type ErrorKind, type FieldFault, type Outcome, ProviderError } from './errors.ts';
import { OPERATIONS } from './operations.ts';
import type { Answer } from './transport.ts';

/** The error in an answer; undefined when there is none. */
export function readError(answer: Answer): ProviderError | undefined {
  const complaint = complaintIn(answer.body) ?? (isOk(answer) ? undefined : messageIn(answer.body));
  const knownKind = complaint && kindByName(complaint);
  const kind =
    knownKind && !(knownKind === 'not_found' && isServerFault(answer))
      ? knownKind
      : kindByStatus(answer, complaint);
  if (kind === undefined) return undefined;
  const message = complaint && answer.redact(complaint.message || complaint.code || complaint.type);
  return new ProviderError({
    operation: answer.operation,
    kind,
    outcome: outcomeOf(answer, kind, knownKind !== undefined),
    summary: summaryOf(answer, complaint, message),
    code: (complaint?.code && answer.redact(complaint.code)) || undefined,
    providerMessage: message || undefined,
    httpStatus: answer.httpStatus,
    fields: complaint?.fields.map(({ field, message }) => ({ field, message: answer.redact(message) })) ?? [],
  });
}

/** The error for an answer that SPEC.md describes neither as an error nor as a success; `missing` names what it lacks. */
export function unreadable(answer: Answer, missing: string): ProviderError {
  return new ProviderError({
    operation: answer.operation,
    kind: 'unreadable',
    outcome: OPERATIONS[answer.operation].changes ? 'unknown' : 'refused',
    summary: `the answer (HTTP ${answer.httpStatus}, ${answer.contentType}) has no readable ${missing}.`,
    providerMessage: saysFailed(answer.body)
      ? answer.redact(messageIn(answer.body)?.message ?? '')
      : undefined,
    httpStatus: answer.httpStatus,
  });
}

/** The message beside a status of 200 only says that the request was processed. */
export function saysFailed(body: unknown): boolean {
  return isObject(body) && /^[45]\d\d$/.test(textOf(body.status));
}

/** True when the provider refused the token, and therefore did nothing else; not when the answer names a transaction all the same. */
export function refusesToken(error: ProviderError): boolean {
  return (
    error.kind === 'credentials' &&
    error.outcome === 'refused' &&
    (error.httpStatus === 401 || error.code === 'invalid_api_credentials_provided')
  );
}

/** What the provider wrote about an error; '' for parts that it left out. */
type Complaint = { type: string; code: string; message: string; fields: FieldFault[] };

const KIND_BY_CODE = new Map<string, ErrorKind>([
  ['invalid_api_credentials_provided', 'credentials'],
  ['invalid_consumer_key_or_secret_provided', 'credentials'],
  ['consumer_key_unknown', 'credentials'],
  ['invalid_api_request_parameters', 'invalid_request'],
  ['InvalidIpnId', 'invalid_request'],
  ['invalid_url', 'invalid_request'],
  ['payment_details_not_found', 'not_found'],
  ['amount_exceeds_default_limit', 'declined'],
  ['maximum_amount_limit_exceeded', 'declined'],
  ['test_transactions_exceeded', 'declined'],
]);

/** Messages that SPEC.md shows without a code. */
const KIND_BY_MESSAGE = new Map<string, ErrorKind>([
  ['Invalid Payment method provided', 'invalid_request'],
  ['Invalid order request', 'not_found'],
  ['Invalid order state. Order cannot be cancelled', 'order_state'],
]);

function kindByName({ code, message, fields }: Complaint): ErrorKind | undefined {
  if (fields.length > 0) return 'invalid_request';
  return KIND_BY_CODE.get(code) ?? KIND_BY_MESSAGE.get(message.replace(/\.$/, ''));
}

function kindByStatus(answer: Answer, complaint: Complaint | undefined): ErrorKind | undefined {
  const { httpStatus, operation } = answer;
  if (httpStatus === 401) return 'credentials';
  if (httpStatus === 409 || httpStatus === 429) return 'rate_limited';
  if (httpStatus === 400 || httpStatus === 413 || httpStatus === 422) return 'invalid_request';
  // Also 404, 405 and 415: our address is wrong, not what the agent typed (errors.ts, WRONG_ADDRESS).
  if (!isOk(answer)) return 'unavailable';
  if (complaint) {
    // A token request has no other input than the credentials.
    const aboutKey =
      operation === 'requestToken' && /consumer|credential/i.test(`${complaint.code} ${complaint.message}`);
    return aboutKey ? 'credentials' : OPERATIONS[operation].unknownCode;
  }
  return typeof answer.body === 'object' && answer.body !== null ? undefined : 'unreadable';
}

function outcomeOf(answer: Answer, kind: ErrorKind, isKnown: boolean): Outcome {
  if (!OPERATIONS[answer.operation].changes) return 'refused';
  // An error with what SPEC.md requires of a success contradicts itself: the order may exist, and a phone ring.
  const { order_tracking_id, business_number } = isObject(answer.body) ? answer.body : {};
  if (isNamed(order_tracking_id) || isNamed(business_number)) return 'unknown';
  if (isKnown) return 'refused';
  return isServerFault(answer) || kind === 'unreadable' ? 'unknown' : 'refused';
}

/** Zeros stand for none, as in the platform's empty id. */
function isNamed(value: unknown): boolean {
  return /[1-9a-z]/i.test(typeof value === 'number' ? String(value) : textOf(value));
}

function summaryOf(answer: Answer, complaint: Complaint | undefined, message: string | undefined): string {
  const status = `HTTP ${answer.httpStatus}`;
  if (complaint) {
    const code = complaint.code ? `, code ${answer.redact(complaint.code)}` : '';
    return `Pesapal answered (${status}${code}) "${message}".`;
  }
  return answer.body === undefined
    ? `the answer (${status}, ${answer.contentType}) isn’t JSON or is too long.`
    : `Pesapal answered ${status} without a reason.`;
}

/** From an error object, from model state, or from either as JSON text inside `message` (SPEC.md, Authentication). */
function complaintIn(body: unknown): Complaint | undefined {
  if (!isObject(body)) return undefined;
  if (isObject(body.modelState)) return modelStateIn(body.modelState, textOf(body.message));
  const wrapped = textOf(body.message);
  if (wrapped.startsWith('{')) {
    const inner = complaintIn(parseJson(wrapped));
    if (inner) return inner;
  }
  if (isObject(body.error)) return complaintFrom(body.error);
  if (textOf(body.error)) return { type: '', code: '', message: tidy(textOf(body.error)), fields: [] };
  // SPEC.md does not show whether registration's error object stands under "error" or alone.
  return textOf(body.error_type) || textOf(body.code) ? complaintFrom(body) : undefined;
}

/** In a successful status response the error object is there with all fields null (SPEC.md, Error object). */
function complaintFrom(error: Record<string, unknown>): Complaint | undefined {
  const found = {
    type: textOf(error.error_type),
    code: textOf(error.code),
    message: tidy(textOf(error.message)),
    fields: [],
  };
  return found.type || found.code || found.message ? found : undefined;
}

function modelStateIn(modelState: Record<string, unknown>, message: string): Complaint {
  const fields = Object.entries(modelState).map(([path, texts]) => ({
    field: path.replace(MODEL_NAME, ''),
    message: (Array.isArray(texts) ? texts : [texts]).map(textOf).filter(Boolean).join(' '),
  }));
  const faults = fields.map((fault) => `${fault.field}: ${fault.message}`).join('; ');
  return { type: '', code: '', message: faults || message, fields };
}

/** A path may begin with the name of the provider's own model; that is cut off, and a nested field's parent is not. */
const MODEL_NAME = /^(?!(?:billing_address|subscription_details)\.)[^.]*\./;

function messageIn(body: unknown): Complaint | undefined {
  const message = isObject(body) ? tidy(textOf(body.message)) : '';
  return message ? { type: '', code: '', message, fields: [] } : undefined;
}

/** Several validation errors arrive as one string with `|` between them, some empty (SPEC.md, IPN error details). */
function tidy(message: string): string {
  return message
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean)
    .join('; ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const isOk = ({ httpStatus }: Answer) => httpStatus >= 200 && httpStatus < 300;
const isServerFault = ({ httpStatus }: Answer) => httpStatus >= 500 || httpStatus === 408;
