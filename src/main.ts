// The process: environment in, signals handled, exit code out.
import { createBot } from './bot.ts';
import { type Config, ConfigError, readConfig } from './config.ts';

/** Longer than any piece of work may take; after it the process ends all the same, and what was left is taken up at the next start. */
const DRAIN_MS = 10_000;

const bot = await createBot(configOrExit());
await bot.start();

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), DRAIN_MS).unref();
    bot.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
