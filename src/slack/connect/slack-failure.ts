// Why a call to Slack failed, in words for whoever runs Teller: the setting, scope or host, and what to do.
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRequestError } from '@slack/web-api';
import { describeNetworkFailure } from '#lib/network-failure.ts';
import { APP_FAULT_CODES } from './error-codes.ts';

/**
 * Undefined when the failure has nothing to do with settings or with the way to Slack. `token` is the setting whose token
 * the call carried; `apiUrl` is SLACK_API_URL.
 */
export function describeSlackFailure(
  error: unknown,
  call: { token: 'SLACK_BOT_TOKEN' | 'SLACK_APP_TOKEN'; apiUrl: string },
): string | undefined {
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
  return APP_FAULT_CODES.has(code) || code === 'not_allowed_token_type'
    ? `Slack does not accept ${call.token} (${code}). ${WHERE[call.token]}`
    : undefined;
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
