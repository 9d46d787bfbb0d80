// A whole Teller in a process of its own, which can be stopped in the middle of anything and go on later.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type Signal = 'SIGSTOP' | 'SIGCONT';

/** A bot, wherever it runs. `stop` is SIGTERM, `kill` is `kill -9`. */
export type Running = {
  stop(): Promise<void>;
  kill(): Promise<void>;
  signal?(name: Signal): void;
};

/** `settings` are all that it gets of the environment. Its log is thrown away. */
export function startWholeProcess(settings: Readonly<Record<string, string>>): Running {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    child.kill(signal);
    await ended;
  }
  return {
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    signal: (name) => void child.kill(name),
  };
}
