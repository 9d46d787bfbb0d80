import { RespondError } from '@slack/bolt';
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { describeNetworkFailure } from '#lib/network-failure.ts';
import { describeNeededScopes, OrgWideInstall } from './identity.ts';

function codes(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Slack does not say whether the call was carried out. */
const UNCERTAIN = codes('internal_error fatal_error service_unavailable request_timeout team_added_to_org');
/** An operator can correct these. */
export const APP_FAULT_CODES = codes(`
  invalid_auth not_authed token_revoked token_expired account_inactive
  missing_scope not_allowed_token_type team_access_not_granted
`);
/** Slack takes nothing in the whole workspace for now. */
const SHUT = codes('org_login_required accesslimited message_limit_exceeded two_factor_setup_required');
/** functions.complete…: the run has ended, or Slack has forgotten it. */
export const RUN_OVER_CODES = codes('execution_not_in_running_state function_execution_not_found');
export const CHANNEL_GONE_CODES = codes(`
  channel_not_found not_in_channel is_archived is_inactive
  restricted_action restricted_action_read_only_channel restricted_action_thread_only_channel
`);
const MESSAGE_GONE = codes('message_not_found thread_not_found');
/** The same call would be refused again. */
const LASTING: ReadonlySet<string> = new Set([
  ...CHANNEL_GONE_CODES,
  ...MESSAGE_GONE,
  ...codes(`
    no_permission method_not_supported_for_channel_type posting_to_channel_denied
    restricted_action_non_threadable_channel restricted_action_thread_locked cannot_reply_to_message
    cant_update_message edit_window_closed
    user_not_found users_not_found user_not_visible user_not_in_channel user_disabled
    cannot_dm_bot messages_tab_disabled
    no_text msg_too_long msg_blocks_too_long invalid_arguments invalid_attachments
    invalid_blocks invalid_blocks_format parameter_validation_failed
    invalid_metadata_format invalid_metadata_schema metadata_too_large
    file_uploads_disabled file_uploads_except_images_disabled file_upload_size_restricted
    storage_limit_reached blocked_file_type slack_connect_blocked_file_type
  `),
]);

export type PostFailure =
  | { readonly status: 'rate_limited'; readonly retryAfterMs: number }
  /** The answer was lost or unreadable: the message may be there. */
  | { readonly status: 'unknown'; readonly error: unknown }
  | { readonly status: 'refused'; readonly code: string; readonly error: unknown };

/** A message that Slack refuses for a reason which may end is tried for this long. */
export const GIVE_UP_MS = 24 * 60 * 60_000;
const WAIT: PostFailure = { status: 'rate_limited', retryAfterMs: 5_000 };

export function postFailureOf(error: unknown): PostFailure {
  if (error instanceof WebAPIRateLimitedError)
    return { status: 'rate_limited', retryAfterMs: error.retryAfter * 1_000 };
  if (error instanceof WebAPIPlatformError) {
    const code = error.data.error;
    if (code === 'ratelimited' || code === 'rate_limited') return WAIT;
    // A proxy's web page in place of an answer reaches us as an error whose code is the page.
    if (/^[a-z0-9_]+$/.test(code) && !UNCERTAIN.has(code)) return { status: 'refused', code, error };
  }
  if (error instanceof WebAPIHTTPError || error instanceof RespondError) {
    if (error.statusCode === 429) return WAIT;
    // The client keeps only the status when Slack refuses an answer through a response_url.
    if (error instanceof RespondError && error.statusCode < 500)
      return { status: 'refused', code: `HTTP ${error.statusCode}`, error };
  }
  return { status: 'unknown', error };
}

/** Whether to give the message up, which never happens while the app is at fault or the workspace is shut. */
export function isFinal(failure: PostFailure, triedForMs: number): boolean {
  if (failure.status !== 'refused' || APP_FAULT_CODES.has(failure.code)) return false;
  return LASTING.has(failure.code) || (triedForMs > GIVE_UP_MS && !SHUT.has(failure.code));
}

export function isChannelGone(failure: PostFailure): boolean {
  return failure.status === 'refused' && CHANNEL_GONE_CODES.has(failure.code);
}

export function isMessageGone(failure: PostFailure): boolean {
  return failure.status === 'refused' && MESSAGE_GONE.has(failure.code);
}

export function errorIn(failure: PostFailure): unknown {
  return failure.status === 'rate_limited' ? undefined : failure.error;
}

export function readersUnknown(): Extract<PostFailure, { status: 'unknown' }> {
  return { status: 'unknown', error: new Error('Slack did not say who reads the channel') };
}

export function stillUnknown(failure: PostFailure): PostFailure {
  return { status: 'unknown', error: errorIn(failure) };
}

export function hasCode(error: unknown, expected: ReadonlySet<string>): boolean {
  return error instanceof WebAPIPlatformError && expected.has(error.data.error);
}

export function missingScope(error: unknown): string | undefined {
  if (!(error instanceof WebAPIPlatformError) || error.data.error !== 'missing_scope') return undefined;
  const { needed } = error.data as { needed?: unknown };
  return typeof needed === 'string' ? needed : 'it needs';
}

/** Slack refuses a whole message or window when it cannot fetch a picture in it. */
export function isPictureRefused(error: unknown): boolean {
  // A response_url answers 400 when blocks are refused.
  if (error instanceof RespondError) return error.statusCode === 400;
  if (error instanceof WebAPIPlatformError)
    return /^invalid_(blocks|arguments)$/.test(error.data.error) && /image/.test(faultsIn(error.data));
  return error instanceof Error && error.cause !== undefined && isPictureRefused(error.cause);
}

const NEW_TOKEN = {
  SLACK_BOT_TOKEN:
    'Copy the Bot User OAuth Token from the app’s “OAuth & Permissions” page, then restart Teller.',
  SLACK_APP_TOKEN:
    'Generate an app-level token with the scope connections:write on the app’s “Basic Information” page, then restart Teller.',
};

/** For whoever runs Teller; undefined unless the settings, the way to Slack or the message's form are at fault. */
export function describeSlackFailure(
  error: unknown,
  { token, apiUrl }: { token: keyof typeof NEW_TOKEN; apiUrl: string },
): string | undefined {
  if (error instanceof OrgWideInstall) return error.message;
  const { host } = new URL(apiUrl);
  if (error instanceof WebAPIRequestError)
    return `Slack at ${host} can’t be reached: ${describeNetworkFailure(error.original)}. Check the network, and SLACK_API_URL if it’s set.`;
  if (error instanceof WebAPIHTTPError)
    return `${host} answered HTTP ${error.statusCode}, which Slack doesn’t. Check Slack’s status page, and SLACK_API_URL if it’s set.`;
  if (!(error instanceof WebAPIPlatformError)) return undefined;
  const code = error.data.error;
  // The client puts the whole text here when the answer is not JSON.
  if (!/^\w+$/.test(code))
    return `${host} didn’t answer like Slack. Check whether a proxy answers instead, and SLACK_API_URL if it’s set.`;
  const scope = missingScope(error);
  if (scope !== undefined)
    return token === 'SLACK_BOT_TOKEN'
      ? describeNeededScopes({ needed: [scope] })
      : `SLACK_APP_TOKEN is missing the scope connections:write. ${NEW_TOKEN.SLACK_APP_TOKEN}`;
  if (SHUT.has(code))
    return `Slack has shut this workspace for Teller (${code}). Contact the workspace’s administrator. Pending messages are posted later.`;
  if (APP_FAULT_CODES.has(code)) return `Slack rejects ${token} (${code}). ${NEW_TOKEN[token]}`;
  const faults = faultsIn(error.data);
  if (!faults) return undefined;
  return `Slack refused Teller’s message (${code}): ${faults}. Report it with this line.`;
}

function faultsIn(answer: object): string {
  const { errors, response_metadata: more } = answer as { errors?: unknown; response_metadata?: unknown };
  const lists: unknown[][] = [errors, Object(more).messages].filter(Array.isArray);
  return (lists.find(({ length }) => length > 0) ?? [])
    .map((fault) => {
      if (typeof fault === 'string') return fault;
      const { pointer, code, message } = Object(fault) as Record<string, unknown>;
      return [pointer, code, message].filter((part) => typeof part === 'string' && part !== '').join(' ');
    })
    .filter(Boolean)
    .map((fault) => fault.slice(0, 200))
    .slice(0, 5)
    .join('; ');
}
