// Plays a story at the sandbox's prompt with the town in this process, so that both ends can be looked at.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createBot } from '#bot.ts';
import { readConfig } from '#config.ts';
import { runTerminal } from '#sandbox/terminal.ts';
import { startTown, type Town } from '#sandbox/town.ts';

export function startTestTown(): Promise<Town> {
  return startTown({
    async startBot(settings, clock) {
      const bot = await createBot(readConfig({ ...settings, LOG_LEVEL: 'silent' }), { clock });
      await bot.start();
      return bot;
    },
  });
}

/** What is printed when these lines are piped in; `quit` saves the wait at the end. */
export async function playIn(
  town: Town,
  lines: readonly string[],
  how: { patienceMs?: number } = {},
): Promise<string> {
  const input = new PassThrough();
  const output = new PassThrough();
  input.end(`${lines.join('\n')}\nquit\n`);
  const printed = text(output);
  await runTerminal({ town, input, output, byHand: false, ...how });
  output.end();
  return (await printed).replace(/\S+ \S.*> quit\n$/, '');
}
