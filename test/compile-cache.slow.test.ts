// What Node makes of the source is kept for the next start, in a folder that only whoever runs Teller can write to.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { until } from './journeys/rig.ts';
import { surroundEachTest } from './surroundings.ts';

const ROOT = join(import.meta.dirname, '..');
const surroundings = surroundEachTest();

/** A copy of the program with these files of src/, and a folder of packages that is its own. */
async function install(...files: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'teller-installed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const packages = join(folder, 'node_modules');
  await mkdir(packages);
  for (const file of ['package.json', ...files])
    await cp(join(ROOT, file), join(folder, file), { recursive: true });
  const cache = join(packages, '.compile-cache');
  return { folder, packages, cache, kept: async () => (await readdir(cache, { recursive: true })).length };
}

it('Start: a killed first process leaves a private cache for the next one', async () => {
  const { folder, packages, cache, kept } = await install('src');
  for (const name of (await readdir(join(ROOT, 'node_modules'))).filter((name) => !name.startsWith('.')))
    await symlink(join(ROOT, 'node_modules', name), join(packages, name));
  const env = { ...surroundings().httpSettings };
  const teller = spawn(process.execPath, ['src/main.ts'], { cwd: folder, env });
  onTestFinished(() => void teller.kill('SIGKILL'));
  await until(async () => (await kept()) > 100);
  expect((await stat(cache)).mode & 0o777).toBe(0o700);
  teller.kill('SIGKILL');
  expect(await once(teller, 'exit')).toEqual([null, 'SIGKILL']);
});

type Installed = Awaited<ReturnType<typeof install>>;

/** Where Node keeps what it has made, after the call. */
function folderIn({ folder }: Installed, env: Record<string, string> = {}): string {
  const call = `import { getCompileCacheDir } from 'node:module';
    import { keepCompiled } from './src/lib/compile-cache.ts';
    keepCompiled(process.env);
    console.log(getCompileCacheDir() ?? 'nowhere');`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', call], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.trim();
}

const make =
  (mode: number) =>
  async ({ cache }: Installed) => {
    await mkdir(cache);
    await chmod(cache, mode);
  };

it.each<[string, boolean, (installed: Installed) => Promise<void>]>([
  ['that is not there yet is made', true, async () => {}],
  ['of its own is used', true, make(0o700)],
  ['of its own that others can read is used', true, make(0o755)],
  ['that everybody can write to is not used', false, make(0o777)],
  ['that its group can write to is not used', false, make(0o770)],
  ['that leads somewhere else is not used', false, ({ folder, cache }) => symlink(folder, cache)],
  ['that cannot be made is done without', false, ({ cache }) => writeFile(cache, '')],
])('Start: a cache %s', async (_, isUsed, prepare) => {
  const installed = await install('src/lib/compile-cache.ts');
  await prepare(installed);
  expect(folderIn(installed).startsWith(`${installed.cache}/`)).toBe(isUsed);
});

// Only root can give a folder away.
it.runIf(process.getuid?.() === 0)('Start: a cache of another user is not used', async () => {
  const installed = await install('src/lib/compile-cache.ts');
  await make(0o700)(installed);
  await chown(installed.cache, 1000, 1000);
  expect(folderIn(installed)).toBe('nowhere');
});

it('Start: NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE decide', async () => {
  const installed = await install('src/lib/compile-cache.ts');
  const own = join(installed.folder, 'own');
  expect(folderIn(installed, { NODE_COMPILE_CACHE: own })).toContain(`${own}/`);
  expect(folderIn(installed, { NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('nowhere');
  await expect(stat(installed.cache)).rejects.toThrow('ENOENT');
});
