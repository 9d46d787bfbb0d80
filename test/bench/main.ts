// `npm run bench`: measures Teller beside what bounds it, prints the tables, and writes them to results.json and to
// docs/performance.md. Words (ack, notification, reply, history, search, start) run these measurements only, and the others
// keep their figures. `--quick` is for trying the bench itself, `--up-to=100000` leaves out longer histories; with either,
// nothing is written.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Figure, FULL, QUICK, type Scale } from './figures.ts';
import { measureAck } from './measure-ack.ts';
import { measureHistory } from './measure-history.ts';
import { measureNotification } from './measure-notification.ts';
import { measureReply } from './measure-reply.ts';
import { measureSearch } from './measure-search.ts';
import { measureStart } from './measure-start.ts';
import { type Results, tablesOf, withFigures } from './table.ts';

const MEASUREMENTS: Record<Figure['part'], (scale: Scale) => Promise<Figure[]>> = {
  ack: measureAck,
  notification: measureNotification,
  reply: measureReply,
  history: measureHistory,
  search: measureSearch,
  start: measureStart,
};

const words = process.argv.slice(2);
const upTo = Number(
  words.find((word) => word.startsWith('--up-to='))?.slice('--up-to='.length) ?? Number.NaN,
);
const whole = words.includes('--quick') ? QUICK : FULL;
const scale = { ...whole, histories: whole.histories.filter((size) => !(size > upTo)) };
const chosen = words.filter((word) => !word.startsWith('--'));
const figures: Figure[] = [];
for (const [part, measure] of Object.entries(MEASUREMENTS)) {
  if (chosen.length > 0 && !chosen.includes(part)) continue;
  console.error(`measuring: ${part} …`);
  figures.push(...(await measure(scale)));
}
console.log(tablesOf(figures));
if (whole === FULL && scale.histories.length === FULL.histories.length) write();

function write(): void {
  const machine = {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    processors: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.version,
  };
  const file = join(import.meta.dirname, 'results.json');
  const before = JSON.parse(readFileSync(file, 'utf8')) as Results;
  // Ratios of one machine say nothing beside those of another.
  const isSame = JSON.stringify(before.machine) === JSON.stringify(machine);
  if (!isSame && chosen.length > 0)
    throw new Error('results.json is of another machine. Run the whole bench.');
  const parts = new Set<string>(figures.map(({ part }) => part));
  const today = new Date().toISOString().slice(0, 10);
  const results: Results = {
    measuredAt: { ...before.measuredAt, ...Object.fromEntries([...parts].map((part) => [part, today])) },
    machine,
    scale,
    figures: [...before.figures.filter(({ part }) => !parts.has(part)), ...figures],
  };
  writeFileSync(file, JSON.stringify(results));
  // As every other file is written, so that the check of the whole project has nothing to say.
  execFileSync('npx', ['biome', 'format', '--write', file], { stdio: 'ignore' });
  const page = join(import.meta.dirname, '..', '..', 'docs', 'performance.md');
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), results));
}
