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
  'not_allowed_token_type',
  'team_access_not_granted',
]);

/** Asked too often: what HTTP 429 says, in an answer without it. */
export const LIMITED_CODES: ReadonlySet<string> = new Set(['ratelimited', 'rate_limited']);

/** Slack takes nothing in the whole workspace, until it has moved or whoever administers it has seen to that. */
export const WORKSPACE_SHUT_CODES: ReadonlySet<string> = new Set([
  'org_login_required',
  'accesslimited',
  'message_limit_exceeded',
  'two_factor_setup_required',
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
 * They say something lasting about one channel, thread, person or message, so the same call would be refused again. A code that
 * stands in no list may say anything, and is tried again (isFinal in delivery/post-failure.ts).
 */
export const LASTING_CODES: ReadonlySet<string> = new Set([
  ...CHANNEL_GONE_CODES,
  ...MESSAGE_GONE_CODES,
  'no_permission',
  'method_not_supported_for_channel_type',
  'restricted_action_non_threadable_channel',
  'restricted_action_thread_locked',
  'cannot_reply_to_message',
  'cant_update_message',
  'edit_window_closed',
  'user_not_found',
  'users_not_found',
  'user_not_visible',
  'user_not_in_channel',
  'user_disabled',
  'cannot_dm_bot',
  'messages_tab_disabled',
  'no_text',
  'msg_too_long',
  'msg_blocks_too_long',
  'invalid_arguments',
  'invalid_attachments',
  'invalid_blocks',
  'invalid_blocks_format',
  'invalid_metadata_format',
  'invalid_metadata_schema',
  'metadata_too_large',
  'parameter_validation_failed',
  'file_uploads_disabled',
  'file_uploads_except_images_disabled',
  'file_upload_size_restricted',
  'storage_limit_reached',
  'blocked_file_type',
  'slack_connect_blocked_file_type',
  'posting_to_channel_denied',
]);

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
