// Everything that the bot ever posted in Slack, as people saw it come: what was deleted since was told all the same.

import { renderMessage } from '#sandbox/slack/render/render.ts';
import type { Change, Message } from '#sandbox/slack/state/model.ts';
import type { SlackSandbox } from '#sandbox/slack/workspace.ts';

export type Heard = {
  readonly channel: string;
  readonly ts: string;
  readonly threadTs: string | undefined;
  /** The bot's own mark: which order it is about, and which news. */
  readonly reference: string;
  readonly news: string;
  /** As last edited. */
  text: string;
  shown: string;
  edits: number;
  deleted: boolean;
};

export type Ears = {
  /** In the order in which they came. */
  readonly heard: readonly Heard[];
  about(reference: string): Heard[];
  /** The card that was first posted for an order. */
  cardOf(reference: string): Heard | undefined;
  /** Of all messages of the bot, marked or not. */
  readonly counts: { posts: number; edits: number };
};

export const CARD = 'card';

export function listen(slack: SlackSandbox): Ears {
  const heard: Heard[] = [];
  const byReference = new Map<string, Heard[]>();
  const counts = { posts: 0, edits: 0 };

  function posted(message: Message): void {
    counts.posts += 1;
    const { reference, news } = message.metadata?.event_payload ?? {};
    if (typeof reference !== 'string' || typeof news !== 'string') return;
    const { channel, ts, thread_ts: threadTs, text } = message;
    const one = { channel, ts, threadTs, reference, news, text, shown: renderMessage(message) };
    const kept = { ...one, edits: 0, deleted: false };
    heard.push(kept);
    byReference.set(reference, [...(byReference.get(reference) ?? []), kept]);
  }

  slack.onChange((change: Change) => {
    if (!('message' in change) || change.message.user !== slack.botUserId) return;
    const { message } = change;
    if (change.kind === 'posted') return posted(message);
    const known = heard.findLast(({ channel, ts }) => channel === message.channel && ts === message.ts);
    if (change.kind === 'edited') counts.edits += 1;
    if (!known) return;
    if (change.kind === 'deleted') known.deleted = true;
    else Object.assign(known, { text: message.text, shown: renderMessage(message), edits: known.edits + 1 });
  });

  const about = (reference: string) => byReference.get(reference) ?? [];
  return {
    heard,
    about,
    cardOf: (reference) => about(reference).find(({ news }) => news === CARD),
    counts,
  };
}
