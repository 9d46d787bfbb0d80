// Starts the process: reads the settings, starts the bot, stops it on SIGTERM or SIGINT, sets the exit code.
import { type Bot, createBot } from './bot.ts';
import { readConfig } from './config.ts';

/** How long running work may take after a signal. Then the process ends anyway, and the next start continues the work. */
const DRAIN_MS = 10_000;

const bot = await startOrExit();

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

async function startOrExit(): Promise<Bot> {
  try {
    const started = await createBot(readConfig(process.env));
    await started.start();
    return started;
  } catch (error) {
    // Wrong settings, a taken port, a store that cannot be opened: the message says what to do, so no stack is shown.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
