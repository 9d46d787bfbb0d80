// chat.*: posting, editing, deleting, showing to one person.

import { readMessageBlocks, readMetadata } from '#sandbox/slack/blocks/surfaces.ts';
import {
  ownChannel,
  postingPlace,
  requireUser,
  visibleChannel,
} from '#sandbox/slack/state/channel-access.ts';
import {
  editMessage,
  findMessage,
  messageJson,
  postMessage,
  showEphemeral,
  threadOf,
} from '#sandbox/slack/state/messages.ts';
import type { Block, Channel, Message } from '#sandbox/slack/state/model.ts';
import { Refusal } from '#sandbox/slack/state/refusal.ts';
import type { WorkspaceState } from '#sandbox/slack/state/state.ts';
import type { Args } from './args.ts';
import type { Methods } from './web-api.ts';

const MAX_TEXT = 40_000;
/** An edit takes far less text than a post (Slack, chat.update; measured by others in bytes). */
const MAX_EDITED_BYTES = 4_000;

export function createChatMethods(state: WorkspaceState): Methods {
  return {
    'chat.postMessage': (args) => {
      const channel = postingPlace(state, args.required('channel', 'channel_not_found'));
      const { text, blocks } = contentOf(args);
      const message = postMessage(state, channel, {
        user: state.app.botUserId,
        text: text ?? '',
        blocks,
        thread_ts: args.text('thread_ts') || undefined,
        broadcast: args.flag('reply_broadcast'),
        metadata: args.has('metadata') ? readMetadata(args.nested('metadata')) : undefined,
      });
      return {
        channel: channel.id,
        ts: message.ts,
        message: messageJson(state, message, { metadata: true }),
      };
    },

    'chat.update': (args) => {
      const { channel, message } = target(state, args);
      if (message.bot_id !== state.app.botId) throw new Refusal('cant_update_message');
      if (channel.is_archived) throw new Refusal('is_inactive');
      // Slack keeps the blocks and the metadata that an update does not mention.
      const { text, blocks } = contentOf(args);
      if (text && Buffer.byteLength(text) > MAX_EDITED_BYTES) throw new Refusal('msg_too_long');
      editMessage(state, message, {
        text,
        blocks,
        ...(args.has('metadata') && { metadata: readMetadata(args.nested('metadata')) }),
      });
      return {
        channel: channel.id,
        ts: message.ts,
        text: message.text,
        message: messageJson(state, message, { metadata: true }),
      };
    },

    'chat.postEphemeral': (args) => {
      const channel = ownChannel(state, args.required('channel', 'channel_not_found'));
      const user = requireUser(state, args.text('user'));
      if (!channel.members.has(user.id)) throw new Refusal('user_not_in_channel');
      if (channel.is_archived) throw new Refusal('is_archived');
      const { text, blocks } = contentOf(args);
      const threadTs = args.text('thread_ts');
      // Slack takes it, and shows it to nobody, where no thread has begun yet.
      if (threadTs && threadOf(state, channel, threadTs).length < 2) return { message_ts: state.nextTs() };
      const ephemeral = showEphemeral(state, {
        from: 'app',
        user: user.id,
        channel: channel.id,
        text: text ?? '',
        ...(blocks && { blocks }),
        ...(threadTs && { thread_ts: threadTs }),
      });
      return { message_ts: ephemeral.ts };
    },

    'chat.getPermalink': (args) => {
      const channel = visibleChannel(state, args.required('channel', 'channel_not_found'));
      const message = findMessage(state, channel, args.required('message_ts', 'message_not_found'));
      if (!message) throw new Refusal('message_not_found');
      return { channel: channel.id, permalink: permalink(state, message) };
    },
  };
}

/** The text and blocks of a post, checked. Refuses with no_text, msg_too_long and the refusals of blocks. */
export function contentOf(args: Args): { text: string | undefined; blocks: Block[] | undefined } {
  if (args.has('attachments')) throw new Refusal('invalid_attachments');
  const text = args.text('text');
  const blocks = args.has('blocks') ? readMessageBlocks(args.nested('blocks')) : undefined;
  if (!text && !(blocks && blocks.length > 0)) throw new Refusal('no_text');
  if (text && text.length > MAX_TEXT) throw new Refusal('msg_too_long');
  return { text, blocks };
}

function target(state: WorkspaceState, args: Args): { channel: Channel; message: Message } {
  const channel = visibleChannel(state, args.required('channel', 'channel_not_found'));
  const message = findMessage(state, channel, args.required('ts', 'message_not_found'));
  if (!message || message.subtype === 'tombstone') throw new Refusal('message_not_found');
  return { channel, message };
}

function permalink(state: WorkspaceState, message: Message): string {
  const link = `https://${state.team.domain}.slack.com/archives/${message.channel}/p${message.ts.replace('.', '')}`;
  return message.thread_ts === undefined
    ? link
    : `${link}?thread_ts=${message.thread_ts}&cid=${message.channel}`;
}
