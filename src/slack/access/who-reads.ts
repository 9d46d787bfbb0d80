// Who reads along in a channel, asked before each alert and digest, because that may change long after they were switched on
// there: people of another workspace, or in a direct message somebody who may not use Teller any more. That nobody else reads a
// channel holds for a minute, because Slack limits such questions as well.
import type { Clock } from '#lib/clock.ts';
import { isDirectMessage } from '#slack/text/people.ts';
import type { ChannelAccess } from './channel-access.ts';
import type { Permissions } from './permissions.ts';

const KEPT_MS = 60_000;

/**
 * `by`: the Slack id of the person who switched it on, whose direct message it is if it is one. `own`: nobody else, or Teller
 * cannot post there anyway. `barred`: that person may not use Teller any more. `unknown`: Slack did not say. Never rejects.
 */
export type WhoReads = (channel: string, by: string) => Promise<'own' | 'shared' | 'barred' | 'unknown'>;

export function createWhoReads(deps: {
  channelAccess: Pick<ChannelAccess, 'read'>;
  permissions: Pick<Permissions, 'refusalFor'>;
  clock: Pick<Clock, 'now'>;
}): WhoReads {
  const { channelAccess, permissions, clock } = deps;
  /** By channel, when (ms) nobody else read it. */
  const ownAt = new Map<string, number>();

  async function ofDirectMessage(person: string): ReturnType<WhoReads> {
    switch (await permissions.refusalFor(person)) {
      case undefined:
        return 'own';
      case 'person_unreadable':
      case 'group_unreadable':
      case 'org_wide':
        return 'unknown';
      default:
        return 'barred';
    }
  }

  return async (channel, by) => {
    if (isDirectMessage(channel)) return ofDirectMessage(by);
    if (clock.now() - (ownAt.get(channel) ?? Number.NEGATIVE_INFINITY) < KEPT_MS) return 'own';
    const { access, isShared } = await channelAccess.read(channel);
    if (access === 'unknown') return 'unknown';
    if (access === 'in' && isShared) return 'shared';
    ownAt.set(channel, clock.now());
    return 'own';
  };
}
