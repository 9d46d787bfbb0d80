// docs/architecture.md compared with the source: the map, the walks, the glossary and the decisions. And the checker of
// the walks against made-up ones.
import { existsSync, globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOMS, type Tree } from '#test/floors.ts';
import { codeIn, documentAt, file, ROOT } from './documents.ts';
import { faultsOfWalk, importsOf, walksIn } from './walks.ts';

const architecture = documentAt('docs/architecture.md');
const source = readdirSync(join(ROOT, 'src'), { withFileTypes: true });
const rooms = source.filter((entry) => entry.isDirectory()).map(({ name }) => name);
const tree: Tree = Object.fromEntries(
  globSync('src/**/*.ts', { cwd: ROOT }).map((path) => [path, file(path)]),
);

describe('the map', () => {
  const [map = ''] = architecture.drawings('Map');
  const lines = map.split('\n').map((line) => [...line.matchAll(/\b(\w+)\//g)].map(([, room = '']) => room));

  it('shows every room and every file beside the rooms, and no other', () => {
    expect(lines.flat().sort()).toEqual(rooms.sort());
    const files = source.filter((entry) => entry.isFile()).map(({ name }) => name);
    expect([...map.matchAll(/\b\w+\.ts\b/g)].map(([name]) => name).sort()).toEqual(files.sort());
  });

  it('has the rooms from high to low, as the imports are checked', () => {
    const fromLowToHigh = Object.keys(ROOMS).filter((room) => room !== 'sandbox');
    expect(lines.flat().filter((room) => room !== 'sandbox')).toEqual(fromLowToHigh.reverse());
    expect(map).toMatch(/^ {2}beside {2}sandbox\//m);
  });

  it('has the folders within a room in the order in which the imports are checked', () => {
    const ordered = Object.entries(ROOMS).filter(([, { folders }]) => folders);
    expect(ordered.map(([room]) => room)).toEqual(['payments', 'slack']);
    for (const [room, { folders = [] }] of ordered)
      expect(architecture.section('Map')).toContain(`in \`${room}/\` ${folders.join(', ')}`);
  });

  it('says what each room and each room within a room is for', () => {
    const within = (folder: string) =>
      readdirSync(join(ROOT, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${folder}/${name}`);
    const folders = within('src').flatMap((room) => [room, ...within(room)]);
    const listed = architecture.rows('Map');
    expect(listed.map(([room]) => room).sort()).toEqual(folders.map((folder) => `${folder}/`).sort());
    for (const [room, what = ''] of listed) expect(what, room).not.toBe('');
  });
});

describe('the walks', () => {
  const walks = walksIn(architecture.section('Walks'));
  const [, names = ''] = /^Joined in: (.*?)\. /m.exec(architecture.section('Map')) ?? [];
  const joining = codeIn(names);

  it('answer the questions that everybody asks first', () => {
    expect(walks.map(({ title }) => title)).toEqual([
      'How does a PIN prompt work?',
      'What happens when a notification arrives?',
      'How is a payment paid back?',
      'Where do I add a command?',
    ]);
    for (const { steps } of walks) expect(steps.length).toBeGreaterThan(3);
  });

  it('go through rooms that src/bot.ts joins, itself or by a file that it imports', () => {
    expect(joining[0]).toBe('src/bot.ts');
    expect(importsOf('src/bot.ts', tree)).toEqual(expect.arrayContaining(joining.slice(1)));
  });

  it.each(walks)('are true: $title', (walk) => {
    expect(faultsOfWalk(walk, tree, joining)).toEqual([]);
  });
});

describe('the glossary', () => {
  const listed = architecture.tables('Glossary').slice(1);

  it('has each word once, with a meaning and a file that exists', () => {
    expect(listed.length).toBeGreaterThan(20);
    expect(new Set(listed.map(([word]) => word)).size).toBe(listed.length);
    for (const [word = '', meaning = '', where = ''] of listed) {
      expect(meaning.length, word).toBeGreaterThan(10);
      expect(codeIn(where), word).toHaveLength(1);
      expect(existsSync(join(ROOT, codeIn(where)[0] ?? '')), word).toBe(true);
    }
  });
});

describe('the decisions', () => {
  it('have a line each, with the reason', () => {
    const lines = architecture.section('Decisions').trim().split('\n');
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) expect(line).toMatch(/^- \*\*[^*]+\.\*\* .{20,}[.]$/);
    expect(new Set(lines.map((line) => line.split('**')[1])).size).toBe(lines.length);
  });
});

describe('the checker of walks', () => {
  const made: Tree = {
    'src/bot.ts': "import { createTask } from '#slack/task.ts';\nimport { ship } from '#lib/ship.ts';",
    'src/slack/task.ts':
      "import type { Ask } from './ask.ts';\nexport function createTask() {}\n// lost(): a word\n  call(x);",
    'src/slack/ask.ts':
      'export type Ask = {\n  receive(order: string): Promise<void>;\n  readonly state: string;\n};',
    'src/lib/ship.ts': 'export const ship = 1;',
    'src/lib/island.ts': 'export const island = 1;',
  };
  const faultsIn = (steps: string) => {
    const [walk] = walksIn(`### Walk\n\n${steps}\n\nWords after it.\n`);
    return walk ? faultsOfWalk(walk, made, ['src/bot.ts']) : ['no walk'];
  };

  it('lets through steps that are joined, imported, or in the same file', () => {
    const steps = [
      '`src/lib/ship.ts` `ship`',
      '`src/slack/task.ts` `createTask`',
      '`src/slack/ask.ts` `receive`',
    ];
    const more = ['`src/slack/ask.ts` `state`', '`src/slack/ask.ts` `Ask`'];
    expect(
      faultsIn([...steps, ...more].map((step, index) => `${index + 1}. ${step}: why.`).join('\n')),
    ).toEqual([]);
  });

  it.each([
    ['a file that is not there', '1. `src/lib/gone.ts` `gone`: why.', /there is no src\/lib\/gone.ts/],
    ['a name that is not there', '1. `src/lib/ship.ts` `boat`: why.', /does not declare boat/],
    ['a name that only a comment has', '1. `src/slack/task.ts` `lost`: why.', /does not declare lost/],
    ['a name that is only called', '1. `src/slack/task.ts` `call`: why.', /does not declare call/],
    [
      'a step that nothing connects with the one before',
      '1. `src/slack/task.ts` `createTask`: why.\n2. `src/lib/island.ts` `island`: why.',
      /task.ts is not connected with src\/lib\/island.ts/,
    ],
    ['a step without a name', '1. `src/lib/ship.ts`: why.', /not a step/],
    ['a step with a wrong number', '2. `src/lib/ship.ts` `ship`: why.', /not a step/],
  ])('finds %s', (_, steps, fault) => {
    expect(faultsIn(steps)).toEqual([expect.stringMatching(fault)]);
  });
});
