// Teller as a process of its own, as whoever runs it starts it, and ways to it that are closed at first.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { freePort } from '#sandbox/environment/free-port.ts';
import { until } from './journeys/rig.ts';

/** Its whole environment; what is undefined is not set. */
export type Settings = Record<string, string | undefined>;

/**
 * Runs src/main.ts with these settings and nothing of this process's own; killed at the end of the test. No file that it writes
 * becomes larger than `fileKb`.
 */
export function start(settings: Settings, fileKb?: number) {
  const limit = fileKb === undefined ? [] : ['bash', '-c', `ulimit -f ${fileKb}; exec "$@"`, 'bash'];
  const [program = '', ...words] = [...limit, process.execPath, 'src/main.ts'];
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(program, words, {
    cwd: join(import.meta.dirname, '..'),
    // The cache is no setting: it only lets Node start sooner.
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let log = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => ({ code, signal }));

  async function url(): Promise<string> {
    await until(() => {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${errors}`);
      return log.includes('Teller is listening');
    });
    const listening = log.split('\n').find((line) => line.includes('Teller is listening')) ?? '';
    return `http://127.0.0.1:${(JSON.parse(listening) as { port: number }).port}`;
  }

  return {
    child,
    ended,
    errors: () => errors,
    log: () => log,
    /** The lines of the log that have an incident. */
    incidents: () => {
      const lines = log.split('\n').filter((line) => line.includes('"incident"'));
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
    url,
    async ask(path: string) {
      const response = await fetch(`${await url()}${path}`);
      return { status: response.status, body: (await response.json()) as unknown };
    },
  };
}

/** An address like `url`'s at a port on which nobody listens until it is opened; then it leads there. */
export async function closedAddress(url: string) {
  const target = new URL(url);
  const server = createServer((socket) => {
    const through = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [socket, through],
      [through, socket],
    ] as const) {
      from.pipe(to);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
    }
  });
  const port = await freePort();
  onTestFinished(() => void server.close());
  const address = new URL(url);
  address.port = String(port);
  const open = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  return { url: address.href, open };
}
