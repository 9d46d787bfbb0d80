// How erasing a customer's data ended, for whoever asked for it, and what the form says before. Pure.
import type { KnownBlock } from '@slack/types';
import type { ForgetJob } from '#payments/finding/forget-jobs.ts';
import { FORGET_TEXT, forgottenSentence, keptReason } from '#slack/text/forget.ts';
import { note } from './blocks.ts';
import { date, foreign, lines, ours, type Parts } from './line.ts';
import type { MessageContent } from './message.ts';

type Kept = ForgetJob['kept'][number];

/** More would not fit into a message that somebody reads. */
const MAX_KEPT = 20;

export function forgottenMessage({ erased, kept }: Pick<ForgetJob, 'erased' | 'kept'>): MessageContent {
  const sentence = forgottenSentence(erased, kept.length);
  return {
    text: sentence,
    blocks: [note(sentence), ...keptLines(kept), note(FORGET_TEXT.rows), note(FORGET_TEXT.cannot)],
  };
}

/** Those that have to wait, each with why and, where that is known, until when. */
export function keptLines(kept: readonly Kept[]): KnownBlock[] {
  if (kept.length === 0) return [];
  const shown = kept.slice(0, MAX_KEPT);
  const more: Parts[] =
    kept.length > MAX_KEPT ? [[[ours(FORGET_TEXT.moreKept(kept.length - MAX_KEPT))]]] : [];
  return [lines(...shown.map(lineOf), ...more)];
}

function lineOf({ reference, because, until }: Kept): Parts {
  return [
    [foreign(reference)],
    [
      ours(keptReason(because)),
      ...(until === undefined ? [] : [ours(` ${FORGET_TEXT.until} `), date(until)]),
    ],
  ];
}
