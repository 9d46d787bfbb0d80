// A sandbox in the process of the test, so that both the page and what lies behind it can be examined.
import { createBot } from '#bot.ts';
import { readConfig } from '#config.ts';
import { type Environment, startEnvironment } from '#sandbox/environment/environment.ts';

export function startTestEnvironment(): Promise<Environment> {
  return startEnvironment({
    async startBot(settings, clock) {
      const bot = await createBot(readConfig({ ...settings, LOG_LEVEL: 'silent' }), { clock });
      await bot.start();
      return bot;
    },
  });
}
