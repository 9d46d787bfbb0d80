import { plainText, withoutInvisible, withoutShortcodes } from '#lib/text.ts';

export type Span = { readonly start: number; readonly end: number };
/** `afterCut`: something was cut out between this word and the one before. */
export type Word = Span & { readonly text: string; readonly afterCut: boolean };

/** Blanks separate words, and so do commas, except between two digits. */
const WORD = /(?:[^\s,]|(?<=\d),(?=\d))+/g;
const EMAIL =
  /(?!['‘’])[^\s<>,;:()[\]{}"“”„«»*@]+@[\p{L}\p{N}_.-]*[\p{L}\p{N}]\.[\p{L}\p{N}-]*[\p{L}\p{N}]/gu;
/** Reading takes longer than in proportion, and a message may have 40,000 characters. */
const MAX_LENGTH = 1_000;

/** `<@U1|amina>` becomes `<@U1>`, and an address, number or link what was typed; all other marks stay. */
export function unwrap(text: string): string {
  return withoutShortcodes(withoutInvisible(text).replace(/<([^<>]*)>|&(?:amp|lt|gt);/g, unwrapOne));
}

function unwrapOne(whole: string, inside?: string): string {
  if (inside === undefined) return withoutEntities(whole);
  const [target = '', ...labels] = inside.split('|');
  if (/^[@#]/.test(target)) return `<${target}>`;
  const address = withoutEntities(target);
  const label = withoutEntities(labels.join('|'));
  const isTyped = (bare: (text: string) => string) => label !== '' && bare(label) === bare(address);
  if (/^mailto:/i.test(address)) return address.slice('mailto:'.length);
  if (/^tel:/i.test(address))
    return isTyped((text) => text.replace(/\D/g, '')) ? label : address.slice('tel:'.length);
  // Slack makes "http://example.com/" of "example.com".
  if (/^https?:\/\//i.test(address))
    return isTyped((text) => text.replace(/^https?:\/\/|\/$/gi, '').toLowerCase()) ? label : address;
  return whole;
}

function withoutEntities(text: string): string {
  // The ampersand last: "&amp;lt;" is a typed "&lt;".
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

export function readablePart(text: string): string {
  const visible = plainText(text).trim();
  return visible.length <= MAX_LENGTH ? visible : visible.slice(0, MAX_LENGTH).replace(/\S*$/, '').trim();
}

export function coreOf(word = ''): string {
  return word.replace(/^\(+/, '').replace(/[.:;!?)]+$/, '');
}

export function emailsIn(text: string) {
  return findAll(text, EMAIL);
}

/** What the pattern matches, or its first group where it has one. */
export function findAll(text: string, pattern: RegExp): (Span & { readonly text: string })[] {
  return [...text.matchAll(pattern)].map(({ 0: whole, 1: found = whole, index }) => {
    return { text: found, start: index, end: index + found.length };
  });
}

export function withMarks(text: string, { start, end }: Span): Span {
  const before = /["'“„«‘([{*]*$/.exec(text.slice(0, start))?.[0] ?? '';
  const behind = /^["'”“»’)\]}*.,;:!?/-]*/.exec(text.slice(end))?.[0] ?? '';
  return { start: start - before.length, end: end + behind.length };
}

export function wordsOutside(text: string, cuts: readonly Span[]): Word[] {
  return piecesOutside(text, cuts).flatMap((piece, number) =>
    [...text.slice(piece.start, piece.end).matchAll(WORD)].map(({ 0: word, index }, place) => {
      const start = piece.start + index;
      return { text: word, start, end: start + word.length, afterCut: number > 0 && place === 0 };
    }),
  );
}

export function textOutside(text: string, cuts: readonly Span[]): string {
  return piecesOutside(text, cuts)
    .map(({ start, end }, number, { length }) => {
      // Next to a cut a comma or a lone mark was only a separator, or Slack's mark of bold text.
      let piece = text.slice(start, end);
      if (number > 0) piece = piece.replace(/^:?(?:[\s,;)]|[-–=@/|*.:](?=\s|$))+/, '');
      if (number < length - 1) piece = piece.replace(/(?:[\s,;(]|(?<=^|\s)[-–=@/|*])+$/, '');
      return piece.trim();
    })
    .filter(Boolean)
    .join(' ');
}

function piecesOutside(text: string, cuts: readonly Span[]): Span[] {
  const sorted = cuts.toSorted((a, b) => a.start - b.start);
  const ends = [...sorted.map(({ start }) => start), text.length];
  return ends.map((end, index) => ({ start: sorted[index - 1]?.end ?? 0, end }));
}

/** At most a third of its letters may be wrong. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const [nearest] = words
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.min(word.length, candidate.length) / 3))
    .sort((a, b) => a.distance - b.distance);
  return nearest?.candidate;
}

/** Letters to add, drop, replace or swap with their neighbour to get from one word to the other. */
function editDistance(from: string, to: string): number {
  if (from.length > 30) return from.length;
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const distance = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        distance(row - 1, column) + 1,
        distance(row, column - 1) + 1,
        distance(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwap ? distance(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return distance(from.length, to.length);
}
