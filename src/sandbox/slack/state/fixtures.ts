// The people and channels that every fresh sandbox starts with, and functions that add more.
import type { Channel, User } from './model.ts';
import type { WorkspaceState } from './state.ts';

/** User ids by role. */
export type FixtureUsers = {
  agent: string;
  secondAgent: string;
  guest: string;
  singleChannelGuest: string;
  stranger: string;
};

/** Channel ids: the bot is in `sales`, `partners` (shared with another workspace) and `dm`, and in no other. */
export type FixtureChannels = { sales: string; finance: string; leads: string; partners: string; dm: string };

export function addFixtures(state: WorkspaceState): { users: FixtureUsers; channels: FixtureChannels } {
  const bot = state.app.botUserId;
  addUser(state, { id: bot, name: state.app.botName, real_name: 'Teller', is_bot: true });

  const agent = addUser(state, { id: 'U0AGENT001', name: 'amina', real_name: 'Amina Agent' });
  const second = addUser(state, { id: 'U0AGENT002', name: 'brian', real_name: 'Brian Agent' });
  const guest = addUser(state, {
    id: 'U0GUEST001',
    name: 'grace',
    real_name: 'Grace Guest',
    is_restricted: true,
  });
  const single = addUser(state, {
    id: 'U0GUEST002',
    name: 'sam',
    real_name: 'Sam Single',
    is_restricted: true,
    is_ultra_restricted: true,
  });
  const stranger = addUser(state, {
    id: 'U0STRANGER',
    team_id: 'T0STRANGER',
    name: 'zed',
    real_name: 'Zed Stranger',
    is_stranger: true,
  });

  const team = [agent.id, second.id, guest.id, single.id];
  const sales = addChannel(state, { id: 'C0SALES001', name: 'sales', members: [bot, ...team] });
  const finance = addChannel(state, { id: 'C0FINANCE1', name: 'finance', members: [agent.id, second.id] });
  const leads = addChannel(state, {
    id: 'C0LEADS001',
    name: 'leads',
    kind: 'private',
    members: [agent.id, second.id],
  });
  const partners = addChannel(state, {
    id: 'C0PARTNERS',
    name: 'partners',
    members: [bot, agent.id, stranger.id],
  });
  const dm = directMessage(state, agent.id);

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

export function addUser(state: WorkspaceState, given: NewUser): User {
  const user: User = {
    id: state.nextId('U'),
    team_id: state.team.id,
    real_name: given.name,
    is_bot: false,
    deleted: false,
    is_restricted: false,
    is_ultra_restricted: false,
    is_stranger: false,
    tz: 'Africa/Nairobi',
    ...given,
  };
  state.users.set(user.id, user);
  return user;
}

export type NewChannel = {
  name: string;
  id?: string;
  kind?: 'public' | 'private';
  members?: readonly string[];
};

export function addChannel(state: WorkspaceState, given: NewChannel): Channel {
  const channel: Channel = {
    id: given.id ?? state.nextId('C'),
    name: given.name,
    kind: given.kind ?? 'public',
    members: new Set(),
    is_archived: false,
    is_ext_shared: false,
    created: Math.floor(state.now() / 1000),
  };
  state.channels.set(channel.id, channel);
  for (const member of given.members ?? []) invite(state, channel, member);
  return channel;
}

/** A channel becomes shared by letting a person of another workspace in. */
export function invite(state: WorkspaceState, channel: Channel, userId: string): void {
  const user = state.users.get(userId);
  if (!user) throw new Error(`There is no user ${userId} to invite; add them with addUser first.`);
  channel.members.add(userId);
  if (user.is_stranger) channel.is_ext_shared = true;
}

/** The direct message between a person and the app, made on first use. */
export function directMessage(state: WorkspaceState, userId: string): Channel {
  for (const channel of state.channels.values()) if (channel.user === userId) return channel;
  const channel: Channel = {
    id: state.nextId('D'),
    name: 'directmessage',
    kind: 'im',
    members: new Set([state.app.botUserId, userId]),
    is_archived: false,
    is_ext_shared: false,
    created: Math.floor(state.now() / 1000),
    user: userId,
  };
  state.channels.set(channel.id, channel);
  return channel;
}
