// What was found for a person, and the sentences above the answer. Pure.
import { isSameCode } from '#orders/payment.ts';
import { plainSection } from '#slack/cards/blocks.ts';
import { understoodLine } from '#slack/cards/found-orders.ts';
import { type MessageContent, plainMessage } from '#slack/cards/message.ts';
import { FIND_TEXT } from '#slack/text/find.ts';
import type { Searched } from './search.ts';

type Unfound = { readonly why: string; readonly answer: MessageContent };

/**
 * `one`: a payment, which may be shown to all who read the thread, with its confirmation codes; the other answers are for the
 * asker alone. `list`: several. `none`: nobody has it. `unanswered`: Teller does not, and the service could not be asked.
 * `not_searched`: nothing could be searched for. Of these three `why` is the sentence, in mrkdwn.
 */
export type Found =
  | { readonly status: 'one'; readonly answer: MessageContent; readonly codes: readonly string[] }
  | { readonly status: 'list'; readonly answer: MessageContent }
  | ({ readonly status: 'none' | 'unanswered' | 'not_searched' } & Unfound);

export function notSearched(why: string): Found {
  return { status: 'not_searched', why, answer: plainMessage(why) };
}

/** For the asker alone: what was understood. */
export function withNotes(
  { text, blocks }: MessageContent,
  { words }: Extract<Searched, { status: 'one' }>,
): MessageContent {
  return { text, blocks: [...understoodLine(words), ...blocks] };
}

/** True of the payment that has this confirmation code. */
export function hasCode(found: Found, code: string): boolean {
  return found.status === 'one' && found.codes.some((its) => isSameCode(its, code));
}

/** Somebody else may have paid the same amount: what was found without the SMS's code is no answer to it by itself. */
export function withDoubt(found: Found, code: string | undefined): Found {
  const isPayment = found.status === 'one' || found.status === 'list';
  return code === undefined || !isPayment || hasCode(found, code)
    ? found
    : withSentence(FIND_TEXT.otherCode, found);
}

export function withSentence(sentence: string, found: Found): Found {
  const { text, blocks } = found.answer;
  return { ...found, answer: { text: `${sentence} ${text}`, blocks: [plainSection(sentence), ...blocks] } };
}
