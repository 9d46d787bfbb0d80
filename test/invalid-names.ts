// Whoever imports this learns at once that a name under .invalid has no address, which is so everywhere (RFC 6761): where the machine
// has no resolver that answers, it would take longer than Teller waits. Into a process of its own it comes by NODE_OPTIONS.
import dns, { type LookupAddress, type LookupOptions } from 'node:dns';

export const KNOWS_INVALID_NAMES = '--import ./test/invalid-names.ts';

type Callback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

const { lookup } = dns;
dns.lookup = ((host: string, options: LookupOptions, callback: Callback) => {
  if (!host.endsWith('.invalid')) return lookup(host, options, callback);
  const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
  process.nextTick(callback, error);
}) as typeof lookup;
