// The doctor as a process of its own.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Settings } from './rig.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The script as whoever calls it sees it. */
export function run(settings: Settings, ...words: string[]) {
  const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings };
  return new Promise<{ code: number; out: string; errors: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['src/doctor/main.ts', ...words],
      { cwd: ROOT, env },
      (_, out, errors) => resolve({ code: child.exitCode ?? -1, out, errors }),
    );
  });
}
