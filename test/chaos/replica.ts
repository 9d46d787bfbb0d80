// One bot in a thread of its own, which can be ended between any two instructions. One that ends by itself is a finding.
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createBot } from '#bot.ts';
import type { Config } from '#config.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';

export type Replica = {
  advance(ms: number): void;
  /** As `kill -9` does: no chance to tidy up, what is left is what was written. */
  kill(): Promise<void>;
};

type Orders = { readonly chaos: true; readonly config: Config; readonly offset: number };

/** `offset` (ms): how far the story's clock is ahead. Resolves when the bot listens; `died` hears of an end of its own. */
export async function startReplica(
  config: Config,
  offset: number,
  died: (why: string) => void,
): Promise<Replica> {
  const orders: Orders = { chaos: true, config, offset };
  const worker = new Worker(new URL(import.meta.url), { workerData: orders });
  let killed = false;
  worker.on('error', (error) =>
    died(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  worker.on('exit', (code) => {
    if (!killed) died(`it ended by itself with code ${code}`);
  });
  await once(worker, 'message');
  return {
    advance: (ms) => worker.postMessage(ms),
    async kill() {
      killed = true;
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
  return typeof data === 'object' && data !== null && 'chaos' in data && 'config' in data;
}
