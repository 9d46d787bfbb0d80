// Every shape in which the provider answers (SPEC.md, Errors): the envelope with an error object, the message-only
// object, the message that holds JSON, the model state, and the cancellation shape.

import type { Operation } from './operations.ts';

export type Answer = { status: number; body: unknown; contentType?: 'text/html' };

export type ErrorObject = { error_type: string; code?: string; message?: string };

export function apiError(code: string, message: string): ErrorObject {
  return { error_type: 'api_error', code, message };
}

/** An application error: HTTP 200 all the same, the truth is in `status` and `error`. */
export function errorEnvelope(
  error: ErrorObject,
  otherFields: Readonly<Record<string, unknown>> = {},
): Answer {
  return { status: 200, body: { ...otherFields, error, status: '500' } };
}

/** Answers that come from in front of the application: 404, 405 and 415. */
export function messageOnly(status: number, message: string): Answer {
  return { status, body: { message } };
}

/** IPN registration's 401 and 409: `message` is a string that holds JSON. */
function messageInString(status: number, error: ErrorObject): Answer {
  return { status, body: { message: JSON.stringify({ error, status: String(status) }) } };
}

/** A push that lacks required fields; no other operation answers so. */
export function modelState(missingPaths: readonly string[]): Answer {
  const reasons = missingPaths.map((path) => [`model.${path}`, [`The ${path} field is required.`]]);
  return {
    status: 400,
    body: { message: 'The request is invalid.', modelState: Object.fromEntries(reasons) },
  };
}

/** Cancellation and refund: never an error key. */
export function cancellationShape(status: '200' | '500', message: string): Answer {
  return { status: 200, body: { status, message } };
}

export function rateLimited(): Answer {
  return messageInString(409, {
    error_type: 'api_error',
    code: 'rate_limit_exceeded',
    message: 'Too many requests. Please try again later',
  });
}

/** A refused bearer token. Only IPN registration wraps its 401 in a string. */
export function unauthorized(operation: Operation, reason: 'missing' | 'invalid', httpStatus = 401): Answer {
  const error: ErrorObject = {
    error_type: 'authentication_error',
    code: 'invalid_api_credentials_provided',
    message: reason === 'missing' ? 'Invalid or Missing Credentials Provided' : 'Invalid Access Token',
  };
  if (operation === 'registerIpn' && httpStatus === 401) return messageInString(401, error);
  return { status: httpStatus, body: { error, status: httpStatus === 200 ? '500' : String(httpStatus) } };
}

/** Any refusal at all, in the shape that this operation uses for its errors. */
export function refusal(operation: Operation, error: ErrorObject): Answer {
  if (operation === 'cancelOrder' || operation === 'requestRefund')
    return cancellationShape('500', error.message ?? '');
  return errorEnvelope(error, operation === 'requestToken' ? { token: null, expiryDate: null } : {});
}

/** What the proxy in front of the provider sends when it answers in its place. */
export function proxyPage(status: number, title: string): Answer {
  const body = `<html>\r\n<head><title>${title}</title></head>\r\n<body><h1>${title}</h1></body>\r\n</html>\r\n`;
  return { status, body, contentType: 'text/html' };
}
