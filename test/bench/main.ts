// `npm run bench`: measures Teller beside what bounds it, prints the tables, and writes them to results.json and to
// docs/performance.md. `--quick` is for trying the bench itself; a word (ack, notification, reply, history, search, start) runs that measurement
// only. Neither writes anything.
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
import { tablesOf, withFigures } from './table.ts';

const MEASUREMENTS: Record<Figure['part'], (scale: Scale) => Promise<Figure[]>> = {
  ack: measureAck,
  notification: measureNotification,
  reply: measureReply,
  history: measureHistory,
  search: measureSearch,
  start: measureStart,
};

const words = process.argv.slice(2);
const scale = words.includes('--quick') ? QUICK : FULL;
const chosen = words.filter((word) => !word.startsWith('--'));
const figures: Figure[] = [];
for (const [part, measure] of Object.entries(MEASUREMENTS)) {
  if (chosen.length > 0 && !chosen.includes(part)) continue;
  console.error(`measuring: ${part} …`);
  figures.push(...(await measure(scale)));
}
console.log(tablesOf(figures));

if (chosen.length === 0 && scale === FULL) {
  const machine = {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    processors: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.version,
  };
  const results = { measuredAt: new Date().toISOString().slice(0, 10), machine, scale, figures };
  const file = join(import.meta.dirname, 'results.json');
  writeFileSync(file, JSON.stringify(results));
  // As every other file is written, so that the check of the whole project has nothing to say.
  execFileSync('npx', ['biome', 'format', '--write', file], { stdio: 'ignore' });
  const page = join(import.meta.dirname, '..', '..', 'docs', 'performance.md');
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), results));
}
