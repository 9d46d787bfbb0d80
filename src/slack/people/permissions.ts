// Who may act and approve, what people switch on for themselves, and who reads a channel.
import type { WebClient } from '@slack/web-api';
import { singleFlight } from '#lib/async.ts';
import { type Clock, withTimeout } from '#lib/clock.ts';
import type { Leases } from '#lib/with-lease.ts';
import type { Reporter } from '#observability/reporter.ts';
import { hasCode } from '#slack/bolt/errors.ts';
import { type BotIdentity, OrgWideInstall } from '#slack/bolt/identity.ts';
import { createChannelSettings } from '#slack/channel/stored-settings.ts';
import { isDirectMessage, type Refusal } from '#slack/text/people.ts';
import type { Store } from '#store/store.ts';

export type Permissions = ReturnType<typeof createPermissions>;
/** `either`: the task itself decides the rest. `accept`: as `approve` where there are approvers, else as `act`. */
export type Right = 'act' | 'approve' | 'either' | 'accept';

/** For one question: from a press to the form or the ack, Slack gives three seconds in all. */
export const QUESTION_MS = 1_200;
const UNKNOWN_CODES = new Set(['user_not_found', 'user_not_visible']);

/** `allowed`, `approvers`: ids of user groups (S…) and of people. Without `allowed` all full members may act. */
export function createPermissions(deps: {
  client: WebClient;
  identity: Pick<BotIdentity, 'identify'>;
  allowed: readonly string[];
  approvers: readonly string[];
  clock: Clock;
  reporter: Reporter;
  /** For tests on a busy machine. */
  answerMs?: number | undefined;
}) {
  const { client, identity, allowed, approvers, clock, reporter, answerMs = QUESTION_MS } = deps;
  const hasApprovers = approvers.length > 0;
  const approverGroups = approvers.filter(isGroup);
  const whyNoMember = keepAnswers(clock, async (user) => {
    const [{ teamId }, answer] = await Promise.all([
      identity.identify(),
      client.users.info({ user }).catch((error: unknown) => {
        if (!hasCode(error, UNKNOWN_CODES)) throw error;
      }),
    ]);
    return answer ? whyNotFullMember(answer.user, teamId) : 'unknown_person';
  });

  const peopleIn = keepAnswers(clock, async (usergroup) => {
    const { users = [] } = await client.usergroups.users.list({ usergroup });
    return users;
  });
  const reportUnreadable = (error: unknown, what = 'Slack could not say who may act') =>
    reporter.error(error, { what });

  async function askSlack(userId: string, right: 'act' | 'approve'): Promise<Refusal | undefined> {
    try {
      const refusal = await whyNoMember(userId);
      if (refusal) return refusal;
    } catch (error) {
      if (error instanceof OrgWideInstall) return 'org_wide';
      reportUnreadable(error);
      return 'person_unreadable';
    }
    if (right === 'act') return allowed.length === 0 ? undefined : unlessIn(allowed, userId, 'not_in_group');
    return hasApprovers ? unlessIn(approvers, userId, 'not_approver') : 'no_approvers';
  }

  async function unlessIn(ids: readonly string[], userId: string, refusal: Refusal) {
    if (ids.includes(userId)) return undefined;
    const lists = await Promise.allSettled(ids.filter(isGroup).map(peopleIn));
    const unreadable = lists.find((list) => list.status === 'rejected');
    if (unreadable) reportUnreadable(unreadable.reason);
    if (lists.some((list) => list.status === 'fulfilled' && list.value.includes(userId))) return undefined;
    return unreadable ? 'group_unreadable' : refusal;
  }

  /** While Slack cannot be asked, nobody may act. Never rejects. */
  async function refusalFor(userId: string, right: Right = 'act'): Promise<Refusal | undefined> {
    if (right === 'accept') return refusalFor(userId, hasApprovers ? 'approve' : 'act');
    if (right !== 'either') return withTimeout(clock, answerMs, askSlack(userId, right), 'person_unreadable');
    const refusal = await refusalFor(userId, 'act');
    // Somebody who is no full member has neither right.
    if (!hasApprovers || (refusal !== 'not_in_group' && refusal !== 'group_unreadable')) return refusal;
    return (await refusalFor(userId, 'approve')) === undefined ? undefined : refusal;
  }

  return {
    hasApprovers,
    approverGroups,
    refusalFor,
    approverRefusalFor: (userId: string) => refusalFor(userId, 'approve'),
    /** Also those who are no full members any more. `isComplete`: every group could be read. Never rejects. */
    async listApprovers() {
      const lists = await Promise.all(
        approverGroups.map((group) => {
          const people = peopleIn(group).catch((error: unknown) => {
            reportUnreadable(error, 'Slack could not say who approves');
          });
          return withTimeout(clock, answerMs, people, undefined);
        }),
      );
      const people = [...approvers.filter((id) => !isGroup(id)), ...lists.flatMap((list) => list ?? [])];
      return { people: [...new Set(people)], isComplete: !lists.includes(undefined) };
    },
  };
}

function isGroup(id: string): boolean {
  return id.startsWith('S');
}

type User = Awaited<ReturnType<WebClient['users']['info']>>['user'];

export function whyNotFullMember(user: User, teamId: string): 'stranger' | 'guest' | undefined {
  // In an Enterprise organisation `team_id` may be any one of a person's workspaces (Slack, users.info).
  const teams = [user?.team_id, ...(user?.enterprise_user?.teams ?? [])];
  if (!user || !teams.includes(teamId) || user.is_stranger) return 'stranger';
  if (user.is_restricted || user.is_ultra_restricted) return 'guest';
  return user.deleted || user.is_bot ? 'stranger' : undefined;
}

/** Asks once a minute for each id: Slack answers about twenty questions about groups a minute. Failures are not kept. */
function keepAnswers<Answer>(clock: Clock, ask: (id: string) => Promise<Answer>, keptMs = 60_000) {
  const answers = new Map<string, { readonly answer: Answer; readonly at: number }>();
  const isKept = ({ at }: { readonly at: number }) => clock.now() - at < keptMs;
  const askOnce = singleFlight(async (id: string) => {
    const answer = await ask(id);
    for (const [other, kept] of answers) if (!isKept(kept)) answers.delete(other);
    answers.set(id, { answer, at: clock.now() });
    return answer;
  });
  return async (id: string): Promise<Answer> => {
    const known = answers.get(id);
    return known && isKept(known) ? known.answer : askOnce(id);
  };
}

export type AgentNames = ReturnType<typeof createAgentNames>;

export function createAgentNames({ client, clock }: { client: WebClient; clock: Clock }) {
  const askName = async (id: string) => {
    const { user } = await client.users.info({ user: id });
    const name = user?.profile?.real_name || user?.real_name || user?.name;
    if (!name) throw new Error('Slack names no such person');
    return name;
  };
  const nameOf = keepAnswers(clock, askName, 60 * 60_000);
  return {
    /** By Slack id; the id itself where Slack gives no name. Never rejects. */
    async of(ids: Iterable<string>): Promise<ReadonlyMap<string, string>> {
      const names = [...new Set(ids)].map(async (id) => [id, await nameOf(id).catch(() => id)] as const);
      return new Map(await Promise.all(names));
    },
  };
}

export type Preferences = ReturnType<typeof createPreferences>;

/** What people switch on or off for themselves in Home, by Slack id. All reject when the store is down. */
export function createPreferences(deps: { keyValues: Store['keyValues']; leases: Leases; clock: Clock }) {
  function createPreference(name: string) {
    // A person stands in a channel's place.
    const settings = createChannelSettings<{ readonly since: number }>({ ...deps, name });
    return {
      list: async () => (await settings.list()).map(({ channel }) => channel),
      has: async (userId: string) => (await settings.of(userId)) !== undefined,
      set: (userId: string, isThrown: boolean) =>
        settings.set(userId, isThrown ? { since: deps.clock.now() } : undefined),
    };
  }
  return {
    /** Approvers who are not notified of requests. */
    unnotified: createPreference('unnotified'),
    /** Agents who are notified when an order of theirs is paid. */
    paid: createPreference('paid-directly'),
    /** Agents who are not reminded of their unpaid links. */
    unreminded: createPreference('unreminded'),
  };
}

/** `unknown`: posting the card, which comes before any money, decides. `isShared`: others read it, or Slack does not say. */
type ReadAccess = { readonly access: 'in' | 'out' | 'unknown'; readonly isShared: boolean };

/** Private channels do not exist for a bot outside; it lacks the scope for group direct messages. */
const NO_ACCESS_CODES = new Set(['channel_not_found', 'not_in_channel', 'is_archived', 'missing_scope']);

async function readAccess(client: WebClient, channel: string): Promise<ReadAccess> {
  try {
    const { channel: found } = await client.conversations.info({ channel });
    const isIn = found && !found.is_archived && (found.is_member || found.is_im);
    const isShared = (found?.is_ext_shared !== false || found.is_org_shared === true) && !found?.is_im;
    return { access: isIn ? 'in' : 'out', isShared };
  } catch (error) {
    return { access: hasCode(error, NO_ACCESS_CODES) ? 'out' : 'unknown', isShared: true };
  }
}

export type ChannelAccess = ReturnType<typeof createChannelAccess>;

export function createChannelAccess(client: WebClient) {
  const read = (channel: string) => readAccess(client, channel);
  return {
    read,
    isShared: async (channel: string) => (await read(channel)).isShared,
    check: async (channel: string) => (await read(channel)).access,
  };
}

export function isReadByOthers({ access, isShared }: ReadAccess): boolean {
  return access === 'in' && isShared;
}

/** `own`: or Teller cannot post there anyway. `barred`: `by` may not use Teller any more. Never rejects. */
export async function whoReads(
  ctx: { announcements: WebClient; permissions: Permissions; clock: Clock; unsharedAt: Map<string, number> },
  channel: string,
  by: string,
): Promise<'own' | 'shared' | 'barred' | 'unknown'> {
  const { announcements, permissions, clock, unsharedAt } = ctx;
  if (isDirectMessage(channel)) {
    const refusal = await permissions.refusalFor(by);
    if (refusal === undefined) return 'own';
    const isUnsure = ['person_unreadable', 'group_unreadable', 'org_wide'].includes(refusal);
    return isUnsure ? 'unknown' : 'barred';
  }
  // Slack limits questions about channels.
  if (clock.now() - (unsharedAt.get(channel) ?? Number.NEGATIVE_INFINITY) < 60_000) return 'own';
  const read = await readAccess(announcements, channel);
  if (read.access === 'unknown') return 'unknown';
  if (isReadByOthers(read)) return 'shared';
  unsharedAt.set(channel, clock.now());
  return 'own';
}
