// Holds the map against the tests that there are: what it names must exist, and nothing may be left out.
import type { Clause, Proof, Sections } from './clause.ts';
import { evened, type Test } from './titles.ts';

export type Sides = { readonly standIn: readonly Test[]; readonly bot: readonly Test[] };

/** Everything that is wrong with the map, a line each. */
export function faultsOf(headings: readonly string[], sections: Sections, tests: Sides): string[] {
  const unknown = Object.keys(sections).filter((heading) => !headings.includes(heading));
  return [
    ...headings.flatMap((heading) => faultsOfSection(heading, sections[heading], tests)),
    ...unknown.map((heading) => `${heading}: no heading of SPEC.md`),
    ...repeated(headings).map((heading) => `${heading}: stands twice among the headings`),
  ];
}

/** Tests of the stand-in that claim to prove SPEC.md, and that no clause names. */
export function idleIn(sections: Sections, standIn: readonly Test[]): string[] {
  const named = Object.values(sections).flatMap((section) => ('none' in section ? [] : section));
  const used = new Set(named.flatMap(([, proof]) => matching(proof, standIn).map(({ name }) => name)));
  const idle = standIn.filter(({ name, title }) => /^SPEC .+: /.test(title) && !used.has(name));
  return idle.map(({ title }) => title);
}

function faultsOfSection(heading: string, section: Sections[string] | undefined, tests: Sides): string[] {
  if (section === undefined) return [`${heading}: is forgotten`];
  if ('none' in section) return section.none.trim() === '' ? [`${heading}: has neither clauses nor why`] : [];
  if (section.length === 0) return [`${heading}: has neither clauses nor why`];
  const twice = repeated(section.map(([says]) => says)).map((says) => `${says}: stands twice`);
  return [...section.flatMap((clause) => faultsOfClause(clause, tests)), ...twice].map(
    (fault) => `${heading}: ${fault}`,
  );
}

function faultsOfClause([says, standIn, bot]: Clause, tests: Sides): string[] {
  if (says.trim() === '') return ['a clause says nothing'];
  return [
    ...(isNone(standIn) && isNone(bot) ? ['is proven on neither side'] : []),
    ...faultsOfProof('the stand-in', standIn, tests.standIn),
    ...faultsOfProof('the bot', bot, tests.bot),
  ].map((fault) => `${says}: ${fault}`);
}

function faultsOfProof(side: string, proof: Proof, tests: readonly Test[]): string[] {
  if (isNone(proof)) return proof.none.trim() === '' ? [`no reason why ${side} has no test`] : [];
  const { test, row } = typeof proof === 'string' ? { test: proof, row: undefined } : proof;
  const names = new Set(matching(proof, tests).map(({ name }) => name));
  if (test.trim() === '' || names.size === 0) return [`no test of ${side} is called “${test}”`];
  if (names.size > 1) return [`${names.size} tests of ${side} are called “${test}”`];
  const isThere =
    row === undefined ||
    (row !== '' && matching(proof, tests).some(({ table }) => table.includes(evened(row))));
  return isThere ? [] : [`the test “${test}” of ${side} has no row ${row}`];
}

function matching(proof: Proof, tests: readonly Test[]): Test[] {
  if (isNone(proof)) return [];
  const part = typeof proof === 'string' ? proof : proof.test;
  return tests.filter(({ name }) => name.includes(part));
}

function isNone(proof: Proof): proof is { readonly none: string } {
  return typeof proof === 'object' && 'none' in proof;
}

function repeated(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text, index) => texts.indexOf(text) !== index))];
}
