// What a failed fetch tells: whether the request can have left this machine, and a name for the log that is
// free of addresses, headers and bodies.

/**
 * True only when the connection was never made, so that the service cannot have seen the request. Everything else
 * (reset, closed, cut off) counts as sent.
 */
export function neverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(neverSent);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  if (typeof code === 'string' && (BEFORE_SENDING.has(code) || code.startsWith('CERT_'))) return true;
  return neverSent(error.cause);
}

/** The innermost error's code, such as "ECONNREFUSED", or else its name. */
export function failureName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure';
  const inner = error instanceof AggregateError ? (error.errors[0] ?? error.cause) : error.cause;
  if (inner instanceof Error) return failureName(inner);
  const { code } = error as NodeJS.ErrnoException;
  if (error.message === 'unexpected redirect') return 'unexpected redirect';
  return typeof code === 'string' ? code : error.name;
}

/** Name look-up, connection and certificate: all of them end before the first byte of a request. */
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
