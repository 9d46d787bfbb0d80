// Why Redis cannot be used, in words for whoever runs Teller.
import type { RedisAddress } from './address.ts';

/** `trouble` is what the last attempt to connect ended with. Without the user and password of the address. */
export function describeUnreachable({ host, port }: RedisAddress, trouble: string): string {
  const isRefused = /^(WRONGPASS|NOAUTH|ERR AUTH|NOPERM)/.test(trouble);
  const told = isRefused
    ? `Redis at ${host}:${port} does not accept the user or password of STORE_URL`
    : `Redis cannot be reached yet at ${host}:${port}`;
  const next = isRefused ? 'Correct STORE_URL.' : 'Check STORE_URL and the server.';
  return `${told} (${trouble.replace(/\.$/, '')}). ${next}`;
}
