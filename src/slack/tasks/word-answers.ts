// Answers that go on by a button, for words that cannot be carried out as they are. Pure.
import { button, buttonRow } from '#slack/cards/blocks.ts';
import { type MessageContent, mrkdwnMessage, offerMessage } from '#slack/cards/message.ts';
import { BULK_FORM } from '#slack/forms/bulk-form.ts';
import { BULK_TEXT } from '#slack/text/bulk.ts';
import { escapeMrkdwn } from '#slack/text/escape.ts';
import { WORDS_TEXT } from '#slack/text/tasks.ts';
import { ORDER_FORM_IDS, type OrderFormKind } from './order-forms.ts';

/** Opens the form, filled in with the words that wait in the store under `key`; without a key it opens empty. */
export function formOffer(kind: OrderFormKind, key: string | undefined): MessageContent {
  const text = key === undefined ? WORDS_TEXT.emptyFormOffer : WORDS_TEXT.formOffer;
  return offerMessage(text, {
    ...button(ORDER_FORM_IDS[kind], WORDS_TEXT.open[kind], key),
    style: 'primary',
  });
}

/** Opens the form for a file. */
export function bulkOffer(): MessageContent {
  return offerMessage(BULK_TEXT.offer, { ...button(BULK_FORM, BULK_TEXT.open), style: 'primary' });
}

/**
 * The nearest word, and a button that searches for what was typed. `why`: a sentence in mrkdwn. `key`: under which the words
 * wait in the store. `command`: its name in this workspace, such as "/pay"; '' where the words work without one.
 */
export function unknownWordsMessage(unknown: {
  why: string;
  nearest: string | undefined;
  key: string;
  command: string;
}): MessageContent {
  const { why, nearest, key, command } = unknown;
  const next = [...(nearest ? [WORDS_TEXT.nearest(nearest)] : []), WORDS_TEXT.help(`${command} help`.trim())];
  const { text, blocks } = mrkdwnMessage(`${why} ${escapeMrkdwn(next.join(' '))}`);
  return { text, blocks: [...blocks, ...buttonRow([button('look_up', WORDS_TEXT.lookUp, key)])] };
}
