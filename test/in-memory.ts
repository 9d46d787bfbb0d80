// Where tests write their files: in memory, where there is enough of it. They need not outlast the power, and a disk would make
// each saved order wait.
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** What all tests that run at the same time write, and as much again. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/** The test runner calls it before the tests of each project, and what it returns after them. The first call serves all. */
export function setup(): (() => void) | undefined {
  if (process.env.TMPDIR?.startsWith(MEMORY) || !hasEnough()) return undefined;
  const folder = mkdtempSync(`${MEMORY}/teller-`);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

function hasEnough(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
