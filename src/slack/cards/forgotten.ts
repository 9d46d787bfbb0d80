// How erasing a customer's data ended, for whoever asked for it, and what the form says before. Pure.
import type { KnownBlock } from '@slack/types';
import { counted } from '#lib/text.ts';
import { quotedReference } from '#orders/reference.ts';
import type { ForgetJob } from '#payments/finding/forget-jobs.ts';
import { CARD_TEXT } from '#slack/text/card.ts';
import { FORGET_TEXT, forgottenSentence, keptReason } from '#slack/text/forget.ts';
import { plainSection } from './blocks.ts';
import { channel, date, foreign, lines, ours, type Parts, person } from './line.ts';
import type { MessageContent } from './message.ts';

type Waiting = Pick<ForgetJob, 'kept' | 'files'>;
type Kept = Waiting['kept'][number];
type File = Waiting['files'][number];

/** More would not fit into a message that somebody reads. */
const MAX_KEPT = 20;

export function forgottenMessage({
  erased,
  ...waiting
}: Waiting & Pick<ForgetJob, 'erased'>): MessageContent {
  const sentence = forgottenSentence(erased, waiting.kept.length, waiting.files.length);
  return {
    text: sentence,
    blocks: [plainSection(sentence), ...keptLines(waiting), plainSection(FORGET_TEXT.cannot)],
  };
}

/** Orders and rows of files that have to wait, each with why and, where that is known, until when. */
export function keptLines({ kept, files }: Waiting): KnownBlock[] {
  if (kept.length + files.length === 0) return [];
  const shown = kept.slice(0, MAX_KEPT);
  const more: Parts[] =
    kept.length > MAX_KEPT ? [[[ours(FORGET_TEXT.moreKept(kept.length - MAX_KEPT))]]] : [];
  return [lines(...shown.map(lineOf), ...more, ...files.map(fileLineOf))];
}

function lineOf({ reference, because, until }: Kept): Parts {
  const order = quotedReference(reference);
  return [
    [...(order === reference ? [] : [ours(`${CARD_TEXT.chargeOf} `)]), foreign(order)],
    [
      ours(keptReason(because)),
      ...(until === undefined ? [] : [ours(` ${FORGET_TEXT.until} `), date(until)]),
    ],
  ];
}

function fileLineOf({ by, channel: id, rows, until }: File): Parts {
  const whose = [ours(`${counted(rows, 'row')} of a file by `), person(by), ours(' for '), channel(id)];
  return until === undefined
    ? [whose, [ours(FORGET_TEXT.untilSent)]]
    : [whose, [ours(`${FORGET_TEXT.untilConfirmed} `), date(until)]];
}
