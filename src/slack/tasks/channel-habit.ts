// What people choose for a channel, as alerts, digests and settings have it: shown or changed by whoever types the command, and
// said in the channel, so that everybody there knows who changed it.
import { randomUUID } from 'node:crypto';
import type { ChannelAccess } from '#slack/access/channel-access.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import { section } from '#slack/cards/blocks.ts';
import { type MessageContent, mrkdwnMessage } from '#slack/cards/message.ts';
import { type BotIdentity, botMention } from '#slack/connect/identity.ts';
import type { Outbound } from '#slack/delivery/outbound.ts';
import { ACCESS_UNREADABLE } from '#slack/text/alerts.ts';
import { BETWEEN_PEOPLE, isDirectMessage } from '#slack/text/people.ts';

/** `words`: what follows the word that names the habit. `command`: its name in this workspace, such as "/pay". */
export type HabitRequest = {
  readonly userId: string;
  readonly channel: string;
  readonly words: string;
  readonly command: string;
};

/** The answer to the command; undefined when the channel itself was told. */
export type HabitAnswer = Promise<MessageContent | undefined>;

/** Sentences in mrkdwn. `switched` is for the channel; `set` for the person, where the channel could not be told. */
type Change = {
  readonly channel: string;
  /** True for what posts to the channel, so Teller must be in it. Switching off works everywhere. */
  readonly needsAccess: boolean;
  /** What it says there is not for people of another workspace. Only of what needs access. */
  readonly isPrivate: boolean;
  save(): Promise<void>;
  /** Its line in the audit record. */
  readonly deed: Parameters<DeedRecorder['record']>[0];
  readonly switched: string;
  readonly set: string;
};

type ChangeHabit = (change: Change) => HabitAnswer;

/** What posts nothing private works everywhere. */
const ANYWHERE = { access: 'in', isShared: false } as const;

/** `name` begins the metadata of posts. `shared`: for those with private changes. Changes reject when the store is down. */
export function createChangeHabit(
  deps: {
    channelAccess: ChannelAccess;
    identity: Pick<BotIdentity, 'known'>;
    outbound: Pick<Outbound, 'post'>;
    recorder: Pick<DeedRecorder, 'record'>;
  },
  { name, cannot, shared }: { name: string; cannot: (botMention: string) => string; shared?: string },
): ChangeHabit {
  const { channelAccess, identity, outbound, recorder } = deps;
  return async ({ channel, needsAccess, isPrivate, save, deed, switched, set }) => {
    const { access, isShared } = needsAccess ? await channelAccess.read(channel) : ANYWHERE;
    if (access === 'out')
      return mrkdwnMessage(isDirectMessage(channel) ? BETWEEN_PEOPLE : cannot(botMention(identity)));
    if (access === 'unknown') return mrkdwnMessage(ACCESS_UNREADABLE);
    if (shared && isPrivate && isShared) return mrkdwnMessage(shared);
    await save();
    await recorder.record(deed);
    const posted = await outbound.post({
      channel,
      ...mrkdwnMessage(switched),
      metadata: { reference: channel, news: `${name}-${randomUUID()}` },
    });
    return posted.status === 'posted' ? undefined : mrkdwnMessage(set);
  };
}

/** How it is, and below what can be typed; both in mrkdwn. */
export function describeHabit(now: string, help: string): MessageContent {
  return { text: now, blocks: [section(now), section(help)] };
}
