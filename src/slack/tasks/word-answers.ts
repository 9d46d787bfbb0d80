// Answers that go on by a button, for words that cannot be carried out as they are. Pure.
import { button, buttonRow } from '#slack/cards/blocks.ts';
import { type MessageContent, mrkdwnMessage, offerMessage } from '#slack/cards/message.ts';
import { BULK_FORM } from '#slack/forms/bulk-form.ts';
import { BULK_TEXT } from '#slack/text/bulk.ts';
import { WORDS_TEXT } from '#slack/text/tasks.ts';
import { startButton, type TaskWord } from './help.ts';
import type { OrderFormKind } from './order-forms.ts';

/** Opens the form, filled in with the words that wait in the store under `key`; without a key it opens empty. */
export function formOffer(kind: OrderFormKind, key: string | undefined): MessageContent {
  const text = key === undefined ? WORDS_TEXT.emptyFormOffer : WORDS_TEXT.formOffer;
  return offerMessage(text, {
    ...startButton(kind, key),
    style: 'primary',
  });
}

/** Opens the form for a file. */
export function bulkOffer(): MessageContent {
  return offerMessage(BULK_TEXT.offer, { ...button(BULK_FORM, BULK_TEXT.open), style: 'primary' });
}

/**
 * Two buttons: the nearest subcommand with the other words, or help where none is near, and a search for all that was typed.
 * `why`: a sentence in mrkdwn. `typed`: all words. `nearestKey`, `searchKey`: under which the words wait in the store.
 */
export function unknownWordsMessage(unknown: {
  why: string;
  typed: string;
  nearest: TaskWord | 'help' | undefined;
  nearestKey?: string | undefined;
  searchKey: string;
}): MessageContent {
  const { why, typed, nearest = 'help', nearestKey, searchKey } = unknown;
  const { text, blocks } = mrkdwnMessage(why);
  const start = { ...startButton(nearest, nearestKey), style: 'primary' as const };
  return {
    text,
    blocks: [...blocks, ...buttonRow([start, button('look_up', WORDS_TEXT.search(typed), searchKey)])],
  };
}
