// The sandbox as a process: Teller between two stand-ins, a prompt in the terminal, nothing to configure, nothing kept.
import { createBot } from '#bot.ts';
import { ConfigError, readConfig } from '#config.ts';
import { runTerminal } from './terminal.ts';
import { startTown } from './town.ts';

const starting = startTown({
  async startBot(settings, clock) {
    const logLevel = process.env['LOG_LEVEL'] || 'silent';
    const bot = await createBot(readConfig({ ...settings, LOG_LEVEL: logLevel }), { clock });
    await bot.start();
    return bot;
  },
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
// Whoever reads the output has gone away.
process.stdout.on('error', () => void end(0));

try {
  await runTerminal({
    town: await starting,
    input: process.stdin,
    output: process.stdout,
    byHand: process.stdin.isTTY && process.stdout.isTTY,
  });
  await end(0);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  await end(1);
}

async function end(code: number): Promise<void> {
  const town = await starting.catch(() => undefined);
  await town?.stop();
  process.exit(code);
}
