// auth.test, users.*, and usergroups.*: who everybody is.
import type { Fields } from '#sandbox/slack/json.ts';
import { requireUser } from '#sandbox/slack/state/channel-access.ts';
import type { User } from '#sandbox/slack/state/model.ts';
import { Refusal } from '#sandbox/slack/state/refusal.ts';
import type { WorkspaceState } from '#sandbox/slack/state/state.ts';
import { pageOf } from './paging.ts';
import type { Methods } from './web-api.ts';

export function createPeopleMethods(state: WorkspaceState): Methods {
  const { app, team } = state;

  return {
    'auth.test': () => ({
      url: `https://${team.domain}.slack.com/`,
      team: team.name,
      user: app.botName,
      team_id: team.id,
      user_id: app.botUserId,
      bot_id: app.botId,
      is_enterprise_install: state.app.isOrgWide,
    }),

    'users.info': (args) => ({ user: userJson(state, requireUser(state, args.text('user'))) }),

    'users.list': (args) => {
      const page = pageOf([...state.users.values()], args, 100);
      return { members: page.items.map((user) => userJson(state, user)), response_metadata: page.metadata };
    },

    'usergroups.list': (args) => ({
      usergroups: [...state.usergroups.values()]
        .filter(({ date_delete }) => !date_delete || args.flag('include_disabled'))
        .map(({ users, date_delete = 0, ...group }) => ({
          ...group,
          date_delete,
          team_id: team.id,
          is_usergroup: true,
          user_count: users.length,
          ...(args.flag('include_users') && { users }),
        })),
    }),

    'usergroups.users.list': (args) => {
      // The token of a whole organisation does not say which workspace is meant.
      if (app.isOrgWide) args.required('team_id', 'missing_argument');
      const group = state.usergroups.get(args.required('usergroup'));
      if (!group) throw new Refusal('no_such_subteam');
      return { users: group.users };
    },
  };
}

function userJson(state: WorkspaceState, user: User): Fields {
  const { is_stranger, ...rest } = user;
  return {
    ...rest,
    // Slack mentions it only for people of another workspace.
    ...(is_stranger && { is_stranger }),
    is_admin: false,
    is_owner: false,
    is_app_user: false,
    tz_label: user.tz,
    profile: {
      real_name: user.real_name,
      display_name: user.name,
      real_name_normalized: user.real_name,
      display_name_normalized: user.name,
      team: user.team_id,
      ...(user.id === state.app.botUserId && { api_app_id: state.app.id, bot_id: state.app.botId }),
    },
  };
}
