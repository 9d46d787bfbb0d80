// The sandbox as a process: the bot between two stand-ins, with a page in the browser. Nothing to configure, nothing kept.
import { createBot } from '#bot.ts';
import { ConfigError, readConfig } from '#config.ts';
import { startEnvironment } from '#sandbox/environment/environment.ts';
import { startPage } from '#sandbox/page/server/page.ts';

/** If it is taken, the page takes the next one that is free. */
const FIRST_PORT = 4600;

const starting = startEnvironment({
  async startBot(settings, clock) {
    const logLevel = process.env['LOG_LEVEL'] || 'silent';
    const bot = await createBot(readConfig({ ...settings, LOG_LEVEL: logLevel }), { clock });
    await bot.start();
    return bot;
  },
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
// Nobody can read the address any more.
process.stdout.on('error', () => void end(0));

try {
  const page = await startPage({ environment: await starting, port: FIRST_PORT });
  console.log(`Sandbox running. Open ${page.url} (Ctrl-C stops it).`);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  await end(1);
}

async function end(code: number): Promise<void> {
  const environment = await starting.catch(() => undefined);
  await environment?.stop();
  process.exit(code);
}
