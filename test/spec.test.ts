// SPEC.md compared with the tests: each clause names its proof at the stand-in and at the bot, and each proof exists.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from './spec/answers.ts';
import { inRow, none, type Proof, type Sections } from './spec/clause.ts';
import { ENDPOINTS } from './spec/endpoints.ts';
import { faultsOf } from './spec/faults.ts';
import { HEADINGS } from './spec/headings.ts';
import { LIMITS } from './spec/limits.ts';
import { ORDER } from './spec/order.ts';
import { ORDER_ADDITIONS } from './spec/order-additions.ts';
import { SERVICE } from './spec/service.ts';
import { type Test, testsIn } from './spec/tests-in.ts';
import { TRANSACTIONS } from './spec/transactions.ts';

const PARTS = [SERVICE, ORDER, ORDER_ADDITIONS, ANSWERS, TRANSACTIONS, ENDPOINTS, LIMITS];
const SECTIONS: Sections = Object.assign({}, ...PARTS);

/** Where the bot is tested; the stand-ins, and how this repository is kept, are tested elsewhere. */
const BOT = ['config.test.ts', '{lib,orders,provider,payments,slack,web,journeys}/**/*.test.ts'];
const STAND_IN = ['sandbox/provider/*.test.ts'];

const testsOf = (patterns: readonly string[]): Test[] =>
  globSync(patterns, { cwd: import.meta.dirname })
    .sort()
    .flatMap((file) => testsIn(readFileSync(join(import.meta.dirname, file), 'utf8')));
const tests = { standIn: testsOf(STAND_IN), bot: testsOf(BOT) };

describe('SPEC.md', () => {
  test('each clause of SPEC.md is proven by tests that exist, and each test that claims to prove one is named', () => {
    expect(faultsOf(HEADINGS, SECTIONS, tests)).toEqual([]);
  });

  test('each section of SPEC.md stands in one part of the map', () => {
    const all = PARTS.flatMap((part) => Object.keys(part));
    expect(new Set(all).size).toBe(all.length);
    expect(all.sort()).toEqual([...HEADINGS].sort());
  });
});

const keyed = (key: string, statement: string) => `// SPEC.md: ${key}\n${statement}\n`;
const SOME_TESTS = {
  standIn: testsIn(keyed('three', "test('SPEC A: counts to three', f);")),
  bot: testsIn(
    [
      keyed('counts', "test('counts to three', f);"),
      keyed('table', "test.each([\n  ['one',\n 1],\n])('has %s, %i', f);"),
      keyed('twin', "test('one', f);"),
      keyed('twin', "test('other', f);"),
    ].join(''),
  ),
};
const faultsWith = (standIn: Proof, bot: Proof, says = 'Three.') => {
  const rest: Sections[string] = [
    ['Counting.', 'three', 'counts'],
    ['A table.', none('no table'), 'table'],
  ];
  const faults = faultsOf(['A', 'B'], { A: [[says, standIn, bot]], B: rest }, SOME_TESTS);
  return faults.filter((fault) => fault.startsWith('A: '));
};

describe('the checker of the map', () => {
  test('the checker is content with two tests, with one row of a table, and with one side and a reason', () => {
    expect(faultsWith('three', 'counts')).toEqual([]);
    expect(faultsWith('three', inRow('table', "['one', 1]"))).toEqual([]);
    expect(faultsWith('three', none('the bot cannot count'))).toEqual([]);
    expect(faultsWith(none('no numbers here'), 'counts')).toEqual([]);
  });

  test.each<[what: string, standIn: Proof, bot: Proof, fault: string]>([
    [
      'a test of the stand-in that is not there',
      'four',
      'counts',
      'no test of the stand-in has the key four',
    ],
    ['a test of the bot that is not there', 'three', 'four', 'no test of the bot has the key four'],
    ['a test of the other side', 'three', 'three', 'no test of the bot has the key three'],
    ['a key that several tests have', 'three', 'twin', '2 tests of the bot have the key twin'],
    ['an empty key', '', 'counts', 'no test of the stand-in has the key'],
    ['a row that is not there', 'three', inRow('table', "['two', 2]"), 'has no row'],
    ['an empty row', 'three', inRow('table', ''), 'has no row'],
    ['a row of a test without a table', 'three', inRow('counts', '1'), 'has no row 1'],
    ['an empty reason', 'three', none(' '), 'no reason why the bot has no test'],
    ['no test on either side', none('why not'), none('why not'), 'is proven on neither side'],
  ])('the checker finds %s', (_, standIn, bot, fault) => {
    expect(faultsWith(standIn, bot)).toEqual([expect.stringContaining(fault)]);
  });

  test('the checker finds sections and clauses that are forgotten, empty, unknown or there twice', () => {
    const A: Sections[string] = [['Three.', 'three', 'counts']];
    const bot = SOME_TESTS.bot.filter(({ key }) => key === 'counts');
    const faults = (headings: string[], sections: Sections) =>
      faultsOf(headings, sections, { ...SOME_TESTS, bot });
    expect(faults(['A', 'B'], { A })).toEqual(['B: is forgotten']);
    expect(faults(['A', 'B'], { A, B: [] })).toEqual(['B: has neither clauses nor why']);
    expect(faults(['A', 'B'], { A, B: none('') })).toEqual(['B: has neither clauses nor why']);
    expect(faults(['A', 'B'], { A, B: none('nothing is said') })).toEqual([]);
    expect(faults([], { A })).toEqual(['A: no heading of SPEC.md']);
    expect(faults(['A', 'A'], { A })).toEqual(['A: stands twice among the headings']);
    expect(faults(['A'], { A: [...A, ...A] })).toEqual(['A: Three.: stands twice']);
    expect(faultsWith('three', 'counts', ' ')).toEqual(['A: a clause says nothing']);
  });

  test('the checker finds tests that claim to prove SPEC.md and that no clause names', () => {
    const standIn = [...SOME_TESTS.standIn, ...testsIn("test('SPEC B: counts on', f);")];
    const bot = testsIn(keyed('more', "test('counts to four', f);"));
    expect(faultsOf(['A'], { A: [['Three.', none('why not'), none('nor here')]] }, { standIn, bot })).toEqual(
      [
        'A: Three.: is proven on neither side',
        'no clause names the test “SPEC A: counts to three” of the stand-in',
        'no clause names the test “SPEC B: counts on” of the stand-in',
        'no clause names the test “counts to four” of the bot',
      ],
    );
  });

  test('tests and their keys are read in every way in which they are written here', () => {
    const text = [
      "describe.each(ALL)('a %s', (kind) => {",
      '  // SPEC.md: a-key',
      "  test('it\\'s', f);",
      '  it("has \'quotes\'", f);',
      '  // SPEC.md: rows',
      '  it.each<[a: string, b: number[]]>([',
      "    ['x(', [1]],",
      "  ])('row %s', f);",
      '});',
      'describe(`last`, () => {',
      "  test.each(ROWS)(\n    'of many',\n    f);",
      '});',
      "const ROWS = [['in a list of its own']];",
    ].join('\n');
    const read = testsIn(text);
    expect(read.map(({ key, title }) => [key, title])).toEqual([
      ['a-key', "it's"],
      [undefined, "has 'quotes'"],
      ['rows', 'row %s'],
      [undefined, 'of many'],
    ]);
    expect(read[2]?.table).toContain("['x(', [1]],");
    expect(read[3]?.table).toContain('in a list of its own');
    expect(() => testsIn('test(NAME, f);')).toThrow('read 0 of 1 tests');
    expect(() => testsIn('// SPEC.md: a-key\n\nconst x = 1;')).toThrow('0 of 1 keys');
  });
});
