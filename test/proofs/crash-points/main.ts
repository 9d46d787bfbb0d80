// `npm run crash-points`
import { replaceTimeAndChance } from '#test/proofs/simulation/ambient.ts';
import { replaceNetwork } from '#test/proofs/simulation/network.ts';
import { JOURNEYS } from './journeys.ts';

replaceTimeAndChance();
replaceNetwork();
const { crash } = await import('./crash.ts');
let total = 0;
const t00 = process.hrtime.bigint();
for (const journey of JOURNEYS) {
  if (process.argv[2] && !journey.name.includes(process.argv[2])) continue;
  const t0 = process.hrtime.bigint();
  const quiet = await crash(journey, undefined);
  console.log(
    journey.name,
    quiet.points.length,
    quiet.violations,
    Number(process.hrtime.bigint() - t0) / 1e6,
  );
  if (process.env.V) console.log(quiet.points.join('\n'), quiet.history);
  if (process.env.QUIET) continue;
  for (
    let at = Number(process.argv[3] ?? 0);
    at < Math.min(quiet.points.length, Number(process.argv[5] ?? 1e9));
    at += Number(process.argv[4] ?? 1)
  ) {
    const { violations, history } = await crash(journey, at);
    total += 1;
    if (violations.length) console.log(`✗✗ ${journey.name} at ${at}: ${quiet.points[at]}\n${history}`);
  }
}
console.log(total, 'points', Number(process.hrtime.bigint() - t00) / 1e9);
process.exit();
