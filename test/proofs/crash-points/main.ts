// `npm run crash-points`: ends the bot before and after each write and each request of every journey, starts it again, and
// audits what came of it. A point that fails is repeated exactly by the command that is printed (on Redis, nearly).
import { runProgram } from '#test/proofs/program.ts';
import { replaceTimeAndChance } from '#test/proofs/simulation/ambient.ts';
import { replaceNetwork } from '#test/proofs/simulation/network.ts';
import { JOURNEYS, type Journey } from './journeys.ts';
import { type CrashOptions, readOptions, USAGE } from './options.ts';
import { startRealRedis } from './real-redis.ts';

async function main(options: CrashOptions): Promise<boolean> {
  const { store } = options;
  const redis = store === 'redis' ? await startRealRedis() : undefined;
  replaceTimeAndChance();
  replaceNetwork();
  // Loaded only now, because some modules keep what they find of timers and chance.
  if (options.sabotages) return findSabotages();
  const { crash } = await import('./crash.ts');
  const startedAt = process.hrtime.bigint();
  const counts = { journeys: 0, points: 0, crashes: 0, failed: 0 };

  async function crashed(journey: Journey, at: number | undefined): Promise<readonly string[]> {
    const { points, violations, history } = await crash(journey, { at, redis });
    if (violations.length > 0) {
      counts.failed += 1;
      const where = at === undefined ? 'without a crash' : `ended ${points[at]}`;
      console.log(`${journey.name}, ${where}:\n${history}`);
      const point = at === undefined ? '' : ` --at ${at}`;
      console.log(
        `\nrepeat it: npm run crash-points -- --store ${store} --journey "${journey.name}"${point}\n`,
      );
    }
    return points;
  }

  for (const journey of JOURNEYS) {
    if (!journey.name.includes(options.journey ?? '')) continue;
    const points = await crashed(journey, undefined);
    counts.journeys += 1;
    counts.points += points.length;
    // Each journey begins at another of the points that are left out, so that many together see all kinds.
    const first = options.at ?? counts.journeys % options.every;
    for (let at = first; at < points.length && (options.at ?? at) === at; at += options.every) {
      counts.crashes += 1;
      await crashed(journey, at);
    }
  }
  await redis?.end();
  const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
  console.log(
    `${store}: ${counts.journeys} journeys, ${counts.crashes} of ${counts.points} points crashed, ${counts.failed} failed, in ${seconds.toFixed(1)} s`,
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
