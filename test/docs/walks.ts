// Reads the walks of docs/architecture.md, and says where a walk and the source differ. A walk is a numbered list below
// a heading; each step begins with a file and a name in it: "1. `src/a.ts` `name`: what happens".
import { dirname, join } from 'node:path';
import { importsIn, type Tree } from '#test/floors.ts';

export type Step = { readonly path: string; readonly name: string };
export type Walk = {
  readonly title: string;
  readonly steps: readonly Step[];
  readonly faults: readonly string[];
};

/** A line of the list that is not in the form is a fault, so that no step escapes. */
export function walksIn(text: string): Walk[] {
  return text
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n');
      const steps: Step[] = [];
      const faults: string[] = [];
      for (const line of lines.filter((each) => /^\s*\d+\./.test(each))) {
        const [, number, path, name] = /^(\d+)\. `([^`]+)` `(\w+)`: \S/.exec(line) ?? [];
        if (path && name && Number(number) === steps.length + 1) steps.push({ path, name });
        else faults.push(`${title}: not a step: ${line}`);
      }
      return { title, steps, faults };
    });
}

/**
 * Every step must name a file of `tree` and something that is declared in it. Two steps that follow each other must be
 * connected: the same file, one imports the other, or both are imported by the files that join the rooms (`joining`).
 */
export function faultsOfWalk(
  { title, steps, faults }: Walk,
  tree: Tree,
  joining: readonly string[],
): string[] {
  const joined = new Set(joining.flatMap((path) => importsOf(path, tree)));
  const found = [...faults];
  for (const [index, { path, name }] of steps.entries()) {
    const text = tree[path];
    if (text === undefined) found.push(`${title}: there is no ${path}`);
    else if (!declares(text, name)) found.push(`${title}: ${path} does not declare ${name}`);
    const before = steps[index - 1]?.path ?? path;
    const isConnected =
      before === path ||
      importsOf(before, tree).includes(path) ||
      importsOf(path, tree).includes(before) ||
      (joined.has(before) && joined.has(path));
    if (!isConnected) found.push(`${title}: ${before} is not connected with ${path}`);
  }
  return found;
}

/** The files that a file imports, types included. */
export function importsOf(path: string, tree: Tree): string[] {
  return importsIn(tree[path] ?? '').flatMap(({ from }) => {
    if (from.startsWith('#')) return [join('src', from.slice(1))];
    return from.startsWith('.') ? [join(dirname(path), from)] : [];
  });
}

/** A function, constant, type or method of this name; not a mention in a comment or a call. */
function declares(text: string, name: string): boolean {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  const method = `${name}\\([^)]*\\)(: [^;{]+;|(: [^;{]+)? \\{)`;
  return new RegExp(
    `\\b(function|const|type)\\s+${name}\\b|^\\s+(readonly |async )?(${name}\\??:|${method})`,
    'm',
  ).test(code);
}
