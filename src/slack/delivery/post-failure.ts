// What kept a message from standing in Slack, and whose fault that is: ours, the place's, or nobody knows.
import type { Posted } from './outbound.ts';

export type PostFailure = Exclude<Posted, { done: true }>;

/** Refusals that have to do with us and not with the place; trying again helps once somebody has mended them. */
const OUR_FAULTS = new Set([
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'missing_scope',
]);

/** Slack's ways of saying that the bot cannot post there any more. */
const GONE = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'is_inactive',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_only_channel',
]);

/** True when trying the same again would be refused again. */
export function isFinal(problem: PostFailure): boolean {
  return problem.why === 'refused' && !OUR_FAULTS.has(problem.code);
}

/** True when it is the channel that is archived, deleted, or closed to the bot. */
export function isChannelGone(problem: PostFailure): boolean {
  return problem.why === 'refused' && GONE.has(problem.code);
}

export function errorIn(problem: PostFailure): unknown {
  return 'error' in problem ? problem.error : undefined;
}
