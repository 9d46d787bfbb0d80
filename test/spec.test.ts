// SPEC.md held against the tests: each clause names its proof at the stand-in and at the bot, and each proof exists.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from './spec/answers.ts';
import { inRow, none, type Proof, type Sections } from './spec/clause.ts';
import { ENDPOINTS } from './spec/endpoints.ts';
import { faultsOf, idleIn } from './spec/faults.ts';
import { HEADINGS } from './spec/headings.ts';
import { LIMITS } from './spec/limits.ts';
import { ORDER } from './spec/order.ts';
import { ORDER_ADDITIONS } from './spec/order-additions.ts';
import { SERVICE } from './spec/service.ts';
import { type Test, testsIn } from './spec/titles.ts';
import { TRANSACTIONS } from './spec/transactions.ts';

const PARTS = [SERVICE, ORDER, ORDER_ADDITIONS, ANSWERS, TRANSACTIONS, ENDPOINTS, LIMITS];
const SECTIONS: Sections = Object.assign({}, ...PARTS);

/** Where the bot is tested; the stand-ins and the house's own order are elsewhere. */
const BOT = ['config.test.ts', '{lib,orders,provider,payments,slack,web,journeys}/**/*.test.ts'];
const STAND_IN = ['sandbox/provider/*.test.ts'];

const testsOf = (patterns: readonly string[]): Test[] =>
  globSync(patterns, { cwd: import.meta.dirname })
    .sort()
    .flatMap((file) => testsIn(readFileSync(join(import.meta.dirname, file), 'utf8')));
const tests = { standIn: testsOf(STAND_IN), bot: testsOf(BOT) };

describe('SPEC.md', () => {
  test('has each of its clauses proven by tests that exist, under each of its headings', () => {
    expect(faultsOf(HEADINGS, SECTIONS, tests)).toEqual([]);
  });

  test('has each section in one part of the map', () => {
    const all = PARTS.flatMap((part) => Object.keys(part));
    expect(new Set(all).size).toBe(all.length);
    expect(all.sort()).toEqual([...HEADINGS].sort());
  });

  test('is named by every test of the stand-in that says so', () => {
    expect(idleIn(SECTIONS, tests.standIn)).toEqual([]);
  });
});

const SOME_TESTS = {
  standIn: testsIn("describe('SPEC A', () => {\n  it('SPEC A: counts to three', () => {});\n});\n"),
  bot: testsIn(
    "test('counts to three', f);\ntest.each([\n  ['one',\n 1],\n])('has %s, %i', f);\ntest('counts', f);\n",
  ),
};
const good: Proof = 'SPEC A: counts to three';
const fine: Proof = 'counts to three';
const faultsWith = (standIn: Proof, bot: Proof, says = 'Three.') =>
  faultsOf(['A'], { A: [[says, standIn, bot]] }, SOME_TESTS);

describe('the checker', () => {
  test('is content with two tests, with one row of a table, and with one side and a reason', () => {
    expect(faultsWith(good, fine)).toEqual([]);
    expect(faultsWith(good, inRow('has %s, %i', "['one', 1]"))).toEqual([]);
    expect(faultsWith(good, none('the bot cannot count'))).toEqual([]);
    expect(faultsWith(none('no numbers here'), fine)).toEqual([]);
  });

  test.each<[what: string, standIn: Proof, bot: Proof, fault: string]>([
    ['a test of the stand-in that is not there', 'counts to four', fine, 'no test of the stand-in is called'],
    ['a test of the bot that is not there', good, 'counts to four', 'no test of the bot is called'],
    ['a test of the other side', good, 'SPEC A: counts to three', 'no test of the bot is called'],
    ['a title that fits several tests', good, 'counts', '2 tests of the bot are called “counts”'],
    ['an empty title', '', fine, 'no test of the stand-in is called “”'],
    ['a row that is not there', good, inRow('has %s, %i', "['two', 2]"), 'has no row'],
    ['an empty row', good, inRow('has %s, %i', ''), 'has no row'],
    ['a row of a test without a table', good, inRow('counts to three', '1'), 'has no row 1'],
    ['an empty reason', good, none(' '), 'no reason why the bot has no test'],
    ['no test on either side', none('why not'), none('why not'), 'is proven on neither side'],
  ])('finds %s', (_, standIn, bot, fault) => {
    expect(faultsWith(standIn, bot)).toEqual([expect.stringContaining(fault)]);
  });

  test('finds sections and clauses that are forgotten, empty, unknown or there twice', () => {
    const A: Sections[string] = [['Three.', good, fine]];
    const faults = (headings: string[], sections: Sections) => faultsOf(headings, sections, SOME_TESTS);
    expect(faults(['A', 'B'], { A })).toEqual(['B: is forgotten']);
    expect(faults(['A', 'B'], { A, B: [] })).toEqual(['B: has neither clauses nor why']);
    expect(faults(['A', 'B'], { A, B: none('') })).toEqual(['B: has neither clauses nor why']);
    expect(faults(['A', 'B'], { A, B: none('nothing is said') })).toEqual([]);
    expect(faults([], { A })).toEqual(['A: no heading of SPEC.md']);
    expect(faults(['A', 'A'], { A })).toEqual(['A: stands twice among the headings']);
    expect(faults(['A'], { A: [...A, ...A] })).toEqual(['A: Three.: stands twice']);
    expect(faultsWith(good, fine, ' ')).toEqual(['A: a clause says nothing']);
  });

  test('finds a test of the stand-in that no clause names', () => {
    expect(idleIn({ A: [['Three.', none('why not'), fine]] }, SOME_TESTS.standIn)).toEqual([
      'SPEC A: counts to three',
    ]);
    expect(idleIn({ A: [['Three.', good, fine]] }, SOME_TESTS.standIn)).toEqual([]);
  });

  test('reads titles in every way in which they are written here', () => {
    const text = [
      "describe.each(ALL)('a %s', (kind) => {",
      "  test('it\\'s', f);",
      '  it("has \'quotes\'", f);',
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
    expect(read.map(({ name }) => name)).toEqual([
      "a %s it's",
      "a %s has 'quotes'",
      'a %s row %s',
      'last of many',
    ]);
    expect(read[2]?.table).toContain("['x(', [1]],");
    expect(read[3]?.table).toContain('in a list of its own');
    expect(() => testsIn('test(NAME, f);')).toThrow('read 0 of 1 titles');
  });
});
