// Reads tests out of test files, without running them. A test that proves something that SPEC.md says has a comment with a
// key right above it, by which the map names it, so that its title may change:
//
//     // SPEC.md: token-asked-key-secret
//     test('the token is asked for with key and secret as JSON', …

export type Test = {
  /** Undefined for a test that proves nothing of SPEC.md. */
  readonly key: string | undefined;
  readonly title: string;
  /** The table of an `.each`, white space evened out; empty for a test that runs once. */
  readonly table: string;
};

/** A list of its own, on one line or up to the first line that closes it. */
const tableNamed = (name: string) => new RegExp(`\\bconst ${name}\\b(?:.*\\];$|[\\s\\S]*?^\\];)`, 'm');

const STATEMENT =
  /(?:^ *\/\/ SPEC\.md: (\S+)\n)?^ *(?:it|test)((?:\.\w+(?:<[\s\S]*?>)?\([\s\S]*?\))?)\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`),/gm;
const ANY_STATEMENT = /^ *(?:it|test)(?:\.\w+)?[<(]/gm;
const ANY_KEY = /\/\/ SPEC\.md:/g;

/** Throws when a test or a key escapes it, so that none can be overlooked. */
export function testsIn(text: string): Test[] {
  const tests = [...text.matchAll(STATEMENT)].map(([, key, how = '', ...quoted]) => ({
    key,
    title: (quoted.find((one) => one !== undefined) ?? '').replace(/\\(.)/g, '$1'),
    table: evened(tableOf(how, text)),
  }));
  const written = text.match(ANY_STATEMENT)?.length ?? 0;
  if (tests.length !== written) throw new Error(`read ${tests.length} of ${written} tests`);
  const keys = text.match(ANY_KEY)?.length ?? 0;
  const read = tests.filter(({ key }) => key !== undefined).length;
  if (read !== keys) throw new Error(`only ${read} of ${keys} keys stand right above a test`);
  return tests;
}

export const evened = (text: string) => text.replace(/\s+/g, ' ');

function tableOf(how: string, text: string): string {
  if (!how.startsWith('.each')) return '';
  const [, name] = /^\.each\((\w+)\)$/.exec(how) ?? [];
  return name === undefined ? how : (tableNamed(name).exec(text)?.[0] ?? '');
}
