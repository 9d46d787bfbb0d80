// `npm run simulate`: whole days of the bot between both stand-ins on a simulated machine. A seed that fails is repeated
// exactly by the command that is printed.
import { runProgram } from '#test/proofs/program.ts';
import { replaceTimeAndChance } from './ambient.ts';
import { replaceNetwork } from './network.ts';
import { readOptions, type SimulationOptions, USAGE } from './options.ts';

async function main({ seed: first, seeds, times, forgetful, ...what }: SimulationOptions): Promise<boolean> {
  replaceTimeAndChance();
  replaceNetwork();
  // Loaded only now, because some modules keep what they find of timers and chance.
  const { simulate } = await import('./simulate.ts');
  const { forgetTries } = await import('#test/proofs/crash-points/sabotages.ts');
  const sabotage = forgetful ? forgetTries : undefined;
  const howMany = what.bulk === undefined ? `--orders ${what.orders}` : `--bulk ${what.bulk}`;
  const startedAt = process.hrtime.bigint();
  let failed = 0;
  for (let seed = first; seed < first + seeds && !(forgetful && failed); seed += 1) {
    const hashes = new Set<string>();
    for (let time = 0; time < times; time += 1) {
      const { violations, histories, figures, traceHash } = await simulate(seed, what, sabotage);
      hashes.add(traceHash);
      if (violations.length > 0 && time === 0) {
        failed += 1;
        console.log(`${histories.join('\n\n')}\n\n${figures}`);
        console.log(
          `\nrepeat it: npm run simulate -- --seed ${seed} ${howMany}${forgetful ? ' --forgetful' : ''}\n`,
        );
      } else if (seeds === 1 && time === 0) console.log(figures);
    }
    if (hashes.size > 1) {
      failed += 1;
      console.log(`seed ${seed} went ${hashes.size} different ways in ${times} runs`);
    } else if (seeds === 1) console.log(`trace ${[...hashes].join()}, ${times} of ${times}`);
  }
  const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
  console.log(`${seeds} seeds, ${howMany} each: ${failed} failed, in ${seconds.toFixed(1)} s`);
  return failed === 0;
}

await runProgram({ read: readOptions, usage: USAGE, run: main });
