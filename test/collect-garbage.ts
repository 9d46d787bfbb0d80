// Collects garbage all the time until the test ends, as a process does now and then: what nobody holds any more is gone.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { onTestFinished } from 'vitest';

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const timer = setInterval(collect, 100);
  onTestFinished(() => clearInterval(timer));
}
