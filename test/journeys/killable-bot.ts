// The real bot in a thread of its own. Ending the thread stops it between any two instructions, with no chance to
// tidy up: what is left is what was on disk.
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createBot } from '#bot.ts';
import type { Config } from '#config.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';

export type Killable = {
  advance(ms: number): void;
  kill(): Promise<void>;
};

type Orders = { readonly config: Config; readonly offset: number };

/** `offset` (ms): how far the story's clock is ahead. Resolves when the bot listens. */
export async function startKillable(config: Config, offset: number): Promise<Killable> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { config, offset } satisfies Orders });
  await once(worker, 'message');
  return {
    advance: (ms) => worker.postMessage(ms),
    async kill() {
      await worker.terminate();
    },
  };
}

if (!isMainThread && parentPort && isOrders(workerData)) {
  const clock = createMovingClock(workerData.offset);
  parentPort.on('message', (ms: number) => clock.advance(ms));
  const bot = await createBot(workerData.config, { clock });
  await bot.start();
  parentPort.postMessage('listening');
}

/** Test runners use threads too; only this one has a bot to run. */
function isOrders(data: unknown): data is Orders {
  return typeof data === 'object' && data !== null && 'config' in data && 'offset' in data;
}
