// Looks at whom ALLOWED_USERGROUPS and APPROVER_USERGROUPS name: user groups that have members, and full members.
import { type Diagnosis, good, wrong } from '#lib/diagnosis.ts';
import { whyNotFullMember } from '#slack/access/full-member.ts';
import type { createSlackClients } from '#slack/connect/clients.ts';
import { postFailureOf } from '#slack/delivery/post-failure.ts';

type Client = Pick<ReturnType<typeof createSlackClients>['interaction'], 'usergroups' | 'users'>;

/**
 * For each setting a line when all is well, else one for each group or person that cannot be used. Rejects when Slack cannot be
 * asked.
 */
export async function inspectPeople(deps: {
  client: Client;
  teamId: string;
  allowedUsergroups: readonly string[];
  approverUsergroups: readonly string[];
}): Promise<Diagnosis[]> {
  const { client, teamId, allowedUsergroups, approverUsergroups } = deps;
  const ids = [...new Set([...allowedUsergroups, ...approverUsergroups])];
  const people = ids.filter((id) => !isGroup(id));
  const [inGroups, ofPeople] = await Promise.all([
    people.length < ids.length ? faultsOfGroups(client) : () => undefined,
    Promise.all(people.map(async (id) => [id, await faultOfPerson(client, id, teamId)] as const)),
  ]);
  const faults = new Map(ofPeople);
  const faultOf = (id: string) => (isGroup(id) ? inGroups(id) : faults.get(id));

  function inspect(setting: string, named: readonly string[], whenNobody: string): Diagnosis[] {
    if (named.length === 0) return [good(whenNobody)];
    const wrongs = named.flatMap((id) => {
      const fault = faultOf(id);
      return fault
        ? [wrong(`${setting} names ${id}: ${fault}.`, `Correct ${setting}, or ${id} in Slack.`)]
        : [];
    });
    return wrongs.length > 0 ? wrongs : [good(`Whom ${setting} names can be found in Slack.`)];
  }

  return [
    ...inspect('ALLOWED_USERGROUPS', allowedUsergroups, 'All full members of the workspace may act.'),
    ...inspect('APPROVER_USERGROUPS', approverUsergroups, 'Nobody is named to approve.'),
  ];
}

const isGroup = (id: string) => id.startsWith('S');

/** What is wrong with a group, by its id. */
async function faultsOfGroups(client: Client): Promise<(id: string) => string | undefined> {
  const usergroups = await listGroups(client);
  if (usergroups === 'no plan')
    return () => 'user groups need a paid plan of Slack, so people (U…) must be named';
  return (id) => {
    const group = usergroups.find((one) => one.id === id);
    if (!group) return 'there is no such user group in this workspace';
    if (group.date_delete) return `the user group @${group.handle} is disabled, so nobody is in it`;
    return group.users?.length ? undefined : `nobody is in the user group @${group.handle}`;
  };
}

async function listGroups(client: Client) {
  try {
    const { usergroups = [] } = await client.usergroups.list({ include_users: true, include_disabled: true });
    return usergroups;
  } catch (error) {
    const failure = postFailureOf(error);
    if (failure.status === 'refused' && NO_PLAN.has(failure.code)) return 'no plan';
    throw error;
  }
}

/** Slack's codes where the workspace's plan has no user groups. */
const NO_PLAN: ReadonlySet<string> = new Set(['plan_upgrade_required', 'paid_teams_only']);

async function faultOfPerson(client: Client, id: string, teamId: string): Promise<string | undefined> {
  try {
    const { user } = await client.users.info({ user: id });
    const refusal = whyNotFullMember(user, teamId);
    if (refusal === 'guest') return 'a guest, and guests may not act';
    return refusal && 'no member of this workspace, or no longer, or a bot';
  } catch (error) {
    const failure = postFailureOf(error);
    if (failure.status === 'refused' && NOBODY.has(failure.code))
      return 'there is no such person in this workspace';
    throw error;
  }
}

/** Slack's codes for an id that means nobody here (Slack, users.info). */
const NOBODY: ReadonlySet<string> = new Set(['user_not_found', 'user_not_visible', 'users_not_found']);
