// The line between a person and the app: what every gesture of a person needs to reach it.
import type { Ack, Delivery } from './delivery.ts';
import type { Events } from './events.ts';
import { showEphemeral } from './messages.ts';
import type { Channel, User } from './model.ts';
import { canSee } from './places.ts';
import type { ResponseUrls } from './response-urls.ts';
import type { Triggers } from './triggers.ts';
import type { World } from './world.ts';

export type Line = {
  world: World;
  triggers: Triggers;
  responseUrls: ResponseUrls;
  delivery: Delivery;
  events: Events;
};

/** What a person sees of the app's answer. */
export type AckResult = {
  /** False: Slack's own client stopped it, nothing reached the app. */
  sent: boolean;
  /** The app's HTTP status; 0 when no answer came or nothing was sent. */
  status: number;
  body: string;
  ms: number;
  /** What Slack holds against the answer, or why nothing was sent. */
  problem?:
    | 'operation_timeout'
    | 'dispatch_failed'
    /** The app answered, but not in a way Slack understands or allows. */
    | 'invalid_answer'
    /** The form has empty required fields or unreadable values; see `modal(userId).errors`. */
    | 'refused_by_form'
    /** The person said no in the confirm dialog. */
    | 'dismissed';
};

export function sent(ack: Ack): AckResult {
  return { sent: true, ...ack };
}

export function notSent(problem?: AckResult['problem']): AckResult {
  return { sent: false, status: 0, body: '', ms: 0, ...(problem && { problem }) };
}

/** The channel a person is about to use. Throws when they could not do that in Slack, since then the test is wrong. */
export function channelFor(world: World, user: User, reference: string): Channel {
  const channel =
    world.channels.get(reference) ?? [...world.channels.values()].find((other) => other.name === reference);
  if (!channel) throw new Error(`There is no channel ${reference}.`);
  if (!canSee(user, channel)) throw new Error(`${user.name} can't see ${channel.name}; invite them first.`);
  if (channel.is_archived) throw new Error(`${channel.name} is archived: nobody can write there.`);
  return channel;
}

/** Slack's own words to one person. */
export function slackNote(world: World, user: User, channel: Channel, text: string): void {
  showEphemeral(world, { from: 'slack', user: user.id, channel: channel.id, text });
}
