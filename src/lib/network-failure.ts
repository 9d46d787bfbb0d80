// Reads a failed fetch: whether the request can have left this machine, and why it failed, in words for whoever runs
// Teller, without headers and bodies.

/**
 * True only when no connection was made, so that the provider cannot have seen the request. Any other failure (reset,
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
  if (Object.hasOwn(REASONS, error.message)) return error.message;
  return typeof code === 'string' ? code : error.name;
}

/** Why no connection was made or kept, with the code, such as "nothing listens there (ECONNREFUSED)". */
export function describeNetworkFailure(error: unknown): string {
  const name = failureName(error);
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(name);
  const reason = REASONS[name] ?? (isCertificate ? 'its certificate is not trusted' : undefined);
  return reason ? `${reason} (${name})` : name;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNREFUSED: 'nothing listens there',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
  TimeoutError: 'it did not answer in time',
  ECONNRESET: 'it broke off the connection',
  UND_ERR_SOCKET: 'it broke off the connection',
  EPROTO: 'it does not speak TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS',
  'bad port': 'HTTP may not use that port',
  'unexpected redirect': 'it redirects to another address',
};

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
