// Starts the process: reads the settings, starts the bot, stops it on SIGTERM or SIGINT, sets the exit code. What no other
// part has handled ends here: a rejection is logged, after an exception the process stops as on a signal.
import { flushCompileCache } from 'node:module';
import type { Bot } from './bot.ts';

/** How long running work may take after a signal. Then the process ends anyway, and the next start continues the work. */
const DRAIN_MS = 10_000;

let isStopping = false;

/** Undefined until it has started: before that nothing is in hand. */
let bot: Bot | undefined;

// First of all, before the rest is even loaded: a start may wait for another process, and in a container a signal that nobody listens
// for does nothing.
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => (bot ? stop(bot, 0) : process.exit(0)));
bot = await startOrExit();

function stop(running: Bot, code: 0 | 1): void {
  if (isStopping) return;
  isStopping = true;
  // It also keeps the process alive until then: what waits for another try would not.
  setTimeout(() => process.exit(code), DRAIN_MS);
  running.stop().then(
    () => process.exit(code),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}

async function startOrExit(): Promise<Bot> {
  const { createBot } = await import('./bot.ts');
  const { readConfig } = await import('./config.ts');
  try {
    const created = await createBot(readConfig(process.env));
    reportUnhandled(created);
    await created.start();
    // Where NODE_COMPILE_CACHE is set, Node would write it at the end of the process, which a killed one does not have.
    flushCompileCache();
    return created;
  } catch (error) {
    // Wrong settings, a taken port, a store that cannot be opened: the message says what to do, so no stack is shown.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Without this Node would end the process at once, in the middle of everything that it has in hand. */
function reportUnhandled(running: Bot): void {
  process.on('unhandledRejection', (error) => {
    running.reportError(error, { what: 'unhandled error' });
  });
  // Whatever threw has stopped half-way, so what is in memory may be wrong. Whoever runs Teller starts it again.
  process.on('uncaughtException', (error) => {
    running.reportError(error, { what: 'uncaught exception; stopping' });
    stop(running, 1);
  });
}
