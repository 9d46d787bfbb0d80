// The people and rooms that every fresh sandbox starts with, and the way to add more.
import type { Channel, User } from './model.ts';
import type { World } from './world.ts';

/** User ids by the part each person plays in a story. */
export type SeededUsers = {
  agent: string;
  secondAgent: string;
  guest: string;
  singleChannelGuest: string;
  stranger: string;
};

/** Channel ids: the bot is in `sales`, `partners` (shared with another workspace) and `dm`, and in no other. */
export type SeededChannels = { sales: string; finance: string; leads: string; partners: string; dm: string };

export function seed(world: World): { users: SeededUsers; channels: SeededChannels } {
  const bot = world.app.botUserId;
  addUser(world, { id: bot, name: world.app.botName, real_name: 'Teller', is_bot: true });

  const agent = addUser(world, { id: 'U0AGENT001', name: 'amina', real_name: 'Amina Agent' });
  const second = addUser(world, { id: 'U0AGENT002', name: 'brian', real_name: 'Brian Agent' });
  const guest = addUser(world, {
    id: 'U0GUEST001',
    name: 'grace',
    real_name: 'Grace Guest',
    is_restricted: true,
  });
  const single = addUser(world, {
    id: 'U0GUEST002',
    name: 'sam',
    real_name: 'Sam Single',
    is_restricted: true,
    is_ultra_restricted: true,
  });
  const stranger = addUser(world, {
    id: 'U0STRANGER',
    team_id: 'T0STRANGER',
    name: 'zed',
    real_name: 'Zed Stranger',
    is_stranger: true,
  });

  const team = [agent.id, second.id, guest.id, single.id];
  const sales = addChannel(world, { id: 'C0SALES001', name: 'sales', members: [bot, ...team] });
  const finance = addChannel(world, { id: 'C0FINANCE1', name: 'finance', members: [agent.id, second.id] });
  const leads = addChannel(world, {
    id: 'C0LEADS001',
    name: 'leads',
    kind: 'private',
    members: [agent.id, second.id],
  });
  const partners = addChannel(world, {
    id: 'C0PARTNERS',
    name: 'partners',
    members: [bot, agent.id, stranger.id],
  });
  const dm = directMessage(world, agent.id);

  return {
    users: {
      agent: agent.id,
      secondAgent: second.id,
      guest: guest.id,
      singleChannelGuest: single.id,
      stranger: stranger.id,
    },
    channels: { sales: sales.id, finance: finance.id, leads: leads.id, partners: partners.id, dm: dm.id },
  };
}

export type NewUser = Partial<User> & { name: string };

export function addUser(world: World, given: NewUser): User {
  const user: User = {
    id: world.nextId('U'),
    team_id: world.team.id,
    real_name: given.name,
    is_bot: false,
    deleted: false,
    is_restricted: false,
    is_ultra_restricted: false,
    is_stranger: false,
    tz: 'Africa/Nairobi',
    ...given,
  };
  world.users.set(user.id, user);
  return user;
}

export type NewChannel = {
  name: string;
  id?: string;
  kind?: 'public' | 'private';
  members?: readonly string[];
};

export function addChannel(world: World, given: NewChannel): Channel {
  const channel: Channel = {
    id: given.id ?? world.nextId('C'),
    name: given.name,
    kind: given.kind ?? 'public',
    members: new Set(),
    is_archived: false,
    is_ext_shared: false,
    created: Math.floor(world.now() / 1000),
  };
  world.channels.set(channel.id, channel);
  for (const member of given.members ?? []) invite(world, channel, member);
  return channel;
}

/** A channel becomes shared by letting a person of another workspace in. */
export function invite(world: World, channel: Channel, userId: string): void {
  const user = world.users.get(userId);
  if (!user) throw new Error(`There is no user ${userId} to invite; add them with addUser first.`);
  channel.members.add(userId);
  if (user.is_stranger) channel.is_ext_shared = true;
}

/** The direct message between a person and the app, made on first use. */
export function directMessage(world: World, userId: string): Channel {
  for (const channel of world.channels.values()) if (channel.user === userId) return channel;
  const channel: Channel = {
    id: world.nextId('D'),
    name: 'directmessage',
    kind: 'im',
    members: new Set([world.app.botUserId, userId]),
    is_archived: false,
    is_ext_shared: false,
    created: Math.floor(world.now() / 1000),
    user: userId,
  };
  world.channels.set(channel.id, channel);
  return channel;
}
