// Processes of a simulated machine. What a process begins (timers, requests, promises) belongs to it, and with its end all of
// that ends between two instructions, as `kill -9` does: nothing of it runs any more, and nobody tidies up.
import { AsyncLocalStorage } from 'node:async_hooks';

export type SimulatedProcess = {
  /** False once it was killed. */
  isAlive(): boolean;
  /** Calls `work` as a part of the process. */
  run<Value>(work: () => Value): Value;
  /** Told of the end, each once. */
  onKill(told: () => void): void;
  kill(): void;
};

const storage = new AsyncLocalStorage<SimulatedProcess>();

/** The process that runs right now; undefined for the stand-ins and for whoever drives the simulation. */
export function currentProcess(): SimulatedProcess | undefined {
  return storage.getStore();
}

export function createProcess(): SimulatedProcess {
  const toTell: (() => void)[] = [];
  let isAlive = true;
  const process: SimulatedProcess = {
    isAlive: () => isAlive,
    run: (work) => storage.run(process, work),
    onKill: (told) => void toTell.push(told),
    kill() {
      if (!isAlive) return;
      isAlive = false;
      for (const tell of toTell) tell();
    },
  };
  return process;
}

/** `work` for later: as a part of whoever calls this now, and only while that is alive. */
export function ofThisProcess<Given extends unknown[]>(
  work: (...given: Given) => void,
): (...given: Given) => void {
  const owner = currentProcess();
  return (...given) => {
    if (!owner) storage.exit(() => work(...given));
    else if (owner.isAlive()) owner.run(() => work(...given));
  };
}

/** Outside of every process: for what stand-ins and drivers do. */
export function outsideOfProcesses<Value>(work: () => Value): Value {
  return storage.exit(work);
}

/** A promise of a process that is dead: nobody waits for it. */
export function never<Value>(): Promise<Value> {
  return new Promise<Value>(() => {});
}
