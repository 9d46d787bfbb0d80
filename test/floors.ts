// The floor plan as one table (which folder of src may import which, and which packages belong to which folder), and a
// checker of source text against it.
import { basename, dirname, join } from 'node:path';

export type Room = {
  /** Rooms, or single files of rooms; `type:` before a file means that only its types may be used. */
  readonly sees: readonly string[];
  /** Packages that only this room may use; `@scope/` stands for all of a scope. */
  readonly packages?: readonly string[];
  /** Its folders from low to high: a file imports from its own folder and from lower ones. */
  readonly folders?: readonly string[];
};

const REPORTING = ['observability/reporter.ts'];
const SERVICE_WORDS = [
  'provider/methods.ts',
  'provider/networks.ts',
  'provider/currencies.ts',
  'provider/limits.ts',
];

/** From low to high: a room sees only rooms that stand before it. */
export const ROOMS: Record<string, Room> = {
  lib: { sees: [], packages: ['libphonenumber-js', 'date-fns'] },
  observability: { sees: ['lib'], packages: ['pino', 'prom-client'] },
  provider: { sees: ['lib'], packages: ['ky'] },
  orders: { sees: ['lib', ...SERVICE_WORDS] },
  store: { sees: ['orders', 'lib'], packages: ['keyv', '@keyv/redis', 'node:sqlite'] },
  queue: { sees: ['store/store.ts', 'orders', 'lib', ...REPORTING] },
  payments: {
    sees: [
      'queue/held-claim.ts',
      'type:queue/worker.ts',
      'store/store.ts',
      'store/search-terms.ts',
      'type:store/audit-record.ts',
      'orders',
      'provider',
      'lib',
      ...REPORTING,
    ],
    folders: ['reports', 'status', 'finding', 'ordering', 'bulk'],
  },
  customers: { sees: ['type:store/store.ts', 'orders', 'lib', 'provider/methods.ts'] },
  slack: {
    sees: [
      'customers',
      'payments',
      'queue',
      'orders',
      'provider/errors.ts',
      'type:store/store.ts',
      'type:store/audit-record.ts',
      'lib',
      ...REPORTING,
      ...SERVICE_WORDS,
    ],
    packages: ['@slack/', 'undici'],
    folders: ['text', 'cards', 'forms', 'connect', 'access', 'delivery', 'tasks', 'listeners'],
  },
  web: { sees: ['customers', 'payments', 'orders', 'lib', ...REPORTING], packages: ['qr'] },
  maintenance: { sees: ['payments', 'store', 'orders', 'lib'] },
  doctor: { sees: ['web', 'slack', 'payments', 'provider', 'store', 'lib'] },
  sandbox: { sees: ['lib'] },
};

/** Files above all rooms, which no room sees. */
const TOP_FILES: Record<string, readonly string[]> = {
  'main.ts': ['bot.ts', 'config.ts', 'lib/compile-cache.ts'],
  'bot.ts': ['config.ts', ...Object.keys(ROOMS).filter((room) => room !== 'sandbox' && room !== 'doctor')],
  'config.ts': ['store/address.ts', 'lib', ...SERVICE_WORDS],
  'doctor/main.ts': ['doctor'],
  'doctor/examine.ts': ['config.ts', 'doctor', 'store', 'lib'],
  'maintenance/main.ts': ['config.ts', 'maintenance', 'store', 'lib'],
  'sandbox/main.ts': ['bot.ts', 'config.ts', 'sandbox', 'lib'],
};

const VAGUE_NAMES = ['utils', 'util', 'helpers', 'helper', 'common', 'types', 'index', 'misc', 'shared'];

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
  const sees = TOP_FILES[file] ?? ROOMS[room]?.sees ?? [];
  if (!(file in TOP_FILES) && roomOf(target) === room) return goesDown(file, target, ROOMS[room]?.folders);
  return (
    sees.includes(roomOf(target)) || sees.includes(target) || (typesOnly && sees.includes(`type:${target}`))
  );
}

/** Inside one room: a file that stands beside the folders joins them all, and no folder sees such a file. */
function goesDown(file: string, target: string, folders: readonly string[] | undefined): boolean {
  if (!folders) return true;
  const heightOf = (path: string) => {
    const [, folder, ...rest] = path.split('/');
    return folder === undefined || rest.length === 0 ? folders.length : folders.indexOf(folder);
  };
  return heightOf(target) >= 0 && heightOf(target) <= heightOf(file);
}

/** The room that alone may use the package, if any. */
function ownerOf(specifier: string): string | undefined {
  const isIn = (name: string) =>
    name.endsWith('/') ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`);
  return Object.keys(ROOMS).find((room) => ROOMS[room]?.packages?.some(isIn));
}

function faultsOfImport(file: string, { from, typesOnly }: Import): string[] {
  const target = targetOf(file, from);
  if (target === undefined) {
    const owner = ownerOf(from);
    return owner && owner !== roomOf(file) ? [`${file}: ${from} belongs to ${owner}/ only`] : [];
  }
  if (from.startsWith('#') && dirname(target) === dirname(file))
    return [`${file}: ${from} is a neighbour; write it as ./${basename(target)}`];
  if (!target.endsWith('.ts')) return [`${file}: ${from} names no file`];
  return allows(file, target, typesOnly) ? [] : [`${file}: may not see ${target}`];
}

function faultsOfFile(file: string, text: string): string[] {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  const rules: [broken: boolean, fault: string][] = [
    [!/^(\/\/|\/\*)/.test(text), 'opens without a comment that says why it exists'],
    [/\bclass\s+\w+(?!\s+extends\s+\w*Error\b)[\s{]/.test(code), 'has a class that is no Error'],
    [!(roomOf(file) in ROOMS) && !(file in TOP_FILES), 'stands in no room of the table'],
  ];
  return rules.flatMap(([broken, fault]) => (broken ? [`${file}: ${fault}`] : []));
}

/** For the source and the tests alike. */
export function faultsOfName(file: string): string[] {
  const stem = basename(file).replace(/(\.test)?\.ts$/, '');
  return VAGUE_NAMES.includes(stem) ? [`${file}: the name says nothing`] : [];
}

/** Every breach of the plan, one line each; none for a tree that keeps to it. */
export function faultsOf(tree: Tree): string[] {
  return Object.entries(tree).flatMap(([file, text]) => [
    ...importsIn(text).flatMap((one) => faultsOfImport(file, one)),
    ...faultsOfFile(file, text),
    ...faultsOfName(file),
  ]);
}

const EXPORT = /^export (?:async )?(?:function\*?|const|class|type) (\w+)/gm;

/** Exports of the source that no other file names, neither of the source nor of the tests. */
export function unusedExports(source: Tree, tests: Tree): string[] {
  const filesWith = new Map<string, number>();
  for (const text of [...Object.values(source), ...Object.values(tests)])
    for (const word of new Set(text.match(/\w+/g))) filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
  return Object.entries(source).flatMap(([file, text]) =>
    [...text.matchAll(EXPORT)].flatMap(([, name = '']) =>
      filesWith.get(name) === 1 ? [`${file}: nobody else uses ${name}`] : [],
    ),
  );
}
