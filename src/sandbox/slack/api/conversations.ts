// conversations.*: what the bot may know of channels, their people and their messages.

import type { Fields } from '#sandbox/slack/json.ts';
import { isIn, ownChannel, requireUser, visibleChannel } from '#sandbox/slack/state/channel-access.ts';
import { directMessage } from '#sandbox/slack/state/fixtures.ts';
import { findMessage, messageJson, threadOf, timeline } from '#sandbox/slack/state/messages.ts';
import type { Channel, Message } from '#sandbox/slack/state/model.ts';
import { Refusal } from '#sandbox/slack/state/refusal.ts';
import type { WorkspaceState } from '#sandbox/slack/state/state.ts';
import type { Args } from './args.ts';
import { pageOf } from './paging.ts';
import type { Methods } from './web-api.ts';

export function createConversationMethods(state: WorkspaceState): Methods {
  const channelOf = (args: Args) => args.required('channel', 'channel_not_found');

  return {
    'conversations.info': (args) => {
      return { channel: channelJson(state, visibleChannel(state, channelOf(args))) };
    },

    'conversations.open': (args) => {
      const user = requireUser(state, args.required('users', 'users_list_not_supplied'));
      return { channel: { id: directMessage(state, user.id).id } };
    },

    /** Newest first. With `oldest` alone the pages begin there and lead forward in time; else they lead back. */
    'conversations.history': (args) => {
      const channel = ownChannel(state, channelOf(args));
      const inBounds = timeline(state, channel).filter(between(args));
      if (args.has('oldest') && !args.has('latest'))
        return messagePage(state, inBounds, args, 'newest first');
      return messagePage(state, inBounds.reverse(), args);
    },

    /** The parent first, then replies, oldest first; the parent comes along whatever the time bounds. */
    'conversations.replies': (args) => {
      const channel = ownChannel(state, channelOf(args));
      const ts = args.required('ts');
      if (!findMessage(state, channel, ts)) throw new Refusal('thread_not_found');
      const inBounds = between(args);
      const thread = threadOf(state, channel, ts);
      return messagePage(
        state,
        thread.filter((message) => message.thread_ts === undefined || inBounds(message)),
        args,
      );
    },
  };
}

function messagePage(
  state: WorkspaceState,
  messages: readonly Message[],
  args: Args,
  order?: 'newest first',
): Fields {
  const page = pageOf(messages, args, 100);
  const metadata = args.flag('include_all_metadata');
  const shown = order ? page.items.toReversed() : page.items;
  return {
    messages: shown.map((message) => messageJson(state, message, { metadata })),
    has_more: page.hasMore,
    response_metadata: page.metadata,
  };
}

function between(args: Args): (message: Message) => boolean {
  const oldest = bound(args, 'oldest') ?? 0;
  const latest = bound(args, 'latest') ?? Number.POSITIVE_INFINITY;
  const inclusive = args.flag('inclusive');
  return ({ ts }) => {
    const at = Number(ts);
    return (at > oldest && at < latest) || (inclusive && (at === oldest || at === latest));
  };
}

function bound(args: Args, name: 'oldest' | 'latest'): number | undefined {
  const given = args.text(name);
  if (!given) return undefined;
  if (!/^\d+(\.\d+)?$/.test(given)) throw new Refusal(`invalid_ts_${name}`);
  return Number(given);
}

function channelJson(state: WorkspaceState, channel: Channel): Fields {
  const { id, name, kind, is_archived, is_ext_shared, created, user } = channel;
  const context_team_id = state.team.id;
  if (kind === 'im') {
    const about = { is_im: true, is_archived, is_org_shared: false, is_user_deleted: false, is_open: true };
    return { id, created, ...about, user, context_team_id };
  }
  const is_org_shared = [...channel.members].some((member) => isElsewhereInOrganisation(state, member));
  return {
    id,
    name,
    name_normalized: name,
    created,
    is_channel: true,
    is_im: false,
    is_mpim: false,
    is_group: kind === 'private',
    is_private: kind === 'private',
    is_archived,
    is_shared: is_ext_shared || is_org_shared,
    is_ext_shared,
    is_org_shared,
    is_member: isIn(state, channel),
    is_general: false,
    context_team_id,
  };
}

/** In an organisation a channel of several workspaces has people who are not in this one. */
function isElsewhereInOrganisation(state: WorkspaceState, userId: string): boolean {
  const teams = state.users.get(userId)?.enterprise_user?.teams;
  return teams !== undefined && !teams.includes(state.team.id);
}
