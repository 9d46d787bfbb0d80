// Reads a failed fetch for transport.ts: whether the request can have left this machine, and a name for the log without
// addresses, headers and bodies.

/**
 * True only when no connection was made, so that the service cannot have seen the request. Any other failure (reset,
 * closed, cut off) may have come after the request was sent.
 */
export function neverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(neverSent);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  if (typeof code === 'string' && (BEFORE_SENDING.has(code) || code.startsWith('CERT_'))) return true;
  return neverSent(error.cause);
}

/** The innermost error's code, such as "ECONNREFUSED", or else its class name. */
export function failureName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure';
  const inner = error instanceof AggregateError ? (error.errors[0] ?? error.cause) : error.cause;
  if (inner instanceof Error) return failureName(inner);
  const { code } = error as NodeJS.ErrnoException;
  if (error.message === 'unexpected redirect') return 'unexpected redirect';
  return typeof code === 'string' ? code : error.name;
}

/** Codes of DNS, connection and certificate failures: all happen before the first byte of a request is sent. */
const BEFORE_SENDING = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);
