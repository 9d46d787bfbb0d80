// Lets Node keep what it makes of the source, so that the next start takes a quarter to a third less time. Only what is imported
// after the call is kept.
import { lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** Whoever can put another folder here can change the packages themselves. */
const FOLDER = join(import.meta.dirname, '..', '..', 'node_modules', '.compile-cache');

/** Node's own NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE go first, in `.env` too. Never throws. */
export function keepCompiled(env: Readonly<Record<string, string | undefined>>): void {
  if (env['NODE_DISABLE_COMPILE_CACHE']) return;
  const folder = env['NODE_COMPILE_CACHE'] || privateFolder();
  if (folder !== undefined) enableCompileCache(folder);
}

/** Node runs what lies there, so nobody else may write to it. Undefined where there is none, as on a read-only file system. */
function privateFolder(): string | undefined {
  try {
    mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
    const found = lstatSync(FOLDER);
    // Windows has neither: a folder there has the rights of the one around it.
    const isOurs = !process.getuid || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
    return found.isDirectory() && isOurs ? FOLDER : undefined;
  } catch {
    return undefined;
  }
}
