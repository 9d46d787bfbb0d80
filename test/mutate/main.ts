// `npm run mutate -- money`: changes the code of an area in every small way and says which changes no test notices.
// Without an area it takes them all, one after the other, which takes hours. Needs nothing but the install.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { AREAS, type Area } from './areas.ts';
import { EQUIVALENTS } from './equivalents.ts';

const SETTINGS = new URL('stryker.json', import.meta.url);

/** What is read of Stryker's report (mutation-testing-report-schema). Lines and columns begin at 1. */
const place = z.object({ line: z.number(), column: z.number() });
const report = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          status: z.string(),
          replacement: z.string().default(''),
          location: z.object({ start: place, end: place }),
        }),
      ),
    }),
  ),
});
type Report = z.infer<typeof report>;

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(AREAS, name));
if (unknown.length > 0)
  throw new Error(`There is no area ${unknown.join(', ')}. There are ${Object.keys(AREAS).join(', ')}.`);

for (const [name, area] of Object.entries(AREAS))
  if (asked.length === 0 || asked.includes(name)) show(name, area, mutate(area));

function mutate({ files, tests }: Area): Report {
  const folder = mkdtempSync(join(tmpdir(), 'teller-mutate-'));
  try {
    const reported = join(folder, 'report.json');
    const settings = join(folder, 'stryker.json');
    const own = { mutate: files, tempDirName: join(folder, 'changed'), jsonReporter: { fileName: reported } };
    writeFileSync(settings, JSON.stringify({ ...JSON.parse(readFileSync(SETTINGS, 'utf8')), ...own }));
    const env = { ...process.env, MUTATE_TESTS: tests.map(testFiles).join(' ') };
    const { status } = spawnSync('stryker', ['run', settings], { stdio: 'inherit', env });
    if (status !== 0) throw new Error(`Stryker ended with ${status}.`);
    return report.parse(JSON.parse(readFileSync(reported, 'utf8')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder's tests, and not its other files. */
function testFiles(pattern: string): string {
  return pattern.endsWith('/**') ? `${pattern}/*.test.ts` : pattern;
}

function show(name: string, { aim }: Area, { files }: Report): void {
  const counted = Object.entries(files)
    .flatMap(([file, { source, mutants }]) => mutants.map((mutant) => ({ file, ...textsOf(source, mutant) })))
    .filter(({ status }) => /^(Killed|Timeout|Survived|NoCoverage)$/.test(status));
  const unnoticed = counted.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const survivors = unnoticed.filter((change) => !isEquivalent(change));
  for (const { file, row, line, code, becomes, status } of survivors)
    console.info(`${file}:${row} ${status}\n  in      ${line}\n  change  ${code}\n  into    ${becomes}`);

  const noticed = counted.length - unnoticed.length;
  const score = (100 * noticed) / Math.max(1, noticed + survivors.length);
  const equivalent = unnoticed.length - survivors.length;
  console.info(
    `${name}: ${counted.length} changes, ${noticed} noticed, ${equivalent} equivalent, ${survivors.length} survived: ${score.toFixed(1)} % (aim ${aim} %)`,
  );
  if (score < aim) process.exitCode = 1;
}

function textsOf(source: string, mutant: Report['files'][string]['mutants'][number]) {
  const { start, end } = mutant.location;
  const rows = source.split('\n');
  const touched = rows.slice(start.line - 1, end.line);
  const last = touched.length - 1;
  touched[last] = touched[last]?.slice(0, end.column - 1) ?? '';
  touched[0] = touched[0]?.slice(start.column - 1) ?? '';
  const line = rows[start.line - 1]?.trim() ?? '';
  return {
    row: start.line,
    line,
    code: touched.join('\n'),
    becomes: mutant.replacement,
    status: mutant.status,
  };
}

function isEquivalent(change: { file: string; line: string; code: string; becomes: string }): boolean {
  return EQUIVALENTS.some(
    ({ file, line, changes }) =>
      file === change.file &&
      line === change.line &&
      changes.some(([code, becomes]) => code === change.code && becomes === change.becomes),
  );
}
