// The channels of a storm, and the people who work in them.
import type { Person } from '#sandbox/slack/actions/person.ts';
import { describeAlerts } from '#slack/alerts/alerts.ts';
import { mrkdwnOf } from '#slack/ui/say.ts';
import { APPROVERS, type Environment } from './environment.ts';

export type Channels = {
  readonly agents: readonly Person[];
  /** One beside each agent, who presses at the same moment. */
  readonly colleagues: readonly Person[];
  /** Where agents take orders. `closing` is archived in the middle of the storm. */
  readonly salesChannels: readonly string[];
  readonly closing: string;
  /** Channels that hear of every payment. One of the salesChannels does too, and `closingDesk` is archived in the middle. */
  readonly listening: readonly string[];
  readonly closingDesk: string;
};

const NAMES = ['amina', 'brian', 'chege', 'diana', 'esther', 'farid'];

/** Rejects when the bot does not take the settings of the channels. */
export async function openChannels({ slack }: Environment): Promise<Channels> {
  const people = NAMES.map((name) => slack.addUser({ name, real_name: `${name} Agent` }).id);
  const others = NAMES.map((name) => slack.addUser({ name: `${name}-2`, real_name: `${name} Colleague` }).id);
  const members = [slack.botUserId, ...people, ...others];
  slack.addUsergroup({
    id: APPROVERS,
    handle: 'approvers',
    name: 'Approvers',
    users: [...people, ...others],
  });
  const open = (name: string, kind: 'public' | 'private' = 'public') =>
    slack.addChannel({ name, kind, members }).id;
  const plain = open('till-plain');
  const quiet = open('till-quiet', 'private');
  const loud = open('till-loud');
  const closing = open('till-closing');
  const desk = open('desk');
  const closingDesk = open('desk-closing', 'private');
  const agents = people.map((id) => slack.person(id));
  const colleagues = others.map((id) => slack.person(id));
  const [first] = agents;
  if (!first) throw new Error('nobody works here');
  for (const [channel, mode] of [
    [quiet, 'quiet'],
    [loud, 'on'],
    [desk, 'on'],
    [closingDesk, 'on'],
  ] as const) {
    // Whoever is in the channel reads it; only where it cannot be posted is it the person alone.
    const isSet = () =>
      [...slack.messages(channel), ...slack.ephemerals(first.id, channel)].some(({ text }) =>
        [true, false].some((isNew) => text.includes(mrkdwnOf(describeAlerts({ mode }, isNew)))),
      );
    for (let tries = 0; !isSet(); tries += 1) {
      // A minute: on a busy machine the bots may still be starting.
      if (tries > 6_000) throw new Error(`alerts could not be set to ${mode}`);
      // Typed again each three seconds, as people do: a machine that is busy may miss the time that Teller gives Slack.
      if (tries % 300 === 0) await first.command(channel, '/pay', `alerts ${mode}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  return {
    agents,
    colleagues,
    salesChannels: [plain, quiet, loud, closing],
    closing,
    listening: [loud, desk, closingDesk],
    closingDesk,
  };
}
