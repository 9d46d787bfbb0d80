// A real redis-server of a test's own: on a free port, in a folder of its own, killed by its process id at the end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createClient } from '@keyv/redis';
import { freePort } from '#sandbox/environment/free-port.ts';

export type RedisServer = {
  readonly port: number;
  /** Where the nodes of a cluster speak to each other. */
  readonly busPort: number;
  readonly url: string;
  /** On the same port with the same data, as far as they were kept. One that runs goes on. */
  start(): Promise<void>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** One command past the driver. */
  ask(...command: string[]): Promise<unknown>;
  remove(): Promise<void>;
};

function onPath(name: string): string | undefined {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return paths.find((path) => existsSync(path));
}

/** Undefined where there is none; nothing requires it. */
export const VALKEY = onPath('valkey-server');

const PROGRAM = onPath('redis-server') ?? VALKEY;

/** Where there is none these tests are left out, but never on the machine that decides about a change. */
export const NO_REDIS = PROGRAM === undefined && !process.env.CI;

/** To be written behind a name of tests, so that it is seen why they did not run. */
export const LEFT_OUT = NO_REDIS ? ' (left out: there is no redis-server on this machine)' : '';

/** `settings` as on the command line: ['--maxmemory-policy', 'allkeys-lru']. Keeps everything unless they say otherwise. */
export async function startRedis(
  settings: readonly string[] = [],
  program: string | undefined = PROGRAM,
): Promise<RedisServer> {
  if (!program) throw new Error('There is no redis-server on this machine; install it to run these tests.');
  const folder = await mkdtemp(join(tmpdir(), 'teller-redis-'));
  const [port, busPort] = [await freePort(), await freePort()];
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  args.push(
    '--cluster-port',
    String(busPort),
    '--appendonly',
    'yes',
    // With less Redis answers before it has written: while the disk is slow, what was answered is lost with a kill.
    '--appendfsync',
    'always',
    '--enable-debug-command',
    'local',
    ...settings,
  );
  let child: ChildProcess | undefined;

  const runs = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  async function ask(...command: string[]): Promise<unknown> {
    // Without a limit: a thread that stood still finds its time over before it reads that it is connected.
    const socket = { host: '127.0.0.1', port, reconnectStrategy: false, connectTimeout: 0 } as const;
    const client = createClient({ socket });
    client.on('error', () => {});
    await client.connect();
    try {
      return await client.sendCommand(command);
    } finally {
      client.destroy();
    }
  }
  const server: RedisServer = {
    port,
    busPort,
    url: `redis://127.0.0.1:${port}`,
    async start() {
      if (runs()) return;
      const started = spawn(program, args, { stdio: 'ignore' });
      child = started;
      // A server with a password refuses us, and is up.
      const isUp = () => ask('PING').then(Boolean, (error: unknown) => String(error).includes('NOAUTH'));
      while (!(await isUp())) {
        if (started.exitCode !== null) throw new Error(`redis-server ended with ${started.exitCode}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async kill() {
      if (!child || !runs()) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    signal(signal) {
      child?.kill(signal);
    },
    ask,
    async remove() {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
