// What people see on their screens, for tests and for the sandbox's own page: always copies.

import { canSee, isIn } from './channel-access.ts';
import { directMessage } from './fixtures.ts';
import { messagesOf, threadOf, timeline } from './messages.ts';
import type { Channel, Ephemeral, Message, StoredFile, User, View } from './model.ts';
import type { WorkspaceState } from './state.ts';

/** A channel, or the direct message with the app, as it stands in a person's list. */
export type Conversation = Pick<Channel, 'id' | 'name' | 'kind' | 'is_archived' | 'is_ext_shared'> & {
  is_member: boolean;
  is_bot_in: boolean;
};

export type UserViews = {
  /** Everybody, the app's own user included. */
  people(): User[];
  /** What a person can open, in the order in which it was made; their direct message with the app comes last. */
  conversations(userId: string): Conversation[];
  /** What Slack shows for the id of a user, channel or user group. */
  nameOf(id: string): string | undefined;
  /** What a channel shows, oldest first: parents, and replies that were also sent to it. */
  messages(channel: string): Message[];
  /** Everything in a channel, replies included, oldest first. */
  history(channel: string): Message[];
  /** A parent and its replies, oldest first. */
  thread(channel: string, ts: string): Message[];
  /** What only this person sees, oldest first; what stands in a thread has its `thread_ts`. */
  ephemerals(userId: string, channel?: string, threadTs?: string): Ephemeral[];
  /** The modal on a person's screen. */
  modal(userId: string): View | undefined;
  home(userId: string): View | undefined;
  files(): StoredFile[];
};

/** `channelOf` throws for a channel that is not there, since then the test is wrong. */
export function createUserViews(state: WorkspaceState, channelOf: (id: string) => Channel): UserViews {
  return {
    people: () => structuredClone([...state.users.values()]),
    conversations(userId) {
      const user = state.users.get(userId);
      if (!user) return [];
      const direct = directMessage(state, userId);
      const listed = [...state.channels.values()].filter(
        (channel) => channel.kind !== 'im' && canSee(user, channel),
      );
      return [...listed, direct].map((channel) => {
        const { id, name, kind, is_archived, is_ext_shared, members } = channel;
        const is_member = members.has(userId);
        return { id, name, kind, is_archived, is_ext_shared, is_member, is_bot_in: isIn(state, channel) };
      });
    },
    nameOf: (id) =>
      state.users.get(id)?.name ?? state.channels.get(id)?.name ?? state.usergroups.get(id)?.handle,
    messages: (channel) => structuredClone(timeline(state, channelOf(channel))),
    history: (channel) => structuredClone(messagesOf(state, channelOf(channel))),
    thread: (channel, ts) => structuredClone(threadOf(state, channelOf(channel), ts)),
    ephemerals(userId, channel, threadTs) {
      const wanted = state.ephemerals.filter(
        (shown) =>
          shown.user === userId &&
          (channel === undefined || shown.channel === channel) &&
          (threadTs === undefined || shown.thread_ts === threadTs),
      );
      return structuredClone(wanted);
    },
    modal: (userId) => structuredClone(state.modals.get(userId)),
    home: (userId) => structuredClone(state.homes.get(userId)),
    files: () => [...state.files.values()],
  };
}
