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
    return `Slack at ${host} cannot be reached: ${describeNetworkFailure(error.original)}. Check the way out to the internet, and SLACK_API_URL if it is set.`;
  if (error instanceof WebAPIHTTPError)
    return `${host} answered HTTP ${error.statusCode}, which is not what Slack does. Check SLACK_API_URL if it is set, and Slack's status page.`;
  if (!(error instanceof WebAPIPlatformError)) return undefined;
  const { error: code, needed } = error.data as { error: string; needed?: string };
  // The client puts the whole text here when the answer is not JSON.
  if (!/^\w+$/.test(code))
    return `${host} answered with something that is not Slack's. Check SLACK_API_URL if it is set, and whether a proxy answers in its place.`;
  if (code === 'missing_scope') return lacksScope(call.token, needed);
  if (WORKSPACE_SHUT_CODES.has(code))
    return `Slack takes nothing from Teller in this workspace for now (${code}). Ask whoever administers the workspace. What waits is posted when Slack takes it.`;
  if (APP_FAULT_CODES.has(code)) return `Slack does not accept ${call.token} (${code}). ${WHERE[call.token]}`;
  const faults = faultsIn(error.data);
  return faults
    ? `Slack does not take what Teller sent (${code}): ${faults}. Report it with the line.`
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
  return NEEDED.safeParse(error.data).data?.needed ?? 'that it needs';
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
    'Copy the Bot User OAuth Token from the app’s page “OAuth & Permissions”, and restart Teller.',
  SLACK_APP_TOKEN:
    'Generate an app-level token with the scope connections:write on the app’s page “Basic Information”, and restart Teller.',
};

function lacksScope(token: 'SLACK_BOT_TOKEN' | 'SLACK_APP_TOKEN', needed = 'that it needs'): string {
  return token === 'SLACK_APP_TOKEN'
    ? `SLACK_APP_TOKEN lacks the scope connections:write. ${WHERE.SLACK_APP_TOKEN}`
    : `SLACK_BOT_TOKEN lacks the scope ${needed}. Paste the present manifest.yml into the Slack app, and install the app again.`;
}
