// Why Redis cannot be used, in words for whoever runs Teller: Redis's own words, in brackets, do not say what to do.
import type { RedisAddress } from './address.ts';

type Place = Pick<RedisAddress, 'host' | 'port'>;

/** By the word with which Redis begins a refusal (redis.io/docs, "Error replies"): why, and what to do. */
const REFUSALS: Readonly<Record<string, readonly [why: string, next: string]>> = {
  BUSY: ['a script holds it up', 'Look for other programs that use it, then try again.'],
  CLUSTERDOWN: ['its cluster does not serve all its slots', 'Look at CLUSTER INFO, then try again.'],
  LOADING: ['it is still reading its data', 'Wait until it has, then try again.'],
  MASTERDOWN: ['it is a replica without its primary', 'Let the address lead to the primary.'],
  MISCONF: ['it cannot write to its disk', 'Check its disk and its log, then try again.'],
  NOAUTH: ['it does not accept the user or password', 'Correct the address.'],
  NOPERM: ['its user may not do that', 'Give the user of the address all rights to Teller’s keys.'],
  NOREPLICAS: ['it has too few replicas', 'Start them, then try again.'],
  OOM: ['its memory is full', 'Give it more memory, then try again.'],
  READONLY: ['it is a replica and takes no writes', 'Let the address lead to its primary.'],
  WRONGPASS: ['it does not accept the user or password', 'Correct the address.'],
};

/**
 * `trouble` is what the last attempt to connect ended with; `setting` is what leads there. Without the user and password of the
 * address.
 */
export function describeUnreachable({ host, port }: Place, trouble: string, setting = 'the address'): string {
  const isRefused = /^(WRONGPASS|NOAUTH|ERR AUTH|NOPERM)/.test(trouble);
  const told = isRefused
    ? `Redis at ${host}:${port} does not accept the user or password of ${setting}`
    : `Redis cannot be reached yet at ${host}:${port}`;
  const next = isRefused ? `Correct ${setting}.` : `Check ${setting} and the server.`;
  return `${told} (${withoutStop(trouble)}). ${next}`;
}

/** `reason` is what a command ended with, in Redis's words or in ours. */
export function describeRefusal({ host, port }: Place, reason: string): string {
  const refusal = refusalOf(reason);
  const told = refusal ? `${refusal[0]} (${withoutStop(reason)})` : withoutStop(reason);
  const next = refusal?.[1] ?? 'Check the server and its log, then try again.';
  return `Redis at ${host}:${port} did not do what was asked: ${told}. ${next}`;
}

/** Why Redis refuses and what to do, for a reason that is known. */
export function refusalOf(reason: string): readonly [why: string, next: string] | undefined {
  // What a user may not do in a script is refused in words of its own, and that copies are missing is said in ours.
  if (/^ERR The user executing the script/.test(reason)) return REFUSALS['NOPERM'];
  if (/replicas have it$/.test(reason)) return REFUSALS['NOREPLICAS'];
  const [word = ''] = reason.split(' ', 1);
  return Object.hasOwn(REFUSALS, word) ? REFUSALS[word] : undefined;
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
