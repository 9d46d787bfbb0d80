/** This thread does nothing at all for so long, as when the machine has no time for it. */
export function stallThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
