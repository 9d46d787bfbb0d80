// The audit record's chain, calculated as docs/security.md says, by what anybody can use who checks an exported file.
import { createHash } from 'node:crypto';

type Line = {
  readonly seq: number;
  readonly at: number;
  readonly who: string;
  readonly event: string;
  readonly order?: string;
  readonly outcome: string;
};

/** The hash of a line that follows the line with the hash `previous`, which is empty for the first. */
export function hashOfLine(previous: string, { seq, at, who, event, order = '', outcome }: Line): string {
  const fields = JSON.stringify([seq, at, who, event, order, outcome]);
  return createHash('sha256')
    .update(previous + fields)
    .digest('hex');
}

/** Whether each line has the next number and the hash that follows from the line before. */
export function isWhole(lines: readonly (Line & { readonly hash: string })[]): boolean {
  return lines.every(
    (line, index) => line.seq === index + 1 && line.hash === hashOfLine(lines[index - 1]?.hash ?? '', line),
  );
}
