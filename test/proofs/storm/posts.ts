// Everything that the bot ever posted in Slack, as it came: what was deleted since is kept.

import type { Change, Message } from '#sandbox/slack/state/model.ts';
import type { SlackSandbox } from '#sandbox/slack/workspace.ts';
import { renderMessage } from '#test/sandbox/slack/render/render.ts';

export type Post = {
  readonly channel: string;
  readonly ts: string;
  readonly threadTs: string | undefined;
  /** Of the message's metadata: which order it is about, and which announcement. */
  readonly reference: string;
  readonly news: string;
  /** As last edited. */
  text: string;
  shown: string;
  edits: number;
  deleted: boolean;
};

export type Posts = {
  /** In the order in which they came. */
  readonly all: readonly Post[];
  about(reference: string): Post[];
  /** The card that was first posted for an order. */
  cardOf(reference: string): Post | undefined;
  /** Of all messages of the bot, with metadata or without. */
  readonly counts: { posts: number; edits: number };
};

export const CARD = 'card';
/** In the place of a reference: the message is about the end of erasing a customer. */
export const FORGOTTEN = 'forget';

export function recordPosts(slack: SlackSandbox): Posts {
  const all: Post[] = [];
  const byReference = new Map<string, Post[]>();
  const counts = { posts: 0, edits: 0 };

  function posted(message: Message): void {
    counts.posts += 1;
    const { reference, news } = message.metadata?.event_payload ?? {};
    if (typeof reference !== 'string' || typeof news !== 'string') return;
    const { channel, ts, thread_ts: threadTs, text } = message;
    const one = { channel, ts, threadTs, reference, news, text, shown: renderMessage(message) };
    const kept = { ...one, edits: 0, deleted: false };
    all.push(kept);
    byReference.set(reference, [...(byReference.get(reference) ?? []), kept]);
  }

  slack.onChange((change: Change) => {
    if (!('message' in change) || change.message.user !== slack.botUserId) return;
    const { message } = change;
    if (change.kind === 'posted') return posted(message);
    const known = all.findLast(({ channel, ts }) => channel === message.channel && ts === message.ts);
    if (change.kind === 'edited') counts.edits += 1;
    if (!known) return;
    if (change.kind === 'deleted') known.deleted = true;
    else Object.assign(known, { text: message.text, shown: renderMessage(message), edits: known.edits + 1 });
  });

  const about = (reference: string) => byReference.get(reference) ?? [];
  return {
    all,
    about,
    cardOf: (reference) => about(reference).find(({ news }) => news === CARD),
    counts,
  };
}

const MONEY = ['paid', 'review', 'reversed'];

/** The end of a review is announced under the name of the state that it leads to, as a payment is. */
export function kindOf({ news, shown }: Post): string {
  if (/Accepted as paid by/.test(shown)) return 'accepted_as_paid';
  if (/The remaining .* is paid/.test(shown)) return 'balance_paid';
  // A request has its number in front of the version.
  return news.replace(/(-\d+)+$/, '');
}

export function isMoney(post: Post): boolean {
  return MONEY.includes(kindOf(post));
}
