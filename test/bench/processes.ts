// Everything that is measured, and everything that measures, is a process of its own; here they are started and ended.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadOrder, LoadResult } from './load.ts';

export type Process = {
  /** Sends a message and answers the next one that comes back. */
  ask<Answer>(message: unknown): Promise<Answer>;
  readonly pid: number;
  stop(): Promise<void>;
};

/** Runs a file of this folder. Rejects when it ends before it was asked to. */
export function startProcess(
  file: string,
  args: readonly string[] = [],
  { env = {}, flags = [] }: { env?: Record<string, string>; flags?: readonly string[] } = {},
): Process {
  const child = fork(join(import.meta.dirname, file), args, {
    env: { ...process.env, ...env },
    execArgv: [...flags],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    pid: child.pid ?? 0,
    async ask<Answer>(message: unknown) {
      child.send(message as never);
      return (await next(child, file)) as Answer;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function next(child: ChildProcess, file: string): Promise<unknown> {
  const over = new AbortController();
  const { signal } = over;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`${file} ended with ${code}`);
      }),
    ]);
  } finally {
    over.abort();
  }
}

/** One burst of requests at a server on 127.0.0.1. */
export async function load(order: LoadOrder): Promise<LoadResult> {
  const generator = startProcess('load.ts');
  try {
    return await generator.ask<LoadResult>(order);
  } finally {
    await generator.stop();
  }
}
