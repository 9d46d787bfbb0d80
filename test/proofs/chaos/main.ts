// `npm run chaos`: a random storm against the real bot, and an audit that finds what it broke.
import { runProgram } from '#test/proofs/program.ts';
import { type ChaosOptions, readOptions, USAGE } from './options.ts';
import { runChaos } from './run.ts';

async function main(options: ChaosOptions): Promise<boolean> {
  console.log(`seed ${options.seed}`);
  const { violations, histories, figures } = await runChaos(options, (line) => console.log(line));
  for (const history of histories) console.log(`\n${history}`);
  console.log(`\n${figures}`);
  return violations.length === 0;
}

await runProgram({ read: readOptions, usage: USAGE, run: main });
