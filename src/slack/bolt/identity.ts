import type { WebClient } from '@slack/web-api';
import { singleFlight } from '#lib/async.ts';

export class OrgWideInstall extends Error {
  override name = 'OrgWideInstall';
  constructor() {
    super(
      'The Slack app is installed for a whole Enterprise organisation, but Teller serves one workspace. Install the app in that workspace only, set its SLACK_BOT_TOKEN, then restart Teller.',
    );
  }
}

/** `url`: the workspace's, with a slash at its end. `scopes`: undefined when Slack did not say. */
async function askIdentity(client: WebClient) {
  const { response_metadata: more, ...answer } = await client.auth.test();
  const { team_id: teamId, user_id: botUserId, bot_id: botId = '', user: name = 'Teller', url } = answer;
  if (answer.is_enterprise_install) throw new OrgWideInstall();
  if (!teamId || !botUserId) throw new Error('auth.test did not say who the bot is');
  return { teamId, botUserId, botId, name, team: answer.team ?? teamId, url, scopes: more?.scopes };
}

export type BotIdentity = ReturnType<typeof createBotIdentity>;

/** Asked when first needed and then remembered, so that Teller starts while Slack is down. */
export function createBotIdentity(client: WebClient) {
  let identity: Awaited<ReturnType<typeof askIdentity>> | undefined;
  let isCurrent = false;
  const identify = singleFlight(async () => {
    if (!identity || !isCurrent) identity = await askIdentity(client);
    isCurrent = true;
    return identity;
  });
  return {
    identify,
    known: () => identity,
    /** Undefined while Slack does not say who the bot is. Never rejects. */
    async urlOf(channel: string, ts: string, threadTs?: string): Promise<string | undefined> {
      const { url } = await identify().catch(() => ({ url: undefined }));
      const thread = threadTs ? `?thread_ts=${threadTs}&cid=${channel}` : '';
      return url && `${url}archives/${channel}/p${ts.replace('.', '')}${thread}`;
    },
    /** After a failure that a revoked token may have caused. */
    recheck(): void {
      isCurrent = false;
    },
  };
}

export function botMention({ known }: Pick<BotIdentity, 'known'>): string {
  return `@${known()?.name ?? 'Teller'}`;
}

/** Those of manifest.yml. */
export const BOT_SCOPES = [
  ...'app_mentions:read channels:history channels:read chat:write commands files:read files:write'.split(' '),
  ...'groups:history groups:read im:history im:read im:write usergroups:read users:read'.split(' '),
];

/** Only /pay bulk needs files:read, and only user groups (S…) in the settings need usergroups:read. */
export function missingScopes(
  granted: readonly string[],
  settings: { allowedUsergroups: readonly string[]; approverUsergroups: readonly string[] },
) {
  const named = [...settings.allowedUsergroups, ...settings.approverUsergroups];
  const namesGroups = named.some((id) => id.startsWith('S'));
  const missing = BOT_SCOPES.filter((scope) => !granted.includes(scope));
  return {
    needed: missing.filter((scope) => scope !== 'files:read' && (scope !== 'usergroups:read' || namesGroups)),
    withoutBulk: missing.includes('files:read'),
  };
}

export function describeNeededScopes({ needed }: { readonly needed: readonly string[] }): string | undefined {
  if (needed.length === 0) return undefined;
  const scopes = needed.length === 1 ? 'the scope' : 'the scopes';
  return `SLACK_BOT_TOKEN is missing ${scopes} ${needed.join(', ')}. Paste the current manifest.yml into the Slack app, then install it again.`;
}
