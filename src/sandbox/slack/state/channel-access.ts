// Which channels the bot can see and use, and Slack's words for those it can't.
import { asText } from '#sandbox/slack/json.ts';
import { directMessage } from './fixtures.ts';
import type { Channel, User } from './model.ts';
import { Refusal } from './refusal.ts';
import type { WorkspaceState } from './state.ts';

/** A channel the bot can see: any public one, and those it is in. Others "do not exist": channel_not_found. */
export function visibleChannel(state: WorkspaceState, reference: string): Channel {
  const name = reference.replace(/^#/, '');
  const channel =
    state.channels.get(reference) ?? [...state.channels.values()].find((other) => other.name === name);
  if (!channel || (channel.kind !== 'public' && !isIn(state, channel)))
    throw new Refusal('channel_not_found');
  return channel;
}

/** A channel the bot is in; a public one it is not in is not_in_channel. */
export function ownChannel(state: WorkspaceState, reference: string): Channel {
  const channel = visibleChannel(state, reference);
  if (!isIn(state, channel)) throw new Refusal('not_in_channel');
  return channel;
}

/** Where chat.postMessage goes: a visible channel, or a person's direct message by their user id. */
export function postingPlace(state: WorkspaceState, reference: string): Channel {
  if (state.users.has(reference)) return directMessage(state, reference);
  return visibleChannel(state, reference);
}

/** What a person can see: what they are in, and public channels unless they are a guest or a stranger. */
export function canSee(user: User, channel: Channel): boolean {
  const outsider = user.is_restricted || user.is_stranger;
  return channel.members.has(user.id) || (channel.kind === 'public' && !outsider);
}

export function requireUser(state: WorkspaceState, id: string | undefined): User {
  const user = state.users.get(asText(id));
  if (!user) throw new Refusal('user_not_found');
  return user;
}

export function isIn(state: WorkspaceState, channel: Channel): boolean {
  return channel.members.has(state.app.botUserId);
}
