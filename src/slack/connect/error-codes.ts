// Error codes of Slack's Web API (`{ok: false, error}`), by what they mean for a call of ours.

/** Slack does not say whether the call was carried out. */
export const UNCERTAIN_CODES: ReadonlySet<string> = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** The app's token or scopes are wrong, not the place: the same call works once an operator has corrected that. */
export const APP_FAULT_CODES: ReadonlySet<string> = new Set([
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'missing_scope',
]);

/** functions.complete…: the run has ended, or Slack has forgotten it. */
export const RUN_OVER_CODES: ReadonlySet<string> = new Set([
  'execution_not_in_running_state',
  'function_execution_not_found',
]);

/** The bot can no longer post in the channel. */
export const CHANNEL_GONE_CODES: ReadonlySet<string> = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'is_inactive',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_only_channel',
]);

/** Somebody has deleted the message, or the one that begins the thread. */
export const MESSAGE_GONE_CODES: ReadonlySet<string> = new Set(['message_not_found', 'thread_not_found']);

/**
 * conversations.info for a channel that the bot is not in. A private one does not exist for it, and for group direct
 * messages it has no scope.
 */
export const NO_ACCESS_CODES: ReadonlySet<string> = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'missing_scope',
]);
