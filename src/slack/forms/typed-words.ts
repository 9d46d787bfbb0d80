// A text as words that know where they stand in it, so that what is read can be cut out of the rest.
import { plainText } from '#lib/text.ts';

/** A stretch of a text: from `start` up to, but not with, `end`. */
export type Span = { readonly start: number; readonly end: number };

/** `afterCut`: something was cut out between this word and the one before. */
export type Word = Span & { readonly text: string; readonly afterCut: boolean };

/** Blanks separate words, and commas do that do not stand between two digits. */
const WORD = /(?:[^\s,]|(?<=\d),(?=\d))+/g;

/** The marks before and behind it are no part of it; an apostrophe may stand inside. */
const EMAIL =
  /(?!['‘’])[^\s<>,;:()[\]{}"“”„«»*@]+@[\p{L}\p{N}_.-]*[\p{L}\p{N}]\.[\p{L}\p{N}-]*[\p{L}\p{N}]/gu;

/** More than any order needs; reading takes longer than in proportion, and a message may have 40,000 characters. */
const MAX_LENGTH = 1_000;

/** What is read of a text: as plain text, without invisible marks, and up to the last whole word within the limit. */
export function readablePart(text: string): string {
  const visible = plainText(text).trim();
  return visible.length <= MAX_LENGTH ? visible : visible.slice(0, MAX_LENGTH).replace(/\S*$/, '').trim();
}

/** A word without the brackets around it and the mark that ends a sentence. */
export function coreOf(word = ''): string {
  return word.replace(/^\(+/, '').replace(/[.:;!?)]+$/, '');
}

/** E-mail addresses, without the marks around them. */
export function emailsIn(text: string): (Span & { readonly text: string })[] {
  return [...text.matchAll(EMAIL)].map(({ 0: email, index }) => ({
    text: email,
    start: index,
    end: index + email.length,
  }));
}

/** The stretch with the marks close around it, such as brackets, quotation marks and what ends a sentence. */
export function withMarks(text: string, { start, end }: Span): Span {
  const before = /["'“„«‘([{*]*$/.exec(text.slice(0, start))?.[0] ?? '';
  const behind = /^["'”“»’)\]}*.,;:!?/-]*/.exec(text.slice(end))?.[0] ?? '';
  return { start: start - before.length, end: end + behind.length };
}

/** The words that stand outside the cuts. */
export function wordsOutside(text: string, cuts: readonly Span[]): Word[] {
  return piecesOutside(text, cuts).flatMap((piece, number) =>
    [...text.slice(piece.start, piece.end).matchAll(WORD)].map(({ 0: word, index }, place) => {
      const start = piece.start + index;
      return { text: word, start, end: start + word.length, afterCut: number > 0 && place === 0 };
    }),
  );
}

/** What is left without the cuts, in the order and with the blanks in which it was typed. */
export function textOutside(text: string, cuts: readonly Span[]): string {
  const pieces = piecesOutside(text, cuts);
  return pieces
    .map(({ start, end }, number) => {
      // Next to a cut a comma or a lone mark was only a separator, or Slack's mark of bold text.
      const head =
        number > 0
          ? text.slice(start, end).replace(/^:?(?:[\s,;)]|[-–=@/|*.:](?=\s|$))+/, '')
          : text.slice(start, end);
      return (
        number < pieces.length - 1 ? head.replace(/(?:[\s,;(]|(?<=^|\s)[-–=@/|*])+$/, '') : head
      ).trim();
    })
    .filter(Boolean)
    .join(' ');
}

function piecesOutside(text: string, cuts: readonly Span[]): Span[] {
  const sorted = cuts.toSorted((a, b) => a.start - b.start);
  return [...sorted, { start: text.length, end: text.length }].map(({ start }, index) => ({
    start: sorted[index - 1]?.end ?? 0,
    end: start,
  }));
}
