// Checks the Slack app: whether its tokens work, which scopes they have, and whether Slack knows the people and groups of the settings.
import { type Diagnosis, good, warning, wrong, wrongAsSaid } from '#lib/diagnosis.ts';
import { createSlackClients, isOfSlack } from '#slack/bolt/clients.ts';
import { describeSlackFailure } from '#slack/bolt/errors.ts';
import { createBotIdentity, describeNeededScopes, missingScopes } from '#slack/bolt/identity.ts';
import { inspectPeople } from './people.ts';
import { as, type Checked } from './teller-at.ts';

type Settings = {
  readonly slack: {
    readonly botToken: string;
    readonly appToken: string | undefined;
    readonly apiUrl: string;
  };
  readonly allowedUsergroups: readonly string[];
  readonly approverUsergroups: readonly string[];
};

/** What cannot be asked while the bot token is not good has no line. */
export async function inspectSlack({ slack, ...settings }: Settings): Promise<Checked[]> {
  const client = clientOf(slack.botToken, slack.apiUrl);
  const failed = (error: unknown) => whatFailed(error, 'SLACK_BOT_TOKEN', slack.apiUrl);
  const elsewhere = as('Slack token', hostOf(slack.apiUrl));
  try {
    const { name, team, scopes, teamId } = await createBotIdentity(client).identify();
    const people = await inspectPeople({ client, teamId, ...settings }).catch((error: unknown) => [
      failed(error),
    ]);
    return [
      ...as('Slack token', [good(`The token works: @${name} in ${team}.`)]),
      ...elsewhere,
      ...as('Slack scopes', scopesOf(scopes, settings)),
      ...as('People', people),
    ];
  } catch (error) {
    return [...as('Slack token', [failed(error)]), ...elsewhere];
  }
}

/** Asks for an address for a socket and does not open it. In HTTP mode there is nothing to ask. */
export async function inspectSocketMode({ slack }: Pick<Settings, 'slack'>): Promise<Checked[]> {
  const { appToken, apiUrl } = slack;
  if (appToken === undefined)
    return as('Socket Mode', [
      good(
        'Not used: SLACK_APP_TOKEN isn’t set, so Slack calls Teller over HTTP. Type /pay in Slack to check SLACK_SIGNING_SECRET.',
      ),
    ]);
  try {
    const client = clientOf(appToken, apiUrl);
    await client.apps.connections.open();
    return as('Socket Mode', [good('Slack accepts SLACK_APP_TOKEN.')]);
  } catch (error) {
    return as('Socket Mode', [whatFailed(error, 'SLACK_APP_TOKEN', apiUrl)]);
  }
}

function clientOf(token: string, apiUrl: string) {
  const reporter = { error: () => '', warn: () => {} };
  return createSlackClients({ token, apiUrl, reporter, limited: () => {} }).interaction;
}

function whatFailed(error: unknown, token: 'SLACK_BOT_TOKEN' | 'SLACK_APP_TOKEN', apiUrl: string): Diagnosis {
  const text = describeSlackFailure(error, { token, apiUrl });
  if (text !== undefined) return wrongAsSaid(text);
  const reason = error instanceof Error ? error.message : String(error);
  return wrong(`Slack refused the check (${reason}).`, 'Check Slack’s status page and try again.');
}

function hostOf(apiUrl: string): Diagnosis[] {
  const url = new URL(apiUrl);
  if (isOfSlack(url)) return [];
  return [
    warning(
      `SLACK_API_URL isn’t Slack’s: the bot token and every message go to ${url.host}.`,
      'Unset SLACK_API_URL unless this is intended.',
    ),
  ];
}

function scopesOf(scopes: readonly string[] | undefined, settings: Parameters<typeof missingScopes>[1]) {
  if (scopes === undefined)
    return [warning('Slack didn’t list the token’s scopes.', 'Compare the app’s scopes with manifest.yml.')];
  const missing = missingScopes(scopes, settings);
  const needed = describeNeededScopes(missing);
  if (needed !== undefined) return [wrongAsSaid(needed)];
  if (!missing.withoutBulk) return [good('The token has every scope it needs.')];
  return [
    warning(
      'The optional scope files:read is missing. Only /pay bulk needs it.',
      `To use /pay bulk, allow files:read when you install the app again.`,
    ),
  ];
}
