// What happens to messages: posted, edited, deleted, shown to one person; and how Slack writes them in JSON.
import type { Fields } from '#sandbox/slack/json.ts';
import type {
  Block,
  Channel,
  Ephemeral,
  ForwardedMessage,
  Message,
  MessageMetadata,
  SharedFile,
} from './model.ts';
import { Refusal } from './refusal.ts';
import type { WorkspaceState } from './state.ts';

type NewMessage = {
  user: string;
  text: string;
  blocks?: Block[] | undefined;
  thread_ts?: string | undefined;
  broadcast?: boolean;
  metadata?: MessageMetadata | undefined;
  files?: SharedFile[];
  attachments?: ForwardedMessage[] | undefined;
  client_msg_id?: string;
  /** Of a message that is no plain one of a person's. */
  subtype?: Message['subtype'];
  /** Of an app that posts in a person's name. */
  bot_id?: string | undefined;
};

/** Refuses with is_archived, thread_not_found, or cannot_reply_to_message when `thread_ts` is itself a reply. */
export function postMessage(state: WorkspaceState, channel: Channel, given: NewMessage): Message {
  if (channel.is_archived) throw new Refusal('is_archived');
  if (given.thread_ts !== undefined) checkParent(state, channel, given.thread_ts);

  const byApp = given.user === state.app.botUserId;
  const message: Message = {
    type: 'message',
    channel: channel.id,
    ts: state.nextTs(),
    team: state.users.get(given.user)?.team_id ?? state.team.id,
    user: given.user,
    text: given.text,
    ...(given.client_msg_id !== undefined && { client_msg_id: given.client_msg_id }),
    ...(byApp && { bot_id: state.app.botId, app_id: state.app.id }),
    ...(given.bot_id !== undefined && { bot_id: given.bot_id }),
    ...(given.subtype && { subtype: given.subtype }),
    ...(given.blocks && { blocks: given.blocks }),
    ...(given.files && { files: given.files }),
    ...(given.attachments && { attachments: given.attachments }),
    ...(given.thread_ts !== undefined && { thread_ts: given.thread_ts }),
    ...(given.thread_ts !== undefined && given.broadcast && { subtype: 'thread_broadcast' as const }),
    ...(given.metadata && { metadata: given.metadata }),
  };
  state.messages.set(channel.id, [...messagesOf(state, channel), message]);
  state.changed({ kind: 'posted', message });
  return message;
}

type MessageEdit = {
  text?: string | undefined;
  blocks?: Block[] | undefined;
  metadata?: MessageMetadata | undefined;
};

/** `by`: the user id of the editor; not given, the app's. */
export function editMessage(
  state: WorkspaceState,
  message: Message,
  edit: MessageEdit,
  by = state.app.botUserId,
): void {
  const before = structuredClone(message);
  if (edit.text !== undefined) message.text = edit.text;
  if (edit.blocks) message.blocks = edit.blocks;
  if ('metadata' in edit) {
    delete message.metadata;
    if (edit.metadata) message.metadata = edit.metadata;
  }
  message.edited = { user: by, ts: state.nextTs() };
  state.changed({ kind: 'edited', message, before });
}

/** A parent with replies leaves a tombstone, as in Slack, so that its thread stays. */
export function deleteMessage(state: WorkspaceState, channel: Channel, message: Message): void {
  const all = messagesOf(state, channel);
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
  state.messages.set(
    channel.id,
    all.flatMap((other) => (other === message ? tombstone : [other])),
  );
  state.changed({ kind: 'deleted', message });
}

export function showEphemeral(state: WorkspaceState, given: Omit<Ephemeral, 'ts'>): Ephemeral {
  const ephemeral: Ephemeral = { ...given, ts: state.nextTs() };
  state.ephemerals.push(ephemeral);
  state.changed({ kind: 'ephemeral', ephemeral });
  return ephemeral;
}

export function replaceEphemeral(
  state: WorkspaceState,
  ephemeral: Ephemeral,
  text: string,
  blocks?: Block[],
): void {
  ephemeral.text = text;
  delete ephemeral.blocks;
  if (blocks) ephemeral.blocks = blocks;
  state.changed({ kind: 'ephemeral_replaced', ephemeral });
}

export function removeEphemeral(state: WorkspaceState, ephemeral: Ephemeral): void {
  state.ephemerals.splice(state.ephemerals.indexOf(ephemeral), 1);
  state.changed({ kind: 'ephemeral_removed', ephemeral });
}

export function messagesOf(state: WorkspaceState, channel: Channel): Message[] {
  return state.messages.get(channel.id) ?? [];
}

export function findMessage(state: WorkspaceState, channel: Channel, ts: string): Message | undefined {
  return messagesOf(state, channel).find((message) => message.ts === ts);
}

/** What a channel shows: parents and replies that were also sent to it. */
export function timeline(state: WorkspaceState, channel: Channel): Message[] {
  return messagesOf(state, channel).filter(
    (message) => message.thread_ts === undefined || message.subtype === 'thread_broadcast',
  );
}

/** A parent and its replies, oldest first; `ts` may be any message of the thread. */
export function threadOf(state: WorkspaceState, channel: Channel, ts: string): Message[] {
  const root = findMessage(state, channel, ts)?.thread_ts ?? ts;
  return messagesOf(state, channel).filter((message) => message.ts === root || message.thread_ts === root);
}

/** A message as the Web API and payloads carry it. */
export function messageJson(
  state: WorkspaceState,
  message: Message,
  options: { metadata?: boolean } = {},
): Fields {
  const { channel: channelId, metadata, ...rest } = message;
  const all = state.messages.get(channelId) ?? [];
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

function checkParent(state: WorkspaceState, channel: Channel, ts: string): void {
  const parent = findMessage(state, channel, ts);
  if (!parent) throw new Refusal('thread_not_found');
  if (parent.thread_ts !== undefined) throw new Refusal('cannot_reply_to_message');
}
