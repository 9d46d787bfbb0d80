// Who the bot is in Slack. Asked when first needed and then remembered, so that Teller starts while Slack is down.
import type { WebClient } from '@slack/web-api';
import { singleFlight } from '#lib/async.ts';

type Identity = {
  readonly teamId: string;
  readonly botUserId: string;
  readonly botId: string;
  readonly name: string;
  /** The workspace's name. */
  readonly team: string;
  /** The workspace's address, with a slash at its end. */
  readonly url: string | undefined;
  /** The scopes of the token; undefined when Slack did not say. */
  readonly scopes: readonly string[] | undefined;
};

/** The token is that of a whole Enterprise organisation, and Teller asks and answers for one workspace. */
export class OrgWideInstall extends Error {
  override name = 'OrgWideInstall';
  constructor() {
    super(
      'The Slack app is installed for a whole Enterprise organisation, but Teller serves one workspace. Install the app in that workspace only, set its SLACK_BOT_TOKEN, then restart Teller.',
    );
  }
}

export type BotIdentity = ReturnType<typeof createBotIdentity>;

export function createBotIdentity(client: WebClient) {
  let identity: Identity | undefined;
  let isCurrent = false;
  const identify = singleFlight(async () => {
    if (identity && isCurrent) return identity;
    const { response_metadata: more, ...answer } = await client.auth.test();
    const { team_id, user_id, bot_id, user, team, url, is_enterprise_install } = answer;
    if (is_enterprise_install) throw new OrgWideInstall();
    if (!team_id || !user_id) throw new Error('auth.test did not say who the bot is');
    identity = {
      teamId: team_id,
      botUserId: user_id,
      botId: bot_id ?? '',
      name: user ?? 'Teller',
      team: team ?? team_id,
      url,
      scopes: more?.scopes,
    };
    isCurrent = true;
    return identity;
  });
  return {
    /** Rejects while Slack cannot be asked or does not accept the token, and with `OrgWideInstall`. */
    identify,
    /** What is remembered; asks nobody. */
    known: () => identity,
    /**
     * The address of a message for people, without a call for each; undefined while Slack gives no answer. `threadTs`: the root of
     * the thread that the message is a reply in. Never rejects.
     */
    urlOf: (channel: string, ts: string, threadTs?: string): Promise<string | undefined> =>
      identify().then(
        ({ url }) => {
          const thread = threadTs ? `?thread_ts=${threadTs}&cid=${channel}` : '';
          return url && `${url}archives/${channel}/p${ts.replace('.', '')}${thread}`;
        },
        () => undefined,
      ),
    /** Makes the next `identify` ask Slack again: a call failed as it would with a revoked token. */
    recheck(): void {
      isCurrent = false;
    },
  };
}

/** How people mention the bot, such as "@teller". */
export function botMention({ known }: Pick<BotIdentity, 'known'>): string {
  return `@${known()?.name ?? 'Teller'}`;
}
