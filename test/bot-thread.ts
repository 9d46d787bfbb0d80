// The real bot in a thread of its own. Ending the thread stops it between any two instructions, with no chance to tidy up:
// what is left is what was written.
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createBot } from '#bot.ts';
import type { Config } from '#config.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';

export type BotThread = {
  advance(ms: number): void;
  /** As `kill -9` does. */
  kill(): Promise<void>;
};

type Start = { readonly config: Config; readonly offset: number; readonly answerMs: number | undefined };

/**
 * `offset` (ms): how far the bot's clock is ahead. Resolves when the bot listens. `ended` is called when the thread ends
 * without having been killed. `answerMs`: see createBot.
 */
export async function startBotThread(
  config: Config,
  offset: number,
  ended: (why: string) => void = () => {},
  answerMs?: number,
): Promise<BotThread> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { config, offset, answerMs } satisfies Start,
  });
  let isKilled = false;
  worker.on('error', (error) =>
    ended(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  worker.on('exit', (code) => {
    if (!isKilled) ended(`it ended by itself with code ${code}`);
  });
  await once(worker, 'message');
  return {
    advance: (ms) => worker.postMessage(ms),
    async kill() {
      isKilled = true;
      await worker.terminate();
    },
  };
}

if (!isMainThread && parentPort && isStart(workerData)) {
  const clock = createMovingClock(workerData.offset);
  parentPort.on('message', (ms: number) => clock.advance(ms));
  const bot = await createBot(workerData.config, { clock, answerMs: workerData.answerMs });
  await bot.start();
  parentPort.postMessage('listening');
}

/** Test runners use threads too; only this one has a bot to run. */
function isStart(data: unknown): data is Start {
  return typeof data === 'object' && data !== null && 'config' in data && 'offset' in data;
}
