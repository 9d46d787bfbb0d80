// What one person's page shows at this moment, part by part, taken from the town.
import type { Message, User } from '#sandbox/slack/model.ts';
import type { Town } from '#sandbox/town.ts';
import type { ManifestWords } from './manifest-words.ts';
import { customerOrders } from './orders.ts';
import type { Person, Screen } from './screen.ts';
import type { Switches } from './switches.ts';
import type { WireLog } from './wire-log.ts';

/** Older messages than these are left out of a channel. */
const MOST_PARENTS = 200;

export type Sight = {
  /** `userId` must be somebody who can be played. */
  screen(userId: string): Screen;
  /** Changes whenever something happened that no listener hears of. */
  pulse(): string;
};

export function createSight(deps: {
  town: Town;
  manifest: ManifestWords;
  switches: Switches;
  wire: WireLog;
  ignored: ReadonlySet<string>;
}): Sight {
  const { town, manifest, switches, wire, ignored } = deps;
  const { slack, provider } = town;

  function messagesOf(channel: string): Message[] {
    const parents = slack.messages(channel).filter(({ thread_ts }) => thread_ts === undefined);
    return parents.slice(-MOST_PARENTS).flatMap(({ ts }) => slack.thread(channel, ts));
  }

  return {
    screen(userId) {
      const conversations = slack.conversations(userId);
      return {
        people: slack.people().map((user) => personOf(user, slack.users.agent)),
        app: { botUserId: slack.botUserId, ...manifest },
        conversations,
        messages: Object.fromEntries(conversations.map(({ id }) => [id, messagesOf(id)])),
        ephemerals: slack.ephemerals(userId),
        modal: slack.modal(userId) ?? null,
        home: slack.home(userId) ?? null,
        orders: customerOrders(town, ignored),
        switches: switches.list(),
        isBotRunning: town.isBotRunning(),
        aheadMs: Math.round((town.now() - Date.now()) / 1000) * 1000,
        wire: wire.lines(),
      };
    },

    pulse() {
      const { requests, notifications } = provider;
      const unanswered = requests.filter(({ answer }) => answer === undefined).length;
      const ringing = customerOrders(town, ignored).filter(({ isRinging }) => isRinging).length;
      const answered = slack.calls.slice(-20).filter(({ answer }) => answer !== undefined).length;
      const counts = [
        slack.calls.length,
        answered,
        requests.length,
        unanswered,
        notifications.length,
        ringing,
      ];
      return [...counts, provider.orders().length, town.isBotRunning()].join(' ');
    },
  };
}

function personOf(user: User, agentId: string): Person {
  const { id, name, real_name, tz } = user;
  return { id, name, realName: real_name, part: partOf(user, agentId), zone: tz };
}

function partOf(user: User, agentId: string): string {
  if (user.is_bot) return 'app';
  if (user.is_stranger) return 'from another workspace';
  if (user.is_ultra_restricted) return 'single-channel guest';
  if (user.is_restricted) return 'guest';
  return user.id === agentId ? 'agent' : 'second agent';
}
