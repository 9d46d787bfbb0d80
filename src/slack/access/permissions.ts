// Who may act: full members of the workspace, narrowed by user groups where these are set. When Slack cannot be asked,
// nobody may.
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import { withTimeout } from '#lib/timeout.ts';
import type { Reporter } from '#observability/reporter.ts';
import { type BotIdentity, OrgWideInstall } from '#slack/connect/identity.ts';
import type { Refusal } from '#slack/text/people.ts';

export type Permissions = ReturnType<typeof createPermissions>;

/** Slack gives three seconds from a press to the form or the ack; asking may use only a part of them. */
const ANSWER_MS = 1_200;

/** How long an answer is kept, so that opening a form and submitting it ask Slack once. */
const KEPT_MS = 60_000;

export function createPermissions(deps: {
  client: WebClient;
  identity: Pick<BotIdentity, 'identify'>;
  usergroups: readonly string[];
  clock: Clock;
  reporter: Reporter;
}) {
  const { client, identity, usergroups, clock, reporter } = deps;
  const answers = new Map<string, { refusal: Refusal | undefined; until: number }>();

  async function askSlack(userId: string): Promise<Refusal | undefined> {
    try {
      const [{ teamId }, { user }] = await Promise.all([
        identity.identify(),
        client.users.info({ user: userId }),
      ]);
      // In an Enterprise organisation `team_id` may be any one of a person's workspaces (Slack, users.info).
      const teams = [user?.team_id, ...(user?.enterprise_user?.teams ?? [])];
      if (!user || !teams.includes(teamId) || user.is_stranger) return 'stranger';
      if (user.is_restricted || user.is_ultra_restricted) return 'guest';
      if (user.deleted || user.is_bot) return 'stranger';
    } catch (error) {
      if (error instanceof OrgWideInstall) return 'org_wide';
      reporter.error(error, { what: 'Slack could not say who may act' });
      return 'person_unreadable';
    }
    return usergroups.length === 0 ? undefined : inSomeGroup(userId);
  }

  async function inSomeGroup(userId: string): Promise<Refusal | undefined> {
    try {
      const lists = await Promise.all(
        usergroups.map((usergroup) => client.usergroups.users.list({ usergroup })),
      );
      return lists.some(({ users }) => users?.includes(userId)) ? undefined : 'not_in_group';
    } catch (error) {
      reporter.error(error, { what: 'Slack could not say who may act' });
      return 'group_unreadable';
    }
  }

  return {
    /** Undefined when the person may act, else why not. Never rejects. */
    async refusalFor(userId: string): Promise<Refusal | undefined> {
      const known = answers.get(userId);
      if (known && known.until > clock.now()) return known.refusal;
      const refusal = await withTimeout(clock, ANSWER_MS, askSlack(userId), 'person_unreadable' as const);
      // Old answers go, so that the map holds a minute's people; what could not be read is not kept and asked again.
      for (const [id, { until }] of answers) if (until <= clock.now()) answers.delete(id);
      if (refusal !== 'person_unreadable' && refusal !== 'group_unreadable') {
        answers.set(userId, { refusal, until: clock.now() + KEPT_MS });
      }
      return refusal;
    },
  };
}
