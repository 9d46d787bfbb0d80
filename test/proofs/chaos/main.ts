// `npm run chaos`: a random storm against the real bot, and an audit that finds what it broke.
import { type ChaosOptions, readOptions, USAGE } from './options.ts';
import { runChaos } from './run.ts';

let options: ChaosOptions | undefined;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 2;
}
if (options) {
  console.log(`seed ${options.seed}`);
  const { violations, histories, figures } = await runChaos(options, (line) => console.log(line));
  for (const history of histories) console.log(`\n${history}`);
  console.log(`\n${figures}`);
  // Not left to the event loop: Node can spin for ever over the handles of threads that were ended in mid-air.
  process.exit(violations.length === 0 ? 0 : 1);
}
