// Takes README and docs/ apart for the tests that compare them with the code.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
export const file = (path: string) => readFileSync(join(ROOT, path), 'utf8');

export const DOCUMENTS: readonly string[] = ['README.md', ...globSync('docs/*.md', { cwd: ROOT }).sort()];

export type Document = {
  readonly text: string;
  /** Title → text, in the document's order. */
  readonly sections: ReadonlyMap<string, string>;
  section(title: string): string;
  /** The cells of every row of the section's tables, headings included. `\|` is a bar within a cell. */
  tables(title: string): string[][];
  /** The rows whose first cell is code and nothing else, without its backticks. */
  rows(title: string): string[][];
  /** The row that begins with `first`. */
  rowOf(title: string, first: string): string[];
  /** Fenced texts, of one language or of none. */
  drawings(title: string, language?: string): string[];
};

/** `path` is below the root; a title is a heading of the second level. Throws for a part that is not there. */
export function documentAt(path: string): Document {
  const text = file(path);
  const sections = new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n'))]),
  );

  function section(title: string): string {
    const found = sections.get(title);
    if (found === undefined) throw new Error(`${path} has no part "${title}".`);
    return found;
  }

  const tables = (title: string) => rowsIn(section(title));

  return {
    text,
    sections,
    section,
    tables,
    rows: (title) =>
      tables(title).flatMap(([first = '', ...rest]) => {
        const [, name] = /^`([^`]+)`$/.exec(first) ?? [];
        return name === undefined ? [] : [[name, ...rest]];
      }),
    rowOf(title, first) {
      const row = tables(title).find(([cell]) => cell === first);
      if (!row) throw new Error(`No row of "${title}" in ${path} begins with "${first}".`);
      return row;
    },
    drawings(title, language = '') {
      const fences = section(title).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm);
      return [...fences].flatMap(([, kind, drawing = '']) => (kind === language ? [drawing] : []));
    },
  };
}

function rowsIn(text: string): string[][] {
  return [...text.matchAll(/^\| (.*)\|$/gm)].map(([, row = '']) =>
    row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
}

/** What stands between backticks. */
export const codeIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
