// The source compared with the floor plan, and the checker itself with made-up files that break the plan. Circles, `../`,
// process.env, default exports and the length of files are Biome's to find (.biome.json).
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultsOf, faultsOfName, importsIn, ROOMS, roomOf, type Tree, unusedExports } from './floors.ts';

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
  test('the source keeps to the floor plan', () => {
    expect(Object.keys(source).length).toBeGreaterThan(100);
    expect(faultsOf(source)).toEqual([]);
  });

  test('the checker reads every import of the source', () => {
    for (const [file, text] of Object.entries(source)) {
      const written = text.match(/\bfrom '[^']+';$/gm)?.length ?? 0;
      expect(importsIn(text).length, file).toBeGreaterThanOrEqual(written);
    }
  });

  test('nothing is exported that only its own file uses', () => {
    expect(unusedExports(source, tests)).toEqual([]);
  });
});

test('tests have names that say something, as source files do', () => {
  expect(Object.keys(tests).flatMap(faultsOfName)).toEqual([]);
});

test('in the floor plan each room sees only rooms below it', () => {
  const rooms = Object.keys(ROOMS);
  for (const [name, { sees }] of Object.entries(ROOMS)) {
    for (const seen of sees) {
      const room = roomOf(seen.replace('type:', ''));
      expect([name, seen, rooms.indexOf(room) < rooms.indexOf(name) && rooms.includes(room)]).toEqual([
        name,
        seen,
        true,
      ]);
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
  [
    'an import over several lines',
    'lib/a.ts',
    "import {\n  x,\n  type Y,\n} from '#web/b.ts';",
    /may not see web/,
  ],
  [
    'a driver of the store',
    'payments/a.ts',
    "import { x } from '#store/sqlite/b.ts';",
    /may not see store\/sqlite/,
  ],
  ['the opened store', 'payments/a.ts', "import { x } from '#store/open.ts';", /may not see store\/open/],
  [
    'the client, seen from Slack',
    'slack/a.ts',
    "import { x } from '#provider/client.ts';",
    /may not see provider/,
  ],
  ['more than types', 'slack/a.ts', "import { x } from '#store/store.ts';", /may not see store\/store/],
  [
    'types and more',
    'slack/a.ts',
    "import { type X, y } from '#store/store.ts';",
    /may not see store\/store/,
  ],
  ['the bot, seen from below', 'web/a.ts', "import { x } from '#bot.ts';", /may not see bot/],
  ['the bot, seen from a stand-in', 'sandbox/slack/a.ts', "import { x } from '#bot.ts';", /may not see bot/],
  [
    'a stand-in that shares the client',
    'sandbox/a.ts',
    "import { x } from '#provider/b.ts';",
    /may not see provider/,
  ],
  ['a package of another room', 'payments/a.ts', "import ky from 'ky';", /belongs to provider/],
  [
    'a part of a package of another room',
    'orders/a.ts',
    "import { x } from 'libphonenumber-js/mobile';",
    /belongs to lib/,
  ],
  [
    'a higher folder of the same room',
    'slack/text/a.ts',
    "import { x } from '#slack/tasks/b.ts';",
    /may not see slack/,
  ],
  [
    'a file beside the folders, seen from a folder',
    'slack/text/a.ts',
    "import { x } from '#slack/slack.ts';",
    /may not see slack/,
  ],
  [
    'a package of Slack outside slack/',
    'web/a.ts',
    "import type { X } from '@slack/types';",
    /belongs to slack/,
  ],
  ['a neighbour by its long name', 'lib/a.ts', "import { x } from '#lib/b.ts';", /neighbour/],
  ['a class', 'lib/a.ts', 'export class Thing {}', /class that is no Error/],
  ['a class of a class', 'lib/a.ts', 'class Thing extends Base {}', /class that is no Error/],
  ['a name that says nothing', 'lib/utils.ts', '', /says nothing/],
  ['a room that is not in the table', 'misplaced/a.ts', '', /no room/],
];

describe('the checker', () => {
  test.each(BAD)('the checker finds %s', (_, file, text, fault) => {
    expect(faultsOf({ [file]: WHY + text })).toEqual([expect.stringMatching(fault)]);
  });

  test('the checker finds a file without a comment at its beginning', () => {
    expect(faultsOf({ 'lib/a.ts': 'export const x = 1;' })).toEqual([
      expect.stringMatching(/without a comment/),
    ]);
  });

  test('the checker finds an export that nobody else uses', () => {
    const tree = { 'lib/a.ts': 'export type A = 1;\nexport async function b() {}\nexport const c = 1;' };
    expect(unusedExports(tree, { 'lib/a.test.ts': 'c' })).toEqual([
      'lib/a.ts: nobody else uses A',
      'lib/a.ts: nobody else uses b',
    ]);
  });

  test('the checker accepts what is allowed, also in comments', () => {
    const good = `${WHY}import type { X } from '#store/store.ts';\nimport { App } from '@slack/bolt';\n// process.env is main's.\nclass A extends Error {}`;
    expect(faultsOf({ 'slack/a.ts': good })).toEqual([]);
  });
});
