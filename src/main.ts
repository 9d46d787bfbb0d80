// The process: environment in, signals handled, exit code out.
import { type Bot, createBot } from './bot.ts';
import { readConfig } from './config.ts';

/** Longer than any piece of work may take; after it the process ends all the same, and what was left is taken up at the next start. */
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
    // Wrong settings, a taken port, a store that cannot be opened: the sentence says what to do, a stack does not.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
