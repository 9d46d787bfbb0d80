// Compares the map with the tests that there are: what it names must exist, and nothing may be left out.
import type { Clause, Proof, Sections } from './clause.ts';
import { evened, type Test } from './tests-in.ts';

type Sides = { readonly standIn: readonly Test[]; readonly bot: readonly Test[] };

/** Everything that is wrong with the map, a line each. */
export function faultsOf(headings: readonly string[], sections: Sections, tests: Sides): string[] {
  const unknown = Object.keys(sections).filter((heading) => !headings.includes(heading));
  return [
    ...headings.flatMap((heading) => faultsOfSection(heading, sections[heading], tests)),
    ...unknown.map((heading) => `${heading}: no heading of SPEC.md`),
    ...repeated(headings).map((heading) => `${heading}: stands twice among the headings`),
    ...unnamed('the stand-in', sections, 1, tests.standIn),
    ...unnamed('the bot', sections, 2, tests.bot),
  ];
}

/** Tests that claim to prove SPEC.md, by a key or by their title, and that no clause names. */
function unnamed(side: string, sections: Sections, place: 1 | 2, tests: readonly Test[]): string[] {
  const clauses = Object.values(sections).flatMap((section) => ('none' in section ? [] : section));
  const named = new Set(clauses.map((clause) => keyOf(clause[place])));
  const claims = tests.filter(({ key, title }) => key !== undefined || /^SPEC .+: /.test(title));
  return claims
    .filter(({ key }) => key === undefined || !named.has(key))
    .map(({ title }) => `no clause names the test “${title}” of ${side}`);
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
  const key = keyOf(proof);
  const [test, ...others] = tests.filter((one) => one.key === key);
  if (!test) return [`no test of ${side} has the key ${key}`];
  if (others.length > 0) return [`${others.length + 1} tests of ${side} have the key ${key}`];
  if (typeof proof === 'string') return [];
  const isThere = proof.row !== '' && test.table.includes(evened(proof.row));
  return isThere ? [] : [`the test ${key} of ${side} has no row ${proof.row}`];
}

function keyOf(proof: Proof): string | undefined {
  if (isNone(proof)) return undefined;
  return typeof proof === 'string' ? proof : proof.key;
}

function isNone(proof: Proof): proof is { readonly none: string } {
  return typeof proof === 'object' && 'none' in proof;
}

function repeated(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text, index) => texts.indexOf(text) !== index))];
}
