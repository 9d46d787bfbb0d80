// The floor plan as one table, and the source held against it: who may import whom, which package lives where,
// and what a file may look like.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

type Room = {
  readonly floor: number;
  /** Rooms, or single files of rooms; `type:` before a file means that only its types may be used. */
  readonly sees: readonly string[];
  /** Packages that only this room may use; `@scope/` stands for all of a scope. */
  readonly packages?: readonly string[];
};

const ROOMS: Record<string, Room> = {
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
type Tree = Readonly<Record<string, string>>;

const STATEMENT =
  /^(?:import|export)\s+(type\s)?\s*((?:[\w$*,\s]|\{[^}]*\})*?)\s*from\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"`]([^'"`]+)['"`]/gm;

function importsIn(text: string): Import[] {
  return [...text.matchAll(STATEMENT)].map(([, type, names = '', from, bare, dynamic]) => ({
    from: from ?? bare ?? dynamic ?? '',
    typesOnly: type !== undefined || /^\{(\s*type\s[^,}]+,?)+\s*\}$/.test(names),
  }));
}

const roomOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : file);

/** The file below src that an import means; undefined for a package. */
function targetOf(file: string, from: string): string | undefined {
  if (from.startsWith('#')) return from.slice(1);
  return from.startsWith('.') ? join(dirname(file), from) : undefined;
}

function allows(file: string, target: string, typesOnly: boolean): boolean {
  const room = roomOf(file);
  const sees = ROOF[file] ?? ROOMS[room]?.sees ?? [];
  if (!(file in ROOF) && roomOf(target) === room) return true;
  return sees.includes(roomOf(target)) || sees.includes(target) || (typesOnly && sees.includes(`type:${target}`));
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
    [/\bprocess\s*\.\s*env\b/.test(code) && !MAY_READ_ENVIRONMENT.includes(file), 'reads process.env'],
    [!(roomOf(file) in ROOMS) && !(file in ROOF), 'stands in no room of the table'],
  ];
  return rules.flatMap(([broken, fault]) => (broken ? [`${file}: ${fault}`] : []));
}

/** For the source and the tests alike. */
function faultsOfShape(file: string, text: string): string[] {
  const stem = basename(file).replace(/(\.test)?\.ts$/, '');
  return [
    ...(text.trimEnd().split('\n').length > MOST_LINES ? [`${file}: more than ${MOST_LINES} lines`] : []),
    ...(SAY_NOTHING.includes(stem) ? [`${file}: the name says nothing`] : []),
  ];
}

/** Files that import each other in a ring. Types are gone when the program runs, so only what runs counts. */
function ringsIn(tree: Tree): string[] {
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

function faultsOf(tree: Tree): string[] {
  return Object.entries(tree).flatMap(([file, text]) => [
    ...importsIn(text).flatMap((one) => faultsOfImport(file, one)),
    ...faultsOfFile(file, text),
    ...faultsOfShape(file, text),
  ]);
}

const ROOT = join(import.meta.dirname, '..');
const read = (folder: string): Tree =>
  Object.fromEntries(
    globSync('**/*.ts', { cwd: join(ROOT, folder) })
      .sort()
      .map((file) => [file, readFileSync(join(ROOT, folder, file), 'utf8')]),
  );
const source = read('src');
const tests = read('test');

describe('the source', () => {
  test('keeps to the floor plan', () => {
    expect(Object.keys(source).length).toBeGreaterThan(100);
    expect(faultsOf(source)).toEqual([]);
  });

  test('imports nothing in a ring', () => {
    expect(ringsIn(source)).toEqual([]);
  });

  test('has every import read: no statement escapes the checker', () => {
    for (const [file, text] of Object.entries(source)) {
      const written = text.match(/^(import\b(?!\.)|(export|\}).*\sfrom\s+['"])/gm)?.length ?? 0;
      expect([file, importsIn(text).length >= written - (text.match(/^\} from /gm)?.length ?? 0)]).toEqual([file, true]);
    }
  });
});

test('the tests are of the same size and as well named, and never climb', () => {
  const faults = Object.entries(tests).flatMap(([file, text]) => [
    ...faultsOfShape(file, text),
    ...importsIn(text).flatMap(({ from }) => (from.includes('../') ? [`${file}: ${from} climbs`] : [])),
  ]);
  expect(faults).toEqual([]);
});

test('the plan itself goes down only, never sideways', () => {
  for (const [name, { floor, sees }] of Object.entries(ROOMS)) {
    for (const seen of sees) {
      const below = ROOMS[roomOf(seen.replace('type:', ''))]?.floor ?? Number.NaN;
      const excused = name === 'observability' && seen === 'lib';
      expect([name, seen, below < floor || excused]).toEqual([name, seen, true]);
    }
  }
});

const WHY = '// Why.\n';
const BAD: [what: string, file: string, text: string, fault: RegExp][] = [
  ['an import upwards', 'orders/a.ts', "import { x } from '#payments/b.ts';", /may not see payments/],
  ['an import sideways', 'web/a.ts', "import type { X } from '#slack/b.ts';", /may not see slack/],
  ['a re-export upwards', 'lib/a.ts', "export * from '#orders/b.ts';", /may not see orders/],
  ['a late import upwards', 'lib/a.ts', "const x = await import('#web/b.ts');", /may not see web/],
  ['an import for its effect', 'lib/a.ts', "import '#web/b.ts';", /may not see web/],
  ['an import over several lines', 'lib/a.ts', "import {\n  x,\n  type Y,\n} from '#web/b.ts';", /may not see web/],
  ['a driver of the store', 'payments/a.ts', "import { x } from '#store/sqlite/b.ts';", /may not see store\/sqlite/],
  ['the opened store', 'payments/a.ts', "import { x } from '#store/open.ts';", /may not see store\/open/],
  ['the client, seen from Slack', 'slack/a.ts', "import { x } from '#provider/client.ts';", /may not see provider/],
  ['more than types', 'slack/a.ts', "import { x } from '#store/store.ts';", /may not see store\/store/],
  ['types and more', 'slack/a.ts', "import { type X, y } from '#store/store.ts';", /may not see store\/store/],
  ['the bot, seen from below', 'web/a.ts', "import { x } from '#bot.ts';", /may not see bot/],
  ['the bot, seen from a stand-in', 'sandbox/slack/a.ts', "import { x } from '#bot.ts';", /may not see bot/],
  ['a stand-in that shares the client', 'sandbox/a.ts', "import { x } from '#provider/b.ts';", /may not see provider/],
  ['a package away from home', 'payments/a.ts', "import ky from 'ky';", /lives in provider/],
  ['a part of a package away from home', 'orders/a.ts', "import { x } from 'date-fns-tz/toDate';", /lives in lib/],
  ['Slack away from home', 'web/a.ts', "import type { X } from '@slack/types';", /lives in slack/],
  ['a path that climbs', 'lib/a.ts', "import { x } from '../lib/b.ts';", /climbs/],
  ['a neighbour by its long name', 'lib/a.ts', "import { x } from '#lib/b.ts';", /neighbour/],
  ['a test', 'lib/a.ts', "import { x } from '#test/moving-clock.ts';", /does not import tests/],
  ['the environment', 'lib/a.ts', 'const x = process.env.HOME;', /process\.env/],
  ['a default export', 'lib/a.ts', 'export default 1;', /default export/],
  ['a class', 'lib/a.ts', 'export class Thing {}', /class that is no Error/],
  ['a class of a class', 'lib/a.ts', 'class Thing extends Base {}', /class that is no Error/],
  ['a name that says nothing', 'lib/utils.ts', '', /says nothing/],
  ['too many lines', 'lib/a.ts', 'x;\n'.repeat(250), /more than 250 lines/],
  ['a room that is not in the table', 'misplaced/a.ts', '', /no room/],
];

describe('the checker', () => {
  test.each(BAD)('finds %s', (_, file, text, fault) => {
    expect(faultsOf({ [file]: WHY + text })).toEqual([expect.stringMatching(fault)]);
  });

  test('finds a file that does not say why it exists', () => {
    expect(faultsOf({ 'lib/a.ts': 'export const x = 1;' })).toEqual([expect.stringMatching(/without a comment/)]);
  });

  test('finds a ring, and lets types refer to each other', () => {
    const ring = { 'lib/a.ts': "import { b } from './b.ts';", 'lib/b.ts': "import { a } from './a.ts';" };
    expect(ringsIn(ring)).toEqual(['lib/a.ts → lib/b.ts → lib/a.ts']);
    expect(ringsIn({ ...ring, 'lib/b.ts': "import type { A } from './a.ts';" })).toEqual([]);
  });

  test('lets through what is allowed, comments included', () => {
    const good = `${WHY}import type { X } from '#store/store.ts';\nimport { App } from '@slack/bolt';\n// process.env is main's.\nclass A extends Error {}`;
    expect(faultsOf({ 'slack/a.ts': good })).toEqual([]);
  });
});
