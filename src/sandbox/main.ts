// The sandbox as a process: Teller between two stand-ins, a page in the browser and a prompt in the terminal beside it,
// nothing to configure, nothing kept.
import { createBot } from '#bot.ts';
import { ConfigError, readConfig } from '#config.ts';
import { startPage } from './page/page.ts';
import { runTerminal } from './terminal.ts';
import { startTown } from './town.ts';

/** A port that is taken is stepped over. */
const FIRST_PORT = 4600;

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
  const town = await starting;
  const page = await startPage({ town, port: FIRST_PORT });
  console.log(`Open ${page.url} in a browser, or stay here and type.`);
  await runTerminal({
    town,
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
