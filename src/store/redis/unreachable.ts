// Why Redis cannot be used, in words for whoever runs Teller: Redis's own words, in brackets, do not say what to do.
import type { RedisAddress } from './address.ts';

type Server = Pick<RedisAddress, 'host' | 'port'>;

/** By the word with which Redis begins a refusal (redis.io/docs, "Error replies"): why, and what to do. */
const REFUSALS: Readonly<Record<string, readonly [why: string, next: string]>> = {
  BUSY: ['a script blocks it', 'Check which other programs use it, then try again.'],
  CLUSTERDOWN: ['its cluster doesn’t serve all slots', 'Check CLUSTER INFO, then try again.'],
  LOADING: ['it’s still loading its data', 'Wait, then try again.'],
  MASTERDOWN: ['it’s a replica without its primary', 'Point the address to the primary.'],
  MISCONF: ['it can’t write to its disk', 'Check its disk and log, then try again.'],
  NOAUTH: ['it rejects the user or password', 'Correct the address.'],
  NOPERM: ['its user isn’t allowed to', 'Give that user all rights to Teller’s keys.'],
  NOREPLICAS: ['it has too few replicas', 'Start them, then try again.'],
  OOM: ['its memory is full', 'Give it more memory, then try again.'],
  READONLY: ['it’s a read-only replica', 'Point the address to its primary.'],
  WRONGPASS: ['it rejects the user or password', 'Correct the address.'],
};

/** `trouble` is what the last attempt to connect ended with; `setting` is what has the address. Without its user and password. */
export function describeUnreachable({ host, port }: Server, trouble: string, setting = 'the address') {
  const isRefused = /^(WRONGPASS|NOAUTH|ERR AUTH|NOPERM)/.test(trouble);
  const fault = isRefused
    ? `Redis at ${host}:${port} rejects the user or password in ${setting}`
    : `Redis can’t be reached at ${host}:${port}`;
  const next = isRefused ? `Correct ${setting}.` : `Check ${setting} and the server.`;
  return `${fault} (${trouble.replace(/\.$/, '')}). ${next}`;
}

/** `reason` is what a command ended with, in Redis's words or in ours. */
export function describeRefusal({ host, port }: Server, reason: string): string {
  const said = reason.replace(/\.$/, '');
  const [why, next] = refusalOf(reason) ?? [undefined, 'Check the server and its log, then try again.'];
  return `Redis at ${host}:${port} refused: ${why === undefined ? said : `${why} (${said})`}. ${next}`;
}

/** Whether Redis, or what waits for its replicas, has said no. Every other `reason` leaves open whether the command was done. */
export function isRefusal(reason: string): boolean {
  return /^[A-Z]+ |replicas have it$/.test(reason);
}

/** Why Redis refuses and what to do, for a reason that is known. */
export function refusalOf(reason: string): readonly [why: string, next: string] | undefined {
  // What a user may not do in a script is refused in words of its own, and that copies are missing is said in ours.
  if (/^ERR The user executing the script/.test(reason)) return REFUSALS['NOPERM'];
  if (/replicas have it$/.test(reason)) return REFUSALS['NOREPLICAS'];
  const [word = ''] = reason.split(' ', 1);
  return Object.hasOwn(REFUSALS, word) ? REFUSALS[word] : undefined;
}
