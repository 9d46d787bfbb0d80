// What every action of a person needs to reach the app.
import type { Delivery } from '#sandbox/slack/delivery/delivery.ts';
import type { Events } from '#sandbox/slack/delivery/events.ts';
import type { ResponseUrls } from '#sandbox/slack/delivery/response-urls.ts';
import { canSee } from '#sandbox/slack/state/channel-access.ts';
import { showEphemeral } from '#sandbox/slack/state/messages.ts';
import type { Channel, User } from '#sandbox/slack/state/model.ts';
import type { WorkspaceState } from '#sandbox/slack/state/state.ts';
import type { Triggers } from '#sandbox/slack/state/triggers.ts';

export type Dispatch = {
  state: WorkspaceState;
  triggers: Triggers;
  responseUrls: ResponseUrls;
  delivery: Delivery;
  events: Events;
  /** The manifest's `should_escape` of the command. */
  escapesCommands: boolean;
};

/** The channel a person is about to use. Throws when they could not do that in Slack, since then the test is wrong. */
export function channelFor(state: WorkspaceState, user: User, reference: string): Channel {
  const channel =
    state.channels.get(reference) ?? [...state.channels.values()].find((other) => other.name === reference);
  if (!channel) throw new Error(`There is no channel ${reference}.`);
  if (!canSee(user, channel)) throw new Error(`${user.name} can't see ${channel.name}; invite them first.`);
  if (channel.is_archived) throw new Error(`${channel.name} is archived: nobody can write there.`);
  return channel;
}

/** Slack's own words to one person. */
export function slackNote(state: WorkspaceState, user: User, channel: Channel, text: string): void {
  showEphemeral(state, { from: 'slack', user: user.id, channel: channel.id, text });
}
