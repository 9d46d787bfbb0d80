// Sentences whose own words are ours and whose inserted words are foreign, so that no text of a customer or of the provider can
// format, mention or link anything.
import { foreign, inMrkdwn, type Piece } from './line.ts';

/** A sentence in pieces: `line` shows it as rich text, `section` and `context` as mrkdwn. */
export type Said = readonly Piece[];

/**
 * say`${emoji('x')} ${bold('Not paid.')} ${order.description}`: the literal words are ours and may have mrkdwn in them where the
 * sentence is shown as mrkdwn. A string that is inserted is foreign: cut to 100 characters (`foreign(text, max)` for another
 * length) and never formatted. Pieces and other sentences are inserted as they are; `undefined` and '' are left out.
 */
export function say(
  literals: TemplateStringsArray,
  ...values: readonly (string | number | Piece | Said | undefined)[]
): Piece[] {
  return literals.flatMap((words, index) => {
    const value = values[index];
    const own: Piece[] = words === '' ? [] : [{ type: 'ours', text: words }];
    if (value === undefined || value === '') return own;
    if (typeof value === 'object') return [...own, ...(Array.isArray(value) ? value : [value])];
    return [...own, foreign(String(value))];
  });
}

/** The same sentence for a block or a `text` of mrkdwn: only inserted words are escaped. */
export function mrkdwnOf(said: Said): string {
  return said.map((piece) => (piece.type === 'ours' ? piece.text : inMrkdwn(piece))).join('');
}

/** Our own words that no escaping may change, such as times of day. */
export function unescaped(text: string): Piece {
  return { type: 'ours', text };
}

/** For people to type. Names of commands may have characters that escaping would change. */
export function asTyped(words: string): Piece {
  return unescaped(`\`${words}\``);
}

export function lined(all: readonly Said[]): Said {
  return all.flatMap((said, index) => (index === 0 ? said : say`\n${said}`));
}
