// Why a call to Slack failed, in words for whoever runs Teller: the setting, scope, host or block, and what to do.
import { RespondError } from '@slack/bolt';
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRequestError } from '@slack/web-api';
import { z } from 'zod';
import { describeNetworkFailure } from '#lib/network-failure.ts';
import { APP_FAULT_CODES, WORKSPACE_SHUT_CODES } from './error-codes.ts';
import { OrgWideInstall } from './identity.ts';

/**
 * Undefined when the failure has nothing to do with settings, the way to Slack, or the form of what was sent. `token` is the
 * setting whose token the call carried; `apiUrl` is SLACK_API_URL.
 */
export function describeSlackFailure(
  error: unknown,
  call: { token: 'SLACK_BOT_TOKEN' | 'SLACK_APP_TOKEN'; apiUrl: string },
): string | undefined {
  if (error instanceof OrgWideInstall) return error.message;
  const { host } = new URL(call.apiUrl);
  if (error instanceof WebAPIRequestError)
    return `Slack at ${host} can’t be reached: ${describeNetworkFailure(error.original)}. Check the network, and SLACK_API_URL if it’s set.`;
  if (error instanceof WebAPIHTTPError)
    return `${host} answered HTTP ${error.statusCode}, which Slack doesn’t. Check Slack’s status page, and SLACK_API_URL if it’s set.`;
  if (!(error instanceof WebAPIPlatformError)) return undefined;
  const { error: code, needed } = error.data as { error: string; needed?: string };
  // The client puts the whole text here when the answer is not JSON.
  if (!/^\w+$/.test(code))
    return `${host} didn’t answer like Slack. Check whether a proxy answers instead, and SLACK_API_URL if it’s set.`;
  if (code === 'missing_scope') return lacksScope(call.token, needed);
  if (WORKSPACE_SHUT_CODES.has(code))
    return `Slack has shut this workspace for Teller (${code}). Contact the workspace’s administrator. Pending messages are posted later.`;
  if (APP_FAULT_CODES.has(code)) return `Slack rejects ${call.token} (${code}). ${WHERE[call.token]}`;
  const faults = faultsIn(error.data);
  return faults
    ? `Slack refused Teller’s message (${code}): ${faults}. Report it with this line.`
    : undefined;
}

/** True when Slack has refused a message or a window, and shows nothing of it, because it could not fetch a picture in it. */
export function isPictureRefused(error: unknown): boolean {
  // Of the answer of a response_url the client keeps the status only, which is 400 when blocks are refused.
  if (error instanceof RespondError) return error.statusCode === 400;
  if (error instanceof WebAPIPlatformError)
    return (
      ['invalid_blocks', 'invalid_arguments'].includes(error.data.error) && /image/.test(faultsIn(error.data))
    );
  return error instanceof Error && error.cause !== undefined && isPictureRefused(error.cause);
}

/** The scope for want of which Slack refused the call; undefined when it was not that. */
export function missingScope(error: unknown): string | undefined {
  if (!(error instanceof WebAPIPlatformError) || error.data.error !== 'missing_scope') return undefined;
  return NEEDED.safeParse(error.data).data?.needed ?? 'it needs';
}

const NEEDED = z.object({ needed: z.string() });

const MAX_FAULTS = 5;
const MAX_FAULT_LENGTH = 200;

/** What an answer such as `invalid_blocks` says beside its code: a text or an object for each fault (Slack, Block Kit). */
const ANSWER = z.object({
  errors: z.array(z.unknown()).catch([]),
  response_metadata: z.object({ messages: z.array(z.unknown()).catch([]) }).catch({ messages: [] }),
});
const FAULT = z.union([
  z.string(),
  z
    .object({ pointer: z.string().optional(), code: z.string().optional(), message: z.string().optional() })
    .transform(({ pointer, code, message }) => [pointer, code, message].filter(Boolean).join(' ')),
]);

/** '' when there are none. */
function faultsIn(answer: unknown): string {
  const { errors, response_metadata: more } = ANSWER.parse(answer);
  return (errors.length > 0 ? errors : more.messages)
    .map((fault) => (FAULT.safeParse(fault).data ?? '').slice(0, MAX_FAULT_LENGTH))
    .filter(Boolean)
    .slice(0, MAX_FAULTS)
    .join('; ');
}

const WHERE = {
  SLACK_BOT_TOKEN:
    'Copy the Bot User OAuth Token from the app’s “OAuth & Permissions” page, then restart Teller.',
  SLACK_APP_TOKEN:
    'Generate an app-level token with the scope connections:write on the app’s “Basic Information” page, then restart Teller.',
};

function lacksScope(token: 'SLACK_BOT_TOKEN' | 'SLACK_APP_TOKEN', needed = 'it needs'): string {
  return token === 'SLACK_APP_TOKEN'
    ? `SLACK_APP_TOKEN is missing the scope connections:write. ${WHERE.SLACK_APP_TOKEN}`
    : `SLACK_BOT_TOKEN is missing the scope ${needed}. Paste the current manifest.yml into the Slack app, then install it again.`;
}
