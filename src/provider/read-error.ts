// Tells whether an answer is an error, in any of the shapes that the service and the proxies before it use
// (SPEC.md, Errors). Answers that merely look like errors are told apart by the readers in responses.ts.
import { type ErrorKind, type FieldFault, type Outcome, ProviderError } from './errors.ts';
import { OPERATIONS } from './operations.ts';
import type { Answer } from './transport.ts';

/** The error that an answer tells of, or undefined when it tells of none. */
export function readError(answer: Answer): ProviderError | undefined {
  const said = complaintIn(answer.body) ?? (isOk(answer) ? undefined : messageIn(answer.body));
  const named = said && kindByName(said);
  const kind =
    named && !(named === 'not_found' && isServerFault(answer)) ? named : kindByStatus(answer, said);
  if (kind === undefined) return undefined;
  const words = said && answer.conceal(said.message || said.code || said.type);
  return new ProviderError({
    operation: answer.operation,
    kind,
    outcome: outcomeOf(answer, kind, named !== undefined),
    summary: summaryOf(answer, said, words),
    code: (said?.code && answer.conceal(said.code)) || undefined,
    serviceMessage: words || undefined,
    httpStatus: answer.httpStatus,
    fields: said?.fields.map(({ field, message }) => ({ field, message: answer.conceal(message) })) ?? [],
  });
}

/** An answer that is neither the error nor the success that SPEC.md describes; `missing` names what it lacks. */
export function unreadable(answer: Answer, missing: string): ProviderError {
  return new ProviderError({
    operation: answer.operation,
    kind: 'unreadable',
    outcome: OPERATIONS[answer.operation].changes ? 'unknown' : 'refused',
    summary: `the answer (HTTP ${answer.httpStatus}, ${answer.contentType}) has no readable ${missing}.`,
    httpStatus: answer.httpStatus,
  });
}

/** True when the service says that the token is not (or no longer) good; whatever was asked was then not done. */
export function refusesToken(error: ProviderError): boolean {
  return (
    error.kind === 'credentials' &&
    (error.httpStatus === 401 || error.code === 'invalid_api_credentials_provided')
  );
}

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

/** Sentences that SPEC.md gives without a code. */
const KIND_BY_MESSAGE = new Map<string, ErrorKind>([
  ['Invalid Payment method provided', 'invalid_request'],
  ['Invalid order request', 'not_found'],
  ['Invalid order state. Order cannot be cancelled', 'order_state'],
]);

function kindByName({ code, message, fields }: Complaint): ErrorKind | undefined {
  if (fields.length > 0) return 'invalid_request';
  return KIND_BY_CODE.get(code) ?? KIND_BY_MESSAGE.get(message.replace(/\.$/, ''));
}

function kindByStatus(answer: Answer, said: Complaint | undefined): ErrorKind | undefined {
  const { httpStatus, operation } = answer;
  if (httpStatus === 401) return 'credentials';
  if (httpStatus === 409 || httpStatus === 429) return 'rate_limited';
  if (httpStatus === 400 || httpStatus === 413 || httpStatus === 422) return 'invalid_request';
  // 404, 405 and 415 come before the application sees the request: the address is wrong, not what the agent typed.
  if (!isOk(answer)) return 'unavailable';
  if (said) {
    // Token issue has no other input than the credentials.
    const aboutKey =
      operation === 'requestToken' && /consumer|credential/i.test(`${said.code} ${said.message}`);
    return aboutKey ? 'credentials' : OPERATIONS[operation].unknownCode;
  }
  return typeof answer.body === 'object' && answer.body !== null ? undefined : 'unreadable';
}

function outcomeOf(answer: Answer, kind: ErrorKind, named: boolean): Outcome {
  if (!OPERATIONS[answer.operation].changes) return 'refused';
  // An error beside a tracking id contradicts itself: an order may exist.
  if (isObject(answer.body) && textOf(answer.body.order_tracking_id)) return 'unknown';
  if (named) return 'refused';
  return isServerFault(answer) || kind === 'unreadable' ? 'unknown' : 'refused';
}

function summaryOf(answer: Answer, said: Complaint | undefined, words: string | undefined): string {
  const status = `HTTP ${answer.httpStatus}`;
  if (said) {
    const code = said.code ? `, code ${answer.conceal(said.code)}` : '';
    return `the service answered (${status}${code}) "${words}".`;
  }
  return answer.body === undefined
    ? `the answer (${status}, ${answer.contentType}) is not JSON of at most 1 MB.`
    : `the service answered ${status} without a reason.`;
}

/** An error object, model state, or either of them inside a message that is JSON once more (SPEC.md, Authentication). */
function complaintIn(body: unknown): Complaint | undefined {
  if (!isObject(body)) return undefined;
  if (isObject(body.modelState)) return modelStateIn(body.modelState, textOf(body.message));
  const wrapped = textOf(body.message);
  if (wrapped.startsWith('{')) {
    const inner = complaintIn(parsed(wrapped));
    if (inner) return inner;
  }
  if (isObject(body.error)) return complaintFrom(body.error);
  if (textOf(body.error)) return { type: '', code: '', message: tidy(textOf(body.error)), fields: [] };
  // SPEC.md does not show whether registration's error object stands under "error" or alone.
  return textOf(body.error_type) || textOf(body.code) ? complaintFrom(body) : undefined;
}

/** On a successful look-up the error object is there with all its fields null (SPEC.md, Error object). */
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
  const fields = Object.entries(modelState).map(([path, faults]) => ({
    field: path.replace(NAME_OF_MODEL, ''),
    message: (Array.isArray(faults) ? faults : [faults]).map(textOf).filter(Boolean).join(' '),
  }));
  const words = fields.map((fault) => `${fault.field}: ${fault.message}`).join('; ');
  return { type: '', code: '', message: words || message, fields };
}

/** A path may begin with the name of the service's own model, which is no field; a nested field's parent is one. */
const NAME_OF_MODEL = /^(?!(?:billing_address|subscription_details)\.)[^.]*\./;

function messageIn(body: unknown): Complaint | undefined {
  const message = isObject(body) ? tidy(textOf(body.message)) : '';
  return message ? { type: '', code: '', message, fields: [] } : undefined;
}

/** Several validation errors arrive in one string, pipe-delimited, some of them empty (SPEC.md, IPN error details). */
function tidy(message: string): string {
  return message
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean)
    .join('; ');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isOk = ({ httpStatus }: Answer) => httpStatus >= 200 && httpStatus < 300;
const isServerFault = ({ httpStatus }: Answer) => httpStatus >= 500 || httpStatus === 408;
