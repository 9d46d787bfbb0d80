// Who may act: full members of the workspace, narrowed by user groups where these are set. In doubt, nobody.
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import { withTimeout } from '#lib/timeout.ts';
import type { WhoAmI } from '#slack/connect/identity.ts';
import type { Refusal } from '#slack/text/people.ts';

export type Permissions = {
  /** Undefined when the person may act, else why not. Never rejects. */
  refusalFor(userId: string): Promise<Refusal | undefined>;
};

/** Slack gives three seconds for triggers and acks; this question may not use them up. */
const ANSWER_MS = 1_200;

/** How long an answer of Slack is believed, for form and submission together to cost one question. */
const KEPT_MS = 60_000;

export function createPermissions(deps: {
  client: WebClient;
  whoAmI: WhoAmI;
  usergroups: readonly string[];
  clock: Clock;
  failed: (error: unknown) => void;
}): Permissions {
  const { client, whoAmI, usergroups, clock } = deps;
  const believed = new Map<string, { refusal: Refusal | undefined; until: number }>();

  async function ask(userId: string): Promise<Refusal | undefined> {
    let person: Awaited<ReturnType<typeof client.users.info>>['user'];
    try {
      const [{ teamId }, { user }] = await Promise.all([whoAmI.ask(), client.users.info({ user: userId })]);
      if (!user || user.team_id !== teamId || user.is_stranger) return 'stranger';
      person = user;
    } catch (error) {
      deps.failed(error);
      return 'person_unreadable';
    }
    if (person.is_restricted || person.is_ultra_restricted) return 'guest';
    if (person.deleted || person.is_bot) return 'stranger';
    return usergroups.length === 0 ? undefined : inSomeGroup(userId);
  }

  async function inSomeGroup(userId: string): Promise<Refusal | undefined> {
    try {
      const lists = await Promise.all(
        usergroups.map((usergroup) => client.usergroups.users.list({ usergroup })),
      );
      return lists.some(({ users }) => users?.includes(userId)) ? undefined : 'not_in_group';
    } catch (error) {
      deps.failed(error);
      return 'group_unreadable';
    }
  }

  return {
    async refusalFor(userId) {
      const known = believed.get(userId);
      if (known && known.until > clock.now()) return known.refusal;
      const refusal = await withTimeout(clock, ANSWER_MS, ask(userId), 'person_unreadable' as const);
      // What could not be read is asked again at once; the rest of the map stays as small as a minute's people.
      for (const [id, { until }] of believed) if (until <= clock.now()) believed.delete(id);
      if (refusal !== 'person_unreadable' && refusal !== 'group_unreadable') {
        believed.set(userId, { refusal, until: clock.now() + KEPT_MS });
      }
      return refusal;
    },
  };
}
