// What happens to messages: posted, edited, deleted, shown to one person; and how Slack writes them in JSON.
import type { Fields } from './json.ts';
import type { Block, Channel, Ephemeral, Message, MessageMetadata, SharedFile } from './model.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

export type NewMessage = {
  user: string;
  text: string;
  blocks?: Block[] | undefined;
  thread_ts?: string | undefined;
  broadcast?: boolean;
  metadata?: MessageMetadata | undefined;
  files?: SharedFile[];
  client_msg_id?: string;
};

/** Refuses with is_archived, thread_not_found, or cannot_reply_to_message when `thread_ts` is itself a reply. */
export function postMessage(world: World, channel: Channel, given: NewMessage): Message {
  if (channel.is_archived) throw new Refusal('is_archived');
  if (given.thread_ts !== undefined) checkParent(world, channel, given.thread_ts);

  const byApp = given.user === world.app.botUserId;
  const message: Message = {
    type: 'message',
    channel: channel.id,
    ts: world.nextTs(),
    team: world.users.get(given.user)?.team_id ?? world.team.id,
    user: given.user,
    text: given.text,
    ...(given.client_msg_id !== undefined && { client_msg_id: given.client_msg_id }),
    ...(byApp && { bot_id: world.app.botId, app_id: world.app.id }),
    ...(given.blocks && { blocks: given.blocks }),
    ...(given.files && { files: given.files }),
    ...(given.thread_ts !== undefined && { thread_ts: given.thread_ts }),
    ...(given.thread_ts !== undefined && given.broadcast && { subtype: 'thread_broadcast' as const }),
    ...(given.metadata && { metadata: given.metadata }),
  };
  world.messages.set(channel.id, [...messagesOf(world, channel), message]);
  world.changed({ kind: 'posted', message });
  return message;
}

export type MessageEdit = {
  text?: string | undefined;
  blocks?: Block[] | undefined;
  metadata?: MessageMetadata | undefined;
};

export function editMessage(world: World, message: Message, edit: MessageEdit): void {
  if (edit.text !== undefined) message.text = edit.text;
  if (edit.blocks) message.blocks = edit.blocks;
  if ('metadata' in edit) {
    delete message.metadata;
    if (edit.metadata) message.metadata = edit.metadata;
  }
  message.edited = { user: world.app.botUserId, ts: world.nextTs() };
  world.changed({ kind: 'edited', message });
}

/** A parent with replies leaves a tombstone, as in Slack, so that its thread stays. */
export function deleteMessage(world: World, channel: Channel, message: Message): void {
  const all = messagesOf(world, channel);
  const hasReplies = message.thread_ts === undefined && all.some((other) => other.thread_ts === message.ts);
  const { type, ts, team } = message;
  const tombstone: Message[] = hasReplies
    ? [
        {
          type,
          subtype: 'tombstone',
          channel: channel.id,
          ts,
          team,
          user: 'USLACKBOT',
          text: 'This message was deleted.',
        },
      ]
    : [];
  world.messages.set(
    channel.id,
    all.flatMap((other) => (other === message ? tombstone : [other])),
  );
  world.changed({ kind: 'deleted', message });
}

export function showEphemeral(world: World, given: Omit<Ephemeral, 'ts'>): Ephemeral {
  const ephemeral: Ephemeral = { ...given, ts: world.nextTs() };
  world.ephemerals.push(ephemeral);
  world.changed({ kind: 'ephemeral', ephemeral });
  return ephemeral;
}

export function replaceEphemeral(world: World, ephemeral: Ephemeral, text: string, blocks?: Block[]): void {
  ephemeral.text = text;
  delete ephemeral.blocks;
  if (blocks) ephemeral.blocks = blocks;
  world.changed({ kind: 'ephemeral_replaced', ephemeral });
}

export function removeEphemeral(world: World, ephemeral: Ephemeral): void {
  world.ephemerals.splice(world.ephemerals.indexOf(ephemeral), 1);
  world.changed({ kind: 'ephemeral_removed', ephemeral });
}

export function messagesOf(world: World, channel: Channel): Message[] {
  return world.messages.get(channel.id) ?? [];
}

export function findMessage(world: World, channel: Channel, ts: string): Message | undefined {
  return messagesOf(world, channel).find((message) => message.ts === ts);
}

/** What a channel shows: parents and replies that were also sent to it. */
export function timeline(world: World, channel: Channel): Message[] {
  return messagesOf(world, channel).filter(
    (message) => message.thread_ts === undefined || message.subtype === 'thread_broadcast',
  );
}

/** A parent and its replies, oldest first; `ts` may be any message of the thread. */
export function threadOf(world: World, channel: Channel, ts: string): Message[] {
  const root = findMessage(world, channel, ts)?.thread_ts ?? ts;
  return messagesOf(world, channel).filter((message) => message.ts === root || message.thread_ts === root);
}

/** A message as the Web API and payloads carry it. */
export function messageJson(world: World, message: Message, options: { metadata?: boolean } = {}): Fields {
  const { channel: channelId, metadata, ...rest } = message;
  const all = world.messages.get(channelId) ?? [];
  const replies = all.filter((other) => other.thread_ts === message.ts);
  const parent = all.find((other) => other.ts === message.thread_ts);
  return {
    ...rest,
    ...(options.metadata && metadata && { metadata }),
    ...(parent && { parent_user_id: parent.user }),
    ...(replies.length > 0 && {
      thread_ts: message.ts,
      reply_count: replies.length,
      reply_users: [...new Set(replies.map((reply) => reply.user))],
      reply_users_count: new Set(replies.map((reply) => reply.user)).size,
      latest_reply: replies.at(-1)?.ts,
    }),
  };
}

function checkParent(world: World, channel: Channel, ts: string): void {
  const parent = findMessage(world, channel, ts);
  if (!parent) throw new Refusal('thread_not_found');
  if (parent.thread_ts !== undefined) throw new Refusal('cannot_reply_to_message');
}
