// Which channels the bot can see and use, and Slack's words for those it can't.
import { asText } from './json.ts';
import type { Channel, User } from './model.ts';
import { Refusal } from './refusal.ts';
import { directMessage } from './seeds.ts';
import type { World } from './world.ts';

/** A channel the bot can see: any public one, and those it is in. Others "do not exist": channel_not_found. */
export function visibleChannel(world: World, reference: string): Channel {
  const name = reference.replace(/^#/, '');
  const channel =
    world.channels.get(reference) ?? [...world.channels.values()].find((other) => other.name === name);
  if (!channel || (channel.kind !== 'public' && !isIn(world, channel)))
    throw new Refusal('channel_not_found');
  return channel;
}

/** A channel the bot is in; a public one it is not in is not_in_channel. */
export function ownChannel(world: World, reference: string): Channel {
  const channel = visibleChannel(world, reference);
  if (!isIn(world, channel)) throw new Refusal('not_in_channel');
  return channel;
}

/** Where chat.postMessage goes: a visible channel, or a person's direct message by their user id. */
export function postingPlace(world: World, reference: string): Channel {
  if (world.users.has(reference)) return directMessage(world, reference);
  return visibleChannel(world, reference);
}

/** What a person can see: what they are in, and public channels unless they are a guest or a stranger. */
export function canSee(user: User, channel: Channel): boolean {
  const outsider = user.is_restricted || user.is_stranger;
  return channel.members.has(user.id) || (channel.kind === 'public' && !outsider);
}

export function requireUser(world: World, id: string | undefined): User {
  const user = world.users.get(asText(id));
  if (!user) throw new Refusal('user_not_found');
  return user;
}

export function isIn(world: World, channel: Channel): boolean {
  return channel.members.has(world.app.botUserId);
}
