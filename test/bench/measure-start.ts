// From the start of the process until it can work, beside a bare Bolt app; and the memory that Teller holds when it
// has nothing to do and after a hundred thousand notifications.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#sandbox/environment/free-port.ts';
import { type Figure, held, inRounds, median, type Scale } from './figures.ts';
import { notificationRequests } from './notifications.ts';
import { load } from './processes.ts';
import { openStage, settings, startServices, startTeller } from './stage.ts';
import type { Memory } from './teller.ts';

const HERE = import.meta.dirname;

export async function measureStart(scale: Scale): Promise<Figure[]> {
  return [...(await startTimes(scale)), ...(await memory(scale))];
}

async function startTimes({ rounds }: Scale): Promise<Figure[]> {
  const stage = await openStage('SQLite');
  const services = await startServices();
  // As in the image: what Node makes of the TypeScript is kept from the first start on.
  const cache = await mkdtemp(join(tmpdir(), 'teller-compiled-'));
  const env = { ...settings(services.port, stage.url), LOG_LEVEL: 'silent', NODE_COMPILE_CACHE: cache };
  try {
    const bolt: number[] = [];
    const teller: number[] = [];
    await inRounds(rounds + 1, async () => {
      // Any answer will do: there is nothing else that a bare app could say.
      bolt.push(await untilAnswer(join(HERE, 'bolt-process.ts'), env, (status) => status > 0));
      teller.push(
        await untilAnswer(join(HERE, '..', '..', 'src', 'main.ts'), env, (status) => status === 200),
      );
    });
    const ratio = median(teller.slice(2)) / median(bolt.slice(2));
    const what = 'Teller: start to /readyz';
    return [
      asFigure('bare Bolt: start to the first answer', 'ms', bolt.slice(2)),
      { ...asFigure(what, 'ms', teller.slice(2)), beside: 'bare Bolt', ...held(ratio, '≤', 1.5) },
    ];
  } finally {
    await services.stop();
    await stage.remove();
    await rm(cache, { recursive: true, force: true });
  }
}

/** Asks /readyz until it is answered as it should be; the process is ended then. */
async function untilAnswer(
  file: string,
  env: Record<string, string>,
  isGood: (status: number) => boolean,
): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    for (;;) {
      const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (answer) => answer.status,
        () => 0,
      );
      if (isGood(status)) return performance.now() - startedAt;
      if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    const gone = once(child, 'exit');
    // Nicely, because that is when what was compiled is kept.
    child.kill('SIGTERM');
    await gone;
  }
}

/** In ten parts; what the second half adds to the first is what leaks. */
async function memory({ notifications, open }: Scale): Promise<Figure[]> {
  const stage = await openStage('SQLite');
  const services = await startServices();
  await stage.fill({ from: 0, to: 0, open });
  const teller = await startTeller('start', settings(services.port, stage.url));
  try {
    const idle = await teller.ask<Memory>({ do: 'memory' });
    const after: Memory[] = [];
    const requests = notificationRequests(notifications / 10, open);
    for (let part = 0; part < 10; part += 1) {
      const { refused } = await load({ port: teller.port, requests, connections: 64 });
      if (refused > 0) throw new Error(`${refused} notifications were refused`);
      after.push(await teller.ask<Memory>({ do: 'memory' }));
    }
    const many = notifications.toLocaleString('en');
    const halves = (what: string, of: (memory: Memory) => number): Figure[] => {
      const all = after.map(of);
      const ratio = median(all.slice(5)) / median(all.slice(0, 5));
      return [
        asFigure(`Teller, ${what}, idle`, 'MB', [of(idle)]),
        asFigure(`Teller, ${what}, first half of ${many} notifications`, 'MB', all.slice(0, 5)),
        {
          ...asFigure(`Teller, ${what}, second half`, 'MB', all.slice(5)),
          beside: 'the first half',
          ...held(ratio, '≤', 1.2),
        },
      ];
    };
    return [...halves('resident', ({ rssMb }) => rssMb), ...halves('heap', ({ heapMb }) => heapMb)];
  } finally {
    await Promise.all([teller.stop(), services.stop()]);
    await stage.remove();
  }
}

function asFigure(what: string, unit: string, rounds: readonly number[]): Figure {
  return { part: 'start', what, unit, value: median(rounds), rounds };
}
