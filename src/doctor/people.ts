// Looks at whom ALLOWED_USERGROUPS and APPROVER_USERGROUPS name: user groups that have members, and full members.
import { type Diagnosis, good, wrong } from '#lib/diagnosis.ts';
import type { createSlackClients } from '#slack/bolt/clients.ts';
import { postFailureOf } from '#slack/bolt/errors.ts';
import { whyNotFullMember } from '#slack/people/permissions.ts';

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
        ? [wrong(`${setting} names ${id}, ${fault}.`, `Correct ${setting}, or ${id} in Slack.`)]
        : [];
    });
    return wrongs.length > 0 ? wrongs : [good(`Slack knows everyone in ${setting}.`)];
  }

  return [
    ...inspect('ALLOWED_USERGROUPS', allowedUsergroups, 'All full members of the workspace can use Teller.'),
    ...inspect('APPROVER_USERGROUPS', approverUsergroups, 'No approvers are set, so refunds are off.'),
  ];
}

const isGroup = (id: string) => id.startsWith('S');

/** What is wrong with a group, by its id. */
async function faultsOfGroups(client: Client): Promise<(id: string) => string | undefined> {
  const usergroups = await listGroups(client);
  if (usergroups === 'no plan')
    return () => 'but user groups need a paid Slack plan. Name people (U…) instead';
  return (id) => {
    const group = usergroups.find((one) => one.id === id);
    if (!group) return 'which isn’t a user group in this workspace';
    if (group.date_delete) return `the disabled user group @${group.handle}`;
    return group.users?.length ? undefined : `the empty user group @${group.handle}`;
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
    if (refusal === 'guest') return 'a guest. Guests can’t use Teller';
    return refusal && 'who isn’t a member of this workspace, or is a bot';
  } catch (error) {
    const failure = postFailureOf(error);
    if (failure.status === 'refused' && NOBODY.has(failure.code)) return 'who isn’t in this workspace';
    throw error;
  }
}

/** Slack's codes for an id that means nobody here (Slack, users.info). */
const NOBODY: ReadonlySet<string> = new Set(['user_not_found', 'user_not_visible', 'users_not_found']);
