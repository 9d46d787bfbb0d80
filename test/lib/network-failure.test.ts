// Which network failures prove that nothing was sent.
import { describe, expect, test } from 'vitest';
import { describeNetworkFailure, failureName, neverSent } from '#lib/network-failure.ts';

const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause });
const system = (code: string, syscall?: string) =>
  Object.assign(new Error('x'), { code, ...(syscall && { syscall }) });

describe('a request never left when', () => {
  test.each([
    ['the name is not known', system('ENOTFOUND', 'getaddrinfo')],
    ['nobody listens', system('ECONNREFUSED', 'connect')],
    ['the network has no way there', system('EHOSTUNREACH', 'connect')],
    ['connecting takes too long', system('UND_ERR_CONNECT_TIMEOUT')],
    ['the certificate is not good', system('CERT_HAS_EXPIRED')],
    [
      'every address refuses',
      new AggregateError([system('ECONNREFUSED', 'connect'), system('ETIMEDOUT', 'connect')]),
    ],
  ])('%s', (_, cause) => {
    expect(neverSent(fetchFailed(cause))).toBe(true);
  });
});

describe('a request may have arrived when', () => {
  test.each([
    ['the connection is reset', system('ECONNRESET', 'read')],
    ['the network goes away while reading', system('EHOSTUNREACH', 'read')],
    ['the other side closes', system('UND_ERR_SOCKET')],
    [
      'one of several addresses got further',
      new AggregateError([system('ECONNREFUSED', 'connect'), system('EPIPE', 'write')]),
    ],
    ['the call is broken off', new DOMException('aborted', 'AbortError')],
    ['nothing tells', undefined],
    ['something else was thrown', 'text'],
  ])('%s', (_, cause) => {
    expect(neverSent(fetchFailed(cause))).toBe(false);
  });
});

test('a failure is named by its innermost code, or by its kind of error, and never by an address', () => {
  expect(failureName(fetchFailed(system('ECONNRESET', 'read')))).toBe('ECONNRESET');
  expect(failureName(fetchFailed(new AggregateError([system('ECONNREFUSED', 'connect')])))).toBe(
    'ECONNREFUSED',
  );
  expect(failureName(new TypeError('Bearer eyJ is an invalid header value'))).toBe('TypeError');
  expect(failureName('text')).toBe('unknown failure');
});

test.each([
  ['its name is not known (ENOTFOUND)', system('ENOTFOUND', 'getaddrinfo')],
  ['nothing listens there (ECONNREFUSED)', new AggregateError([system('ECONNREFUSED', 'connect')])],
  ['its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)', system('DEPTH_ZERO_SELF_SIGNED_CERT')],
  ['its certificate is not trusted (CERT_HAS_EXPIRED)', system('CERT_HAS_EXPIRED')],
  ['it does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER)', system('ERR_SSL_WRONG_VERSION_NUMBER')],
  ['it redirects to another address (unexpected redirect)', new Error('unexpected redirect')],
  ['HTTP may not use that port (bad port)', new Error('bad port')],
  ['EODD', system('EODD')],
])('a failure is described as: %s', (described, cause) => {
  expect(describeNetworkFailure(fetchFailed(cause))).toBe(described);
});
