// An answer of the payment service as it is read, without a server.
import { ProviderError, redact } from '#provider/errors.ts';
import type { Operation } from '#provider/operations.ts';

export const CONTENT_TYPE = 'application/json';

export function answer(body: unknown, httpStatus = 200, operation: Operation = 'submitOrder') {
  return { operation, httpStatus, contentType: CONTENT_TYPE, body, redact };
}

export function thrownBy(read: () => unknown): ProviderError {
  try {
    read();
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
