// Looks at the Slack app: whether its tokens are good, what it may do, and whether the people and groups of the settings can act.
import { type Diagnosis, good, warning, wrong, wrongAsSaid } from '#lib/diagnosis.ts';
import { createSlackClients } from '#slack/connect/clients.ts';
import { createBotIdentity } from '#slack/connect/identity.ts';
import { describeNeededScopes, missingScopes, RENEW_SCOPES } from '#slack/connect/scopes.ts';
import { describeSlackFailure } from '#slack/connect/slack-failure.ts';
import { isOfSlack } from '#slack/connect/slack-hosts.ts';
import { as, type Checked } from './checked.ts';
import { inspectPeople } from './people.ts';

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
      ...as('Slack token', [good(`Slack knows it as @${name} in ${team}.`)]),
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
        'Not used, as SLACK_APP_TOKEN is not set: Slack calls Teller. Whether SLACK_SIGNING_SECRET is right shows when somebody types /pay.',
      ),
    ]);
  try {
    const client = clientOf(appToken, apiUrl);
    await client.apps.connections.open();
    return as('Socket Mode', [good('Slack lets Teller open a connection.')]);
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
  return wrong(`Slack refused the question (${reason}).`, 'Look at Slack’s status page, and try again.');
}

function hostOf(apiUrl: string): Diagnosis[] {
  const url = new URL(apiUrl);
  if (isOfSlack(url)) return [];
  return [
    warning(
      `SLACK_API_URL is not Slack's: the bot token and every message go to ${url.host}.`,
      'Leave SLACK_API_URL out, unless you mean it.',
    ),
  ];
}

function scopesOf(scopes: readonly string[] | undefined, settings: Parameters<typeof missingScopes>[1]) {
  if (scopes === undefined)
    return [
      warning(
        'Slack did not say what the token may do.',
        'Compare the app’s scopes with manifest.yml yourself.',
      ),
    ];
  const missing = missingScopes(scopes, settings);
  const needed = describeNeededScopes(missing);
  if (needed !== undefined) return [wrongAsSaid(needed)];
  if (!missing.withoutBulk) return [good('The token has every scope of manifest.yml that is needed.')];
  return [
    warning(
      'The token lacks the scope files:read, so /pay bulk takes no file; all the rest works.',
      `Leave it so if nobody sends many at once. Otherwise: ${RENEW_SCOPES}`,
    ),
  ];
}
