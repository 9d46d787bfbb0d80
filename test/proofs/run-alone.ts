// Runs a proof in a process of its own, because it replaces what all code of a process shares: time, chance and the network.
import { execFile } from 'node:child_process';
import { join } from 'node:path';

type Ran = { readonly code: number; readonly output: string };

/** `program` is its path below this folder. Never rejects for what the proof finds. */
export function runAlone(program: string, ...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const { NODE_COMPILE_CACHE, PATH, TMPDIR, CI } = process.env;
    const env = { NODE_COMPILE_CACHE, PATH, TMPDIR, CI };
    execFile(
      process.execPath,
      [join(import.meta.dirname, program), ...args],
      { env, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}` }),
    );
  });
}
