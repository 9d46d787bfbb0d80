// The floor plan as one table, and a checker that holds source text against it: who may import whom, which package
// lives where, and what a file may look like.
import { basename, dirname, join } from 'node:path';

export type Room = {
  readonly floor: number;
  /** Rooms, or single files of rooms; `type:` before a file means that only its types may be used. */
  readonly sees: readonly string[];
  /** Packages that only this room may use; `@scope/` stands for all of a scope. */
  readonly packages?: readonly string[];
};

export const ROOMS: Record<string, Room> = {
  slack: {
    floor: 4,
    sees: ['payments', 'orders', 'lib', 'provider/errors.ts', 'type:store/store.ts'],
    packages: ['@slack/'],
  },
  web: { floor: 4, sees: ['payments', 'orders', 'lib'] },
  payments: { floor: 3, sees: ['store/store.ts', 'provider', 'orders', 'lib'] },
  store: { floor: 2, sees: ['orders', 'lib'], packages: ['keyv', '@keyv/redis', 'node:sqlite'] },
  provider: { floor: 1, sees: ['lib'], packages: ['ky'] },
  orders: { floor: 1, sees: ['lib'] },
  lib: { floor: 0, sees: [], packages: ['libphonenumber-js', 'date-fns', 'date-fns-tz'] },
  observability: { floor: 0, sees: ['lib'], packages: ['pino', 'prom-client'] },
  sandbox: { floor: 0.5, sees: ['lib'] },
};

/** The roof sees every room, and below it nobody sees the roof; config.ts is the roof's own shelf. */
const ROOF: Record<string, readonly string[]> = {
  'main.ts': ['bot.ts', 'config.ts'],
  'bot.ts': ['config.ts', ...Object.keys(ROOMS).filter((room) => room !== 'sandbox')],
  'config.ts': ['lib'],
  'sandbox/main.ts': ['bot.ts', 'config.ts', 'sandbox', 'lib'],
};

const MAY_READ_ENVIRONMENT = ['main.ts', 'sandbox/main.ts'];
const SAY_NOTHING = ['utils', 'util', 'helpers', 'helper', 'common', 'types', 'index', 'misc', 'shared'];
const MOST_LINES = 250;

type Import = { readonly from: string; readonly typesOnly: boolean };
/** Path below src → text. */
export type Tree = Readonly<Record<string, string>>;

const STATEMENT =
  /^(?:import|export)\s+(type\s)?\s*((?:[\w$*,\s]|\{[^}]*\})*?)\s*from\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"`]([^'"`]+)['"`]/gm;

/** Every import, re-export and late import of a source text. */
export function importsIn(text: string): Import[] {
  return [...text.matchAll(STATEMENT)].map(([, type, names = '', from, bare, dynamic]) => ({
    from: from ?? bare ?? dynamic ?? '',
    typesOnly: type !== undefined || /^\{(\s*type\s[^,}]+,?)+\s*\}$/.test(names),
  }));
}

export const roomOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : file);

/** The file below src that an import means; undefined for a package. */
function targetOf(file: string, from: string): string | undefined {
  if (from.startsWith('#')) return from.slice(1);
  return from.startsWith('.') ? join(dirname(file), from) : undefined;
}

function allows(file: string, target: string, typesOnly: boolean): boolean {
  const room = roomOf(file);
  const sees = ROOF[file] ?? ROOMS[room]?.sees ?? [];
  if (!(file in ROOF) && roomOf(target) === room) return true;
  return (
    sees.includes(roomOf(target)) || sees.includes(target) || (typesOnly && sees.includes(`type:${target}`))
  );
}

/** The room that has the package for itself, if any. */
function homeOf(specifier: string): string | undefined {
  const isIn = (name: string) =>
    name.endsWith('/') ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`);
  return Object.keys(ROOMS).find((room) => ROOMS[room]?.packages?.some(isIn));
}

function faultsOfImport(file: string, { from, typesOnly }: Import): string[] {
  const target = targetOf(file, from);
  if (from.includes('../')) return [`${file}: ${from} climbs; write it as #room/file.ts`];
  if (target === undefined) {
    const home = homeOf(from);
    return home && home !== roomOf(file) ? [`${file}: ${from} lives in ${home}/ only`] : [];
  }
  if (from.startsWith('#test/')) return [`${file}: the source does not import tests`];
  if (from.startsWith('#') && dirname(target) === dirname(file))
    return [`${file}: ${from} is a neighbour; write it as ./${basename(target)}`];
  if (!target.endsWith('.ts')) return [`${file}: ${from} names no file`];
  return allows(file, target, typesOnly) ? [] : [`${file}: may not see ${target}`];
}

function faultsOfFile(file: string, text: string): string[] {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  const rules: [broken: boolean, fault: string][] = [
    [!/^(\/\/|\/\*)/.test(text), 'opens without a comment that says why it exists'],
    [/^export\s+default\b|\bas\s+default\b/m.test(code), 'has a default export'],
    [/\bclass\s+\w+(?!\s+extends\s+\w*Error\b)[\s{]/.test(code), 'has a class that is no Error'],
    [
      /\bprocess(\s*\.\s*|\[['"])env\b|['"](node:)?process['"]/.test(code) &&
        !MAY_READ_ENVIRONMENT.includes(file),
      'reads process.env',
    ],
    [!(roomOf(file) in ROOMS) && !(file in ROOF), 'stands in no room of the table'],
  ];
  return rules.flatMap(([broken, fault]) => (broken ? [`${file}: ${fault}`] : []));
}

/** For the source and the tests alike. */
export function faultsOfShape(file: string, text: string): string[] {
  const stem = basename(file).replace(/(\.test)?\.ts$/, '');
  return [
    ...(text.trimEnd().split('\n').length > MOST_LINES ? [`${file}: more than ${MOST_LINES} lines`] : []),
    ...(SAY_NOTHING.includes(stem) ? [`${file}: the name says nothing`] : []),
  ];
}

/** Files that import each other in a ring. Types are gone when the program runs, so only what runs counts. */
export function ringsIn(tree: Tree): string[] {
  const done = new Set<string>();
  const rings: string[] = [];
  function visit(file: string, path: readonly string[]): void {
    const start = path.indexOf(file);
    if (start >= 0) rings.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const { from, typesOnly } of importsIn(tree[file] ?? '')) {
      const target = targetOf(file, from);
      if (target !== undefined && !typesOnly) visit(target, [...path, file]);
    }
    done.add(file);
  }
  for (const file of Object.keys(tree)) visit(file, []);
  return rings;
}

/** Every breach of the plan, one line each; none for a tree that keeps to it. */
export function faultsOf(tree: Tree): string[] {
  return Object.entries(tree).flatMap(([file, text]) => [
    ...importsIn(text).flatMap((one) => faultsOfImport(file, one)),
    ...faultsOfFile(file, text),
    ...faultsOfShape(file, text),
  ]);
}
