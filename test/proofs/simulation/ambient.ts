// Puts a simulated machine in the place of this process's own clock, timers and chance. The programs that run in it know
// nothing of that. For processes that do nothing else: it is never undone.
import crypto from 'node:crypto';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import type { Dice } from '#test/proofs/storm/dice.ts';
import { ofThisProcess } from './processes.ts';
import { realTime } from './real-time.ts';
import type { Scheduler } from './scheduler.ts';

type Machine = { readonly scheduler: Scheduler; readonly dice: Dice };

let machine: Machine | undefined;

/** The machine that runs now. Throws when there is none. */
export function theMachine(): Machine {
  if (!machine) throw new Error('there is no simulated machine');
  return machine;
}

/** From now on time and chance are those of `next`. */
export function switchTo(next: Machine): void {
  machine = next;
}

function simulatedNow(): number {
  return machine?.scheduler.now() ?? realTime.Date.now();
}

const SimulatedDate = new Proxy(realTime.Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [simulatedNow()] : given, newTarget),
  get: (target, key) => (key === 'now' ? simulatedNow : Reflect.get(target, key)),
});

/** What setTimeout and the others give back. */
class Timer {
  cancel = () => {};
  ref = () => this;
  unref = () => this;
  hasRef = () => false;
  close = () => {
    this.cancel();
    return this;
  };
  [Symbol.dispose] = () => this.cancel();
}

function setTimeout(work: (...given: unknown[]) => void, delayMs = 1, ...given: unknown[]): Timer {
  const timer = new Timer();
  timer.cancel = theMachine().scheduler.after(
    Math.max(1, Number(delayMs) || 1),
    ofThisProcess(() => work(...given)),
  );
  return timer;
}

function setInterval(work: (...given: unknown[]) => void, everyMs = 1, ...given: unknown[]): Timer {
  const timer = new Timer();
  const again = () => {
    timer.cancel = setTimeout(() => {
      again();
      work(...given);
    }, everyMs).cancel;
  };
  again();
  return timer;
}

function setImmediate(work: (...given: unknown[]) => void, ...given: unknown[]): Timer {
  const timer = new Timer();
  timer.cancel = theMachine().scheduler.after(
    0,
    ofThisProcess(() => work(...given)),
  );
  return timer;
}

function clear(timer: unknown): void {
  if (timer instanceof Timer) timer.cancel();
}

function sleep<Value>(
  delayMs?: number,
  value?: Value,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(signal?.reason);
    if (signal?.aborted) return fail();
    const timer = setTimeout(() => resolve(value), delayMs);
    signal?.addEventListener('abort', () => {
      timer.cancel();
      fail();
    });
  });
}

/** Only as much of it as is used. */
function randomBytes(size: number): Buffer {
  return Buffer.from(Array.from({ length: size }, () => theMachine().dice.between(0, 255)));
}

function randomUUID(): string {
  const hex = randomBytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('It took too long.', 'TimeoutError')), ms);
  return controller.signal;
}

/** Call it before anything is loaded that keeps one of these under a name of its own. */
export function replaceTimeAndChance(): void {
  const require = createRequire(import.meta.url);
  const clocks = {
    setTimeout,
    setInterval,
    setImmediate,
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
  Object.assign(globalThis, { Date: SimulatedDate, ...clocks });
  Object.assign(timers, clocks);
  Object.assign(require('node:timers/promises'), {
    setTimeout: sleep,
    setImmediate: (value?: unknown) => sleep(0, value),
  });
  Object.assign(crypto, { randomBytes, randomUUID });
  Object.assign(Math, { random: () => theMachine().dice.random() });
  Object.assign(AbortSignal, { timeout: timeoutSignal });
  Object.defineProperty(performance, 'now', { value: simulatedNow });
  syncBuiltinESMExports();
  process.on('unhandledRejection', (error) => {
    theMachine().scheduler.note(`unhandled: ${String(error)}`);
    unhandled.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  });
}

/** What would have ended a process of its own. */
export const unhandled: string[] = [];
