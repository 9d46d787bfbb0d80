// `npm run mutate -- money`: changes the code of an area in every small way and says which changes no test notices.
// Without an area it takes them all, one after the other, which takes hours. Needs nothing but the install.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type MutantResult, Stryker } from '@stryker-mutator/core';
import { AREAS, type Area } from './areas.ts';
import { EQUIVALENTS, type Equivalent } from './equivalents.ts';

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(AREAS, name));
if (unknown.length > 0)
  throw new Error(`There is no area ${unknown.join(', ')}. There are ${Object.keys(AREAS).join(', ')}.`);

for (const [name, area] of Object.entries(AREAS))
  if (asked.length === 0 || asked.includes(name)) await mutate(name, area);

async function mutate(name: string, area: Area): Promise<void> {
  process.env['MUTATE_TESTS'] = area.tests.map(testFiles).join(' ');
  const results = await new Stryker({
    mutate: [...area.files],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutate/vitest.config.ts' },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    reporters: [],
    // The type checker has no interface that it could be asked by, so it is given no settings.
    tsconfigFile: 'no-tsconfig.json',
    tempDirName: join(tmpdir(), 'teller-mutate'),
    allowConsoleColors: false,
  }).runMutationTest();
  report(name, area, results);
}

/** A folder's tests, and not its other files. */
function testFiles(pattern: string): string {
  return pattern.endsWith('/**') ? `${pattern}/*.test.ts` : pattern;
}

function report(name: string, { aim }: Area, results: readonly MutantResult[]): void {
  const counted = results.filter(({ status }) => /^(Killed|Timeout|Survived|NoCoverage)$/.test(status));
  const unnoticed = counted.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').map(changeOf);
  const survivors = unnoticed.filter((change) => !equivalentOf(change));
  const noticed = counted.length - unnoticed.length;
  const score = (100 * noticed) / (noticed + survivors.length);
  for (const { file, row, line, code, becomes, status } of survivors)
    console.info(`${file}:${row} ${status}\n  in      ${line}\n  change  ${code}\n  into    ${becomes}`);
  const equivalents = unnoticed.length - survivors.length;
  console.info(
    `${name}: ${counted.length} changes, ${noticed} noticed, ${survivors.length} not, ${equivalents} equivalent: ${score.toFixed(1)} %, aim ${aim} %`,
  );
  if (score < aim) process.exitCode = 1;
}

function changeOf({ fileName, location, replacement = '', status }: MutantResult) {
  const file = relative(process.cwd(), fileName);
  const rows = readFileSync(file, 'utf8').split('\n');
  // Both lines and columns begin at 1.
  const { start, end } = location;
  const touched = rows.slice(start.line - 1, end.line);
  const last = touched.length - 1;
  touched[last] = touched[last]?.slice(0, end.column - 1) ?? '';
  touched[0] = touched[0]?.slice(start.column - 1) ?? '';
  const line = rows[start.line - 1]?.trim() ?? '';
  return { file, row: start.line, line, code: touched.join('\n'), becomes: replacement, status };
}

function equivalentOf({ file, line, code, becomes }: ReturnType<typeof changeOf>): Equivalent | undefined {
  return EQUIVALENTS.find(
    (one) =>
      one.file === file &&
      one.line === line &&
      one.changes.some(([from, into]) => from === code && into === becomes),
  );
}
