// Who may act, and who may approve: full members of the workspace, narrowed by the groups and people of the settings. When
// Slack cannot be asked, nobody may.
import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { singleFlight } from '#lib/async.ts';
import { type Clock, withTimeout } from '#lib/clock.ts';
import type { Reporter } from '#observability/reporter.ts';
import { type BotIdentity, OrgWideInstall } from '#slack/connect/identity.ts';
import type { Refusal } from '#slack/text/people.ts';

export type Permissions = ReturnType<typeof createPermissions>;

/**
 * `act`: what agents do. `approve`: what approvers do. `either`: what both begin, and the task itself decides the rest.
 * `accept`: what approvers do where there are any, and else everybody who may act.
 */
export type Right = 'act' | 'approve' | 'either' | 'accept';

/** Time limit of one question to Slack or the store: from a press to the form or the ack, Slack gives three seconds in all. */
export const QUESTION_MS = 1_200;

/**
 * How long is kept what Slack says of a person, so that opening a form and submitting it ask once; and of a group for everybody,
 * because Slack answers about twenty questions about groups a minute (Slack, Rate limits).
 */
const KEPT_MS = 60_000;

/** Of users.info. */
const UNKNOWN_CODES: ReadonlySet<string> = new Set(['user_not_found', 'user_not_visible']);

/** `allowed`, `approvers`: ids of user groups (S…) and of people. Without `allowed` all full members may act. */
export function createPermissions(deps: {
  client: WebClient;
  identity: Pick<BotIdentity, 'identify'>;
  allowed: readonly string[];
  approvers: readonly string[];
  clock: Clock;
  reporter: Reporter;
  /** How long Slack may take to answer. More is for tests on a busy machine. */
  answerMs?: number | undefined;
}) {
  const { client, identity, allowed, approvers, clock, reporter, answerMs = QUESTION_MS } = deps;
  const hasApprovers = approvers.length > 0;
  const approverGroups = approvers.filter((id) => id.startsWith('S'));

  const whyNoMember = kept(async (userId) => {
    const [{ teamId }, answer] = await Promise.all([
      identity.identify(),
      client.users.info({ user: userId }).catch(unlessUnknown),
    ]);
    return answer ? whyNotFullMember(answer.user, teamId) : 'unknown_person';
  });

  const peopleIn = kept(async (usergroup) => (await client.usergroups.users.list({ usergroup })).users ?? []);

  /** What could not be read is not kept, so the next press asks again. */
  function kept<Answer>(ask: (id: string) => Promise<Answer>): (id: string) => Promise<Answer> {
    const answers = new Map<string, { readonly answer: Answer; readonly at: number }>();
    const askOnce = singleFlight(async (id: string) => {
      const answer = await ask(id);
      // Old answers go, so that the map holds those of a minute.
      for (const [other, one] of answers) if (!isKept(one)) answers.delete(other);
      answers.set(id, { answer, at: clock.now() });
      return answer;
    });
    return async (id) => {
      const known = answers.get(id);
      return known && isKept(known) ? known.answer : askOnce(id);
    };
  }

  function isKept({ at }: { readonly at: number }): boolean {
    return clock.now() - at < KEPT_MS;
  }

  async function askSlack(userId: string, right: 'act' | 'approve'): Promise<Refusal | undefined> {
    try {
      const refusal = await whyNoMember(userId);
      if (refusal) return refusal;
    } catch (error) {
      if (error instanceof OrgWideInstall) return 'org_wide';
      reporter.error(error, { what: 'Slack could not say who may act' });
      return 'person_unreadable';
    }
    if (right === 'act') return allowed.length === 0 ? undefined : unlessIn(allowed, userId, 'not_in_group');
    return hasApprovers ? unlessIn(approvers, userId, 'not_approver') : 'no_approvers';
  }

  /** Undefined when the person is one of `ids` or in a group of them; else `refusal`. */
  async function unlessIn(
    ids: readonly string[],
    userId: string,
    refusal: Refusal,
  ): Promise<Refusal | undefined> {
    if (ids.includes(userId)) return undefined;
    const groups = ids.filter((id) => id.startsWith('S'));
    const lists = await Promise.allSettled(groups.map(peopleIn));
    const unreadable = lists.find((list) => list.status === 'rejected');
    if (unreadable) reporter.error(unreadable.reason, { what: 'Slack could not say who may act' });
    if (lists.some((list) => list.status === 'fulfilled' && list.value.includes(userId))) return undefined;
    return unreadable ? 'group_unreadable' : refusal;
  }

  /** Everybody whom the settings name. `isComplete`: every group could be read. */
  async function listApprovers(): Promise<{
    readonly people: readonly string[];
    readonly isComplete: boolean;
  }> {
    const lists = await Promise.all(
      approverGroups.map((group) =>
        withTimeout(clock, answerMs, peopleIn(group).catch(unreadable), undefined),
      ),
    );
    const people = new Set([
      ...approvers.filter((id) => !id.startsWith('S')),
      ...lists.flatMap((list) => list ?? []),
    ]);
    return { people: [...people], isComplete: !lists.includes(undefined) };
  }

  function unreadable(error: unknown): undefined {
    reporter.error(error, { what: 'Slack could not say who approves' });
  }

  function answerFor(userId: string, right: 'act' | 'approve'): Promise<Refusal | undefined> {
    return withTimeout(clock, answerMs, askSlack(userId, right), 'person_unreadable');
  }

  async function refusalFor(userId: string, right: Right = 'act'): Promise<Refusal | undefined> {
    if (right === 'accept') return answerFor(userId, hasApprovers ? 'approve' : 'act');
    if (right !== 'either') return answerFor(userId, right);
    const refusal = await answerFor(userId, 'act');
    // Only the settings of the two rights differ; somebody who is no full member has neither.
    if (!hasApprovers || (refusal !== 'not_in_group' && refusal !== 'group_unreadable')) return refusal;
    return (await answerFor(userId, 'approve')) === undefined ? undefined : refusal;
  }

  return {
    /** Whether the settings name approvers at all. */
    hasApprovers,
    /** The user groups (S…) among them. */
    approverGroups,
    /** Never rejects. Whether each of them is a full member, `approverRefusalFor` says. */
    listApprovers,
    /** Undefined when the person has the right, else why not. Never rejects. */
    refusalFor,
    /** The same for what only approvers may do. */
    approverRefusalFor: (userId: string) => refusalFor(userId, 'approve'),
  };
}

/** Undefined when Slack answered that it knows no such person, which is final, as other failures are not. */
function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof WebAPIPlatformError) || !UNKNOWN_CODES.has(error.data.error)) throw error;
}

type User = Awaited<ReturnType<WebClient['users']['info']>>['user'];

/** Undefined for a full member of the workspace `teamId`. */
export function whyNotFullMember(user: User, teamId: string): 'stranger' | 'guest' | undefined {
  // In an Enterprise organisation `team_id` may be any one of a person's workspaces (Slack, users.info).
  const teams = [user?.team_id, ...(user?.enterprise_user?.teams ?? [])];
  if (!user || !teams.includes(teamId) || user.is_stranger) return 'stranger';
  if (user.is_restricted || user.is_ultra_restricted) return 'guest';
  return user.deleted || user.is_bot ? 'stranger' : undefined;
}
