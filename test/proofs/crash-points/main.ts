// `npm run crash-points`: ends the bot before and after each write and each request of every journey, starts it again, and
// audits what came of it. A point that fails is repeated exactly by the command that is printed (on Redis, nearly).
import { runProgram } from '#test/proofs/program.ts';
import { runAlone } from '#test/proofs/run-alone.ts';
import { replaceTimeAndChance } from '#test/proofs/simulation/ambient.ts';
import { replaceNetwork } from '#test/proofs/simulation/network.ts';
import { JOURNEYS, type Journey } from './journeys.ts';
import { type CrashOptions, readOptions, USAGE } from './options.ts';
import { type RealRedis, startRealRedis } from './real-redis.ts';

/** When one of so many points is crashed, one process has room for all journeys, and is not started for each of them. */
const FEW = 40;

async function main(options: CrashOptions): Promise<boolean> {
  const journeys = journeysNamed(options.journey);
  if (journeys.length > 1 && options.every < FEW && !options.sabotages) return eachAlone(journeys, options);
  const redis = options.store === 'redis' ? await startRealRedis() : undefined;
  replaceTimeAndChance();
  replaceNetwork();
  if (options.sabotages) return findSabotages();
  if (journeys.length === 0) throw new Error(`No journey has "${options.journey}" in its name.`);
  let isWell = true;
  for (const journey of journeys) isWell = (await crashIn(journey, options, redis)) && isWell;
  await redis?.end();
  return isWell;
}

/** The one of that name, or all that have it in their names. */
function journeysNamed(name = ''): readonly Journey[] {
  const exact = JOURNEYS.find((journey) => journey.name === name);
  return exact ? [exact] : JOURNEYS.filter((journey) => journey.name.includes(name));
}

/** Ended bots stay in memory, some megabytes each, so that no process has room for all points of all journeys. */
async function eachAlone(journeys: readonly Journey[], { store, every, at }: CrashOptions): Promise<boolean> {
  let isWell = true;
  for (const { name } of journeys) {
    const point = at === undefined ? [] : ['--at', String(at)];
    const own = ['--store', store, '--every', String(every), '--journey', name, ...point];
    const { code, output } = await runAlone('crash-points/main.ts', ...own);
    console.log(output.trimEnd());
    isWell &&= code === 0;
  }
  return isWell;
}

async function crashIn(
  journey: Journey,
  { store, at, every }: CrashOptions,
  redis: RealRedis | undefined,
): Promise<boolean> {
  // Loaded only now, because some modules keep what they find of timers and chance.
  const { crash } = await import('./crash.ts');
  const startedAt = process.hrtime.bigint();
  const counts = { crashes: 0, failed: 0 };

  async function crashed(point: number | undefined): Promise<readonly string[]> {
    const { points, violations, history } = await crash(journey, { at: point, redis });
    if (violations.length > 0) {
      counts.failed += 1;
      const where = point === undefined ? 'without a crash' : `ended ${points[point]}`;
      console.log(`${journey.name}, ${where}:\n${history}`);
      const repeated = point === undefined ? '' : ` --at ${point}`;
      console.log(
        `\nrepeat it: npm run crash-points -- --store ${store} --journey "${journey.name}"${repeated}\n`,
      );
    }
    return points;
  }

  const points = await crashed(undefined);
  // Each journey begins at another of the points that are left out, so that many together see all kinds.
  const first = at ?? (JOURNEYS.indexOf(journey) + 1) % every;
  for (let point = first; point < points.length && (at ?? point) === point; point += every) {
    counts.crashes += 1;
    await crashed(point);
  }
  const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
  console.log(
    `${store}, ${journey.name}: ${counts.crashes} of ${points.length} points crashed, ${counts.failed} failed, in ${seconds.toFixed(1)} s`,
  );
  return counts.failed === 0;
}

async function findSabotages(): Promise<boolean> {
  const { findSabotage } = await import('./find-sabotage.ts');
  const { SABOTAGES } = await import('./sabotages.ts');
  let isEachFound = true;
  for (const sabotage of SABOTAGES) {
    const found = await findSabotage(sabotage);
    isEachFound &&= found !== undefined;
    console.log(`${sabotage.name}: ${found === undefined ? 'NOT FOUND' : `found, "${found}"`}`);
  }
  return isEachFound;
}

await runProgram({ read: readOptions, usage: USAGE, run: main });
