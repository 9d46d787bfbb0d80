// Why a message is not in Slack, or may not be: read from the error of the Web API call.
import { RespondError } from '@slack/bolt';
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError } from '@slack/web-api';
import {
  APP_FAULT_CODES,
  CHANNEL_GONE_CODES,
  LASTING_CODES,
  LIMITED_CODES,
  MESSAGE_GONE_CODES,
  UNCERTAIN_CODES,
  WORKSPACE_SHUT_CODES,
} from '#slack/connect/error-codes.ts';

export type PostFailure =
  /** Slack asks to wait; nothing was posted. */
  | { readonly status: 'rate_limited'; readonly retryAfterMs: number }
  /** The answer was lost or unreadable: the message may be there. */
  | { readonly status: 'unknown'; readonly error: unknown }
  /** Slack refused, with its own code; nothing was posted. */
  | { readonly status: 'refused'; readonly code: string; readonly error: unknown };

/** When a 429 does not say how long. */
const DEFAULT_RETRY_MS = 5_000;

/** For so long a message is tried that Slack refuses for a reason which may end. */
export const GIVE_UP_MS = 24 * 60 * 60_000;

/** `error` is what a call of the Web API, or an answer through a response_url, rejected with. */
export function postFailureOf(error: unknown): PostFailure {
  if (error instanceof WebAPIRateLimitedError)
    return { status: 'rate_limited', retryAfterMs: error.retryAfter * 1_000 };
  if ((error instanceof WebAPIHTTPError || error instanceof RespondError) && error.statusCode === 429)
    return { status: 'rate_limited', retryAfterMs: DEFAULT_RETRY_MS };
  // Of an answer that Slack refused there is the status only.
  if (error instanceof RespondError && error.statusCode < 500)
    return { status: 'refused', code: `HTTP ${error.statusCode}`, error };
  if (error instanceof WebAPIPlatformError && isRefusal(error.data.error)) {
    const code = error.data.error;
    if (LIMITED_CODES.has(code)) return { status: 'rate_limited', retryAfterMs: DEFAULT_RETRY_MS };
    return { status: 'refused', code, error };
  }
  return { status: 'unknown', error };
}

/** A proxy's web page in place of an answer reaches us as an error whose code is the page. */
function isRefusal(code: string): boolean {
  return /^[a-z0-9_]+$/.test(code) && !UNCERTAIN_CODES.has(code);
}

/**
 * True when it is not to be tried again, because Slack has refused it for something that lasts, or with a code that says nothing of
 * that for longer than GIVE_UP_MS. While Slack takes nothing at all, it is never given up. `triedForMs`: since it was to be posted.
 */
export function isFinal(failure: PostFailure, triedForMs: number): boolean {
  if (failure.status !== 'refused' || APP_FAULT_CODES.has(failure.code)) return false;
  return (
    LASTING_CODES.has(failure.code) || (triedForMs > GIVE_UP_MS && !WORKSPACE_SHUT_CODES.has(failure.code))
  );
}

/** True when the channel is archived, deleted, or closed to the bot. */
export function isChannelGone(failure: PostFailure): boolean {
  return failure.status === 'refused' && CHANNEL_GONE_CODES.has(failure.code);
}

/** True when the message that was to be edited, or the one that begins the thread, was deleted. */
export function isMessageGone(failure: PostFailure): boolean {
  return failure.status === 'refused' && MESSAGE_GONE_CODES.has(failure.code);
}

export function errorIn(failure: PostFailure): unknown {
  return failure.status === 'rate_limited' ? undefined : failure.error;
}

/** Nothing was posted, because Slack did not say who would read it (access/who-reads.ts). */
export function readersUnknown(): Extract<PostFailure, { status: 'unknown' }> {
  return { status: 'unknown', error: new Error('Slack did not say who reads the channel') };
}

/** After a failure to find out what is already posted: it stays unknown, whatever the failure itself was. */
export function stillUnknown(failure: PostFailure): PostFailure {
  return { status: 'unknown', error: errorIn(failure) };
}
