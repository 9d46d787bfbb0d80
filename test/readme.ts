// Takes the README apart for the tests that hold it against the code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');
export const file = (path: string) => readFileSync(join(ROOT, path), 'utf8');
export const readme = file('README.md');

/** Title → text, in the README's order. */
export const sections: ReadonlyMap<string, string> = new Map(
  readme
    .split(/^## /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n'))]),
);

export function section(title: string): string {
  const text = sections.get(title);
  if (text === undefined) throw new Error(`The README has no part "${title}".`);
  return text;
}

/** The cells of every row of the section's tables, headings included. `\|` is a bar within a cell. */
export function tables(title: string): string[][] {
  return [...section(title).matchAll(/^\| (.*)\|$/gm)].map(([, row = '']) =>
    row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
}

/** The rows whose first cell is code and nothing else, without its backticks. */
export function rows(title: string): string[][] {
  return tables(title).flatMap(([first = '', ...rest]) => {
    const [, name] = /^`([^`]+)`$/.exec(first) ?? [];
    return name === undefined ? [] : [[name, ...rest]];
  });
}

/** The row that begins with `first`. */
export function rowOf(title: string, first: string): string[] {
  const row = tables(title).find(([cell]) => cell === first);
  if (!row) throw new Error(`No row of "${title}" begins with "${first}".`);
  return row;
}

/** Fenced texts, of one language or of none. */
export function drawings(title: string, language = ''): string[] {
  const fences = section(title).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm);
  return [...fences].flatMap(([, kind, text = '']) => (kind === language ? [text] : []));
}

/** What stands between backticks. */
export const codeIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
/** What stands between single stars: words as Slack or Teller shows them. */
export const quotedIn = (text: string) =>
  [...text.matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)].map(([, words = '']) => words);
