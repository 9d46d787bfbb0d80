// conversations.*: what the bot may know of channels, their people and their messages.
import type { Args } from './args.ts';
import type { Fields } from './json.ts';
import { findMessage, messageJson, threadOf, timeline } from './messages.ts';
import type { Channel, Message } from './model.ts';
import { pageOf } from './paging.ts';
import { isIn, ownChannel, requireUser, visibleChannel } from './places.ts';
import { Refusal } from './refusal.ts';
import { directMessage } from './seeds.ts';
import type { Methods } from './web-api.ts';
import type { World } from './world.ts';

const TYPE_OF = { public: 'public_channel', private: 'private_channel', im: 'im' } as const;

export function createConversationMethods(world: World): Methods {
  const channelOf = (args: Args) => args.required('channel', 'channel_not_found');

  return {
    'conversations.info': (args) => {
      const channel = visibleChannel(world, channelOf(args));
      const count = args.flag('include_num_members') ? { num_members: channel.members.size } : {};
      return { channel: { ...channelJson(world, channel), ...count } };
    },

    'conversations.list': (args) => {
      const types = (args.text('types') || 'public_channel').split(',').map((type) => type.trim());
      const listed = [...world.channels.values()]
        .filter((channel) => types.includes(TYPE_OF[channel.kind]))
        .filter((channel) => channel.kind === 'public' || isIn(world, channel))
        .filter((channel) => !(args.flag('exclude_archived') && channel.is_archived));
      const page = pageOf(listed, args, 100);
      return {
        channels: page.items.map((channel) => channelJson(world, channel)),
        response_metadata: page.metadata,
      };
    },

    'conversations.members': (args) => {
      const page = pageOf([...visibleChannel(world, channelOf(args)).members], args, 100);
      return { members: page.items, response_metadata: page.metadata };
    },

    'conversations.open': (args) => {
      if (args.has('channel')) return { channel: { id: visibleChannel(world, channelOf(args)).id } };
      const user = requireUser(world, args.required('users', 'users_list_not_supplied'));
      const channel = directMessage(world, user.id);
      return { channel: args.flag('return_im') ? channelJson(world, channel) : { id: channel.id } };
    },

    /** Newest first. With `oldest` alone the pages begin there and lead forward in time; else they lead back. */
    'conversations.history': (args) => {
      const channel = ownChannel(world, channelOf(args));
      const inBounds = timeline(world, channel).filter(between(args));
      if (args.has('oldest') && !args.has('latest'))
        return messagePage(world, inBounds, args, 'newest first');
      return messagePage(world, inBounds.reverse(), args);
    },

    /** The parent first, then replies, oldest first; the parent comes along whatever the time bounds. */
    'conversations.replies': (args) => {
      const channel = ownChannel(world, channelOf(args));
      const ts = args.required('ts');
      if (!findMessage(world, channel, ts)) throw new Refusal('thread_not_found');
      const inBounds = between(args);
      const thread = threadOf(world, channel, ts);
      return messagePage(
        world,
        thread.filter((message) => message.thread_ts === undefined || inBounds(message)),
        args,
      );
    },
  };
}

function messagePage(world: World, messages: readonly Message[], args: Args, order?: 'newest first'): Fields {
  const page = pageOf(messages, args, 100);
  const metadata = args.flag('include_all_metadata');
  const shown = order ? page.items.toReversed() : page.items;
  return {
    messages: shown.map((message) => messageJson(world, message, { metadata })),
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

function channelJson(world: World, channel: Channel): Fields {
  const { id, name, kind, is_archived, is_ext_shared, created, user } = channel;
  const context_team_id = world.team.id;
  if (kind === 'im') {
    const about = { is_im: true, is_archived, is_org_shared: false, is_user_deleted: false, is_open: true };
    return { id, created, ...about, user, context_team_id };
  }
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
    is_shared: is_ext_shared,
    is_ext_shared,
    is_member: isIn(world, channel),
    is_general: false,
    context_team_id,
  };
}
