// Reads the names of tests out of test files, without running them.

export type Test = {
  /** With the titles of the describes around it, as they are written: templates keep their placeholders. */
  readonly name: string;
  readonly title: string;
  /** The table of an `.each`, white space evened out; empty for a test that runs once. */
  readonly table: string;
};

/** A list of its own, on one line or up to the first line that closes it. */
const tableNamed = (name: string) => new RegExp(`\\bconst ${name}\\b(?:.*\\];$|[\\s\\S]*?^\\];)`, 'm');

const STATEMENT =
  /^( *)(describe|it|test)((?:\.\w+(?:<[\s\S]*?>)?\([\s\S]*?\))?)\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`),/gm;
const ANY_STATEMENT = /^ *(?:describe|it|test)(?:\.\w+)?[<(]/gm;

/** Throws when a statement escapes it, so that no test can be overlooked. */
export function testsIn(text: string): Test[] {
  const found = [...text.matchAll(STATEMENT)];
  const written = text.match(ANY_STATEMENT)?.length ?? 0;
  if (found.length !== written) throw new Error(`read ${found.length} of ${written} titles`);
  const around: { depth: number; title: string }[] = [];
  return found.flatMap(([, indent = '', what, how = '', ...quoted]) => {
    const title = (quoted.find((text) => text !== undefined) ?? '').replace(/\\(.)/g, '$1');
    while ((around.at(-1)?.depth ?? -1) >= indent.length) around.pop();
    const name = [...around.map((outer) => outer.title), title].join(' ');
    if (what === 'describe') around.push({ depth: indent.length, title });
    return what === 'describe' ? [] : [{ name, title, table: evened(tableOf(how, text)) }];
  });
}

export const evened = (text: string) => text.replace(/\s+/g, ' ');

function tableOf(how: string, text: string): string {
  if (!how.startsWith('.each')) return '';
  const [, name] = /^\.each\((\w+)\)$/.exec(how) ?? [];
  return name === undefined ? how : (tableNamed(name).exec(text)?.[0] ?? '');
}
