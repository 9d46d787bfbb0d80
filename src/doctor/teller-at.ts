// Asks an address whether a Teller answers there.

import { BlockList, isIP } from 'node:net';
import { readAtMost } from '#lib/async.ts';
import type { Diagnosis } from '#lib/diagnosis.ts';
import { describeNetworkFailure } from '#lib/network-failure.ts';
import { parseJson } from '#lib/text.ts';

type AnswerOf =
  | { readonly status: 'teller' }
  | { readonly status: 'unreachable'; readonly why: string }
  /** `what`: what answers in its place, in words. */
  | { readonly status: 'other'; readonly what: string };

const TIMEOUT_MS = 5_000;
/** Teller's own answer has a dozen characters. */
const MAX_BYTES = 1_000;
const MAX_DETAILS = 80;

/** Never rejects. */
export async function tellerAt(url: string): Promise<AnswerOf> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await fetch(`${url}/healthz`, { redirect: 'manual', signal });
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    const body = type === 'application/json' ? await readAtMost(answer, MAX_BYTES, signal) : undefined;
    if (answer.ok && body && Object(parseJson(new TextDecoder().decode(body))).ok === true)
      return { status: 'teller' };
    await answer.body?.cancel().catch(() => {});
    const details = [type, answer.headers.get('server')].filter(Boolean).join(', ').slice(0, MAX_DETAILS);
    return { status: 'other', what: `HTTP ${answer.status}${details ? ` (${details})` : ''}` };
  } catch (error) {
    return { status: 'unreachable', why: describeNetworkFailure(error) };
  }
}

export const CHECKS = [
  'Settings',
  'Slack token',
  'Slack scopes',
  'People',
  'Socket Mode',
  'Pesapal',
  'Notifications',
  'Public address',
  'Clock',
  'Port',
  'Store',
] as const;

export type Checked = Diagnosis & { readonly check: (typeof CHECKS)[number] };

/** A check for lines of the name `check`. */
export function as(check: Checked['check'], diagnoses: readonly Diagnosis[]): Checked[] {
  return diagnoses.map((diagnosis) => ({ check, ...diagnosis }));
}

const NEAR = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  NEAR.addSubnet(net, bits, 'ipv4');
NEAR.addSubnet('::1', 128, 'ipv6');
NEAR.addSubnet('fc00::', 7, 'ipv6');
NEAR.addSubnet('fe80::', 10, 'ipv6');

/** `hostname` as in URL. */
export function isHere(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(address);
  if (version !== 0) return NEAR.check(address, version === 6 ? 'ipv6' : 'ipv4');
  // A name without a dot is one of a container's or an office's network.
  return !address.includes('.') || /\.(local|localhost|internal|lan)$/.test(address);
}
