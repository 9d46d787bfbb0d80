// A sandbox in the process of the test, so that both the page and what lies behind it can be examined.
import { createBot } from '#bot.ts';
import { readConfig } from '#config.ts';
import { type Environment, startEnvironment } from '#sandbox/environment/environment.ts';
import { ANSWER_MS, TRIGGER_MS } from '#test/patience.ts';

export function startTestEnvironment(): Promise<Environment> {
  return startEnvironment({
    triggerMs: TRIGGER_MS,
    ackTimeoutMs: ANSWER_MS,
    pictureMs: ANSWER_MS,
    async startBot(settings, clock) {
      const config = readConfig({ ...settings, LOG_LEVEL: 'silent' });
      const bot = await createBot(config, { clock, answerMs: ANSWER_MS });
      await bot.start();
      return bot;
    },
  });
}
