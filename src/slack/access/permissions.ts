// Who may act, and who may approve: full members of the workspace, narrowed by the groups and people of the settings. When
// Slack cannot be asked, nobody may.
import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import { withTimeout } from '#lib/timeout.ts';
import type { Reporter } from '#observability/reporter.ts';
import { type BotIdentity, OrgWideInstall } from '#slack/connect/identity.ts';
import type { Refusal } from '#slack/text/people.ts';
import { whyNotFullMember } from './full-member.ts';

export type Permissions = ReturnType<typeof createPermissions>;

/**
 * `act`: what agents do. `approve`: what approvers do. `either`: what both begin, and the task itself decides the rest.
 * `accept`: what approvers do where there are any, and else everybody who may act.
 */
export type Right = 'act' | 'approve' | 'either' | 'accept';

/** Time limit of one question to Slack or the store: from a press to the form or the ack, Slack gives three seconds in all. */
export const QUESTION_MS = 1_200;

/** How long an answer is kept, so that opening a form and submitting it ask Slack once. */
const KEPT_MS = 60_000;

/** What could not be read is not kept, so the next press asks again. */
const UNREADABLE: ReadonlySet<Refusal | undefined> = new Set(['person_unreadable', 'group_unreadable']);

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
  const answers = new Map<string, { refusal: Refusal | undefined; at: number }>();

  async function askSlack(userId: string, right: 'act' | 'approve'): Promise<Refusal | undefined> {
    try {
      const [{ teamId }, { user }] = await Promise.all([
        identity.identify(),
        client.users.info({ user: userId }),
      ]);
      const refusal = whyNotFullMember(user, teamId);
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
    try {
      const lists = await Promise.all(groups.map((usergroup) => client.usergroups.users.list({ usergroup })));
      return lists.some(({ users }) => users?.includes(userId)) ? undefined : refusal;
    } catch (error) {
      reporter.error(error, { what: 'Slack could not say who may act' });
      return 'group_unreadable';
    }
  }

  async function answerFor(userId: string, right: 'act' | 'approve'): Promise<Refusal | undefined> {
    const key = `${right} ${userId}`;
    const known = answers.get(key);
    if (known && isKept(known)) return known.refusal;
    const asked = askSlack(userId, right);
    const refusal = await withTimeout(clock, answerMs, asked, 'person_unreadable' as const);
    // Old answers go, so that the map holds a minute's people.
    for (const [id, answer] of answers) if (!isKept(answer)) answers.delete(id);
    if (!UNREADABLE.has(refusal)) answers.set(key, { refusal, at: clock.now() });
    return refusal;
  }

  /** An answer of later than now was given before the clock was set back. */
  function isKept({ at }: { readonly at: number }): boolean {
    return Math.abs(clock.now() - at) < KEPT_MS;
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
    /** Undefined when the person has the right, else why not. Never rejects. */
    refusalFor,
    /** The same for what only approvers may do. */
    approverRefusalFor: (userId: string) => refusalFor(userId, 'approve'),
  };
}
