// Who is a full member of the workspace: only such people may act.
import type { WebClient } from '@slack/web-api';

type User = Awaited<ReturnType<WebClient['users']['info']>>['user'];

/** Undefined for a full member of the workspace `teamId`. */
export function whyNotFullMember(user: User, teamId: string): 'stranger' | 'guest' | undefined {
  // In an Enterprise organisation `team_id` may be any one of a person's workspaces (Slack, users.info).
  const teams = [user?.team_id, ...(user?.enterprise_user?.teams ?? [])];
  if (!user || !teams.includes(teamId) || user.is_stranger) return 'stranger';
  if (user.is_restricted || user.is_ultra_restricted) return 'guest';
  return user.deleted || user.is_bot ? 'stranger' : undefined;
}
