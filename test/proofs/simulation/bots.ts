// Bots as processes of the simulated machine. Each call to the store and each request is a step, before and after which a
// bot can be ended.
import { createBot } from '#bot.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import type { startBotThread } from '#test/bot-thread.ts';
import { unhandled } from './ambient.ts';
import { type Step, watchRequests } from './fetch.ts';
import { createProcess } from './processes.ts';
import { watchedStore } from './watched-store.ts';

/** A process needs longer than any request is on its way, and so it never comes before what the one before it had sent. */
const STARTS_IN_MS = 1_500;

export type StartBot = typeof startBotThread;

/** `step` hears of each step of every bot, and may end the bot with `kill`. `open` opens their store. */
export function createStartBot(step: (kill: () => void) => Step, open = openStore): StartBot {
  return async (config, offset, ended = () => {}) => {
    const process = createProcess();
    const own = step(process.kill);
    const clock = createMovingClock(offset);
    let store: Store | undefined;
    await new Promise((resolve) => setTimeout(resolve, STARTS_IN_MS));
    await process.run(async () => {
      watchRequests(own);
      const bot = await createBot(config, {
        clock,
        async openStore(...given) {
          store = await open(...given);
          return watchedStore(store, process, own);
        },
      });
      await bot.start();
    });
    process.onKill(() => void store?.close());
    for (const why of unhandled.splice(0)) ended(why);
    return {
      advance: (ms) => process.run(() => clock.advance(ms)),
      async kill() {
        process.kill();
      },
    };
  };
}
