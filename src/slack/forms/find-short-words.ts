// What is too short for the index of words but has a digit, as account numbers and counts do: "A/12/3", "B7", "2 bags".
import { shortWordsMeaning } from '#payments/finding/condition.ts';
import { isMeant, type Piece } from './find-meanings.ts';

/**
 * "B7 1500": beside what can be searched for, such a word may be an account number of its own. Where nothing can be searched for,
 * all of it is one: see withAccount.
 */
export function withShortAccounts(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some(isMeant)) return pieces;
  return pieces.map((piece) =>
    isMeant(piece) || !/\d/.test(piece.text)
      ? piece
      : { ...piece, meanings: [{ is: 'account', text: piece.text }] },
  );
}

/** It may also be a word of a description, but only beside others: alone it would be compared with every order. */
export function withShortWords(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map((piece) =>
    pieces.length > 1 && isShort(piece)
      ? { ...piece, meanings: [...piece.meanings, shortWordsMeaning(piece.text)] }
      : piece,
  );
}

/** A count, or what means an account number and nothing else. */
function isShort({ text, meanings }: Piece): boolean {
  return /^\d{1,2}$/.test(text) || meanings.every(({ is }) => is === 'account');
}
