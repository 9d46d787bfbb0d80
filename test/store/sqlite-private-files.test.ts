// Who may open the files of the embedded store: their owner alone.
import { spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import { closeToOthers } from '#store/sqlite/files.ts';
import { sampleOrder } from './sample-order.ts';

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'teller-private-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** As a Teller opens and serves it, with something written. */
async function serve(file: string): Promise<string[]> {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const store = await openStore(`sqlite:${file}`, { clock: systemClock, warn });
  onTestFinished(() => store.close());
  await store.serve();
  await store.orders.insert(sampleOrder(`A-${Math.random().toString(36).slice(2, 8).toUpperCase()}`));
  return warnings;
}

/** What `script` wrote: rights and users belong to a whole process, so a test needs one of its own. */
async function inProcess(script: string, path: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return text(child.stdout);
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

async function modesIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await modeOf(join(folder, name))] as const)),
  );
}

const ALL_PRIVATE = {
  'teller.sqlite': '600',
  'teller.sqlite-lock': '600',
  'teller.sqlite-lock-journal': '600',
  'teller.sqlite-shm': '600',
  'teller.sqlite-wal': '600',
};

describe('the files of the embedded store', () => {
  test('every file that Teller makes is 0600 and every folder 0700, however open the process makes others', async () => {
    const folder = await freshFolder();
    const data = join(folder, 'var', 'data');
    await inProcess(
      `process.umask(0);
       const { systemClock } = await import('#lib/clock.ts');
       const { openStore } = await import('#store/open.ts');
       const store = await openStore('sqlite:' + process.argv[1], { clock: systemClock });
       await store.serve();
       await store.ping();
       process.kill(process.pid, 'SIGKILL');`,
      join(data, 'teller.sqlite'),
    );
    expect(await modesIn(data)).toEqual(ALL_PRIVATE);
    expect([await modeOf(data), await modeOf(join(folder, 'var'))]).toEqual(['700', '700']);
  });

  test('files that others could read, as after copying a backup back, are closed to them; the folder stays as it was', async () => {
    const folder = await freshFolder();
    const file = join(folder, 'teller.sqlite');
    const store = await openStore(`sqlite:${file}`, { clock: systemClock });
    await store.serve();
    await store.close();
    await chmod(folder, 0o755);
    for (const name of await readdir(folder)) await chmod(join(folder, name), 0o664);
    expect(await serve(file)).toEqual([]);
    expect(await modesIn(folder)).toEqual(ALL_PRIVATE);
    expect(await modeOf(folder)).toBe('755');
  });

  test('a store that is only opened keeps the rights of its files', async () => {
    const file = join(await freshFolder(), 'teller.sqlite');
    await (await openStore(`sqlite:${file}`, { clock: systemClock })).close();
    await chmod(file, 0o640);
    const store = await openStore(`sqlite:${file}`, { clock: systemClock });
    onTestFinished(() => store.close());
    await store.ping();
    expect(await modeOf(file)).toBe('640');
  });

  test('files that are private, or not there, are left alone without a word', async () => {
    const folder = await freshFolder();
    await writeFile(join(folder, 'a'), '', { mode: 0o600 });
    const warnings: string[] = [];
    closeToOthers(join(folder, 'a'), (message) => void warnings.push(message));
    expect([await modesIn(folder), warnings]).toEqual([{ a: '600' }, []]);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'of a file whose rights Teller may not change, because it is another user’s, Teller warns',
    async () => {
      const folder = await freshFolder();
      const file = join(folder, 'a');
      await writeFile(file, '');
      await chown(folder, 65_534, 65_534);
      await chmod(file, 0o666);
      const said = await inProcess(
        `const { closeToOthers } = await import('#store/sqlite/files.ts');
         process.chdir(process.argv[1]);
         process.seteuid(65_534);
         closeToOthers('a', console.log);`,
        folder,
      );
      expect(said.trim()).toBe(
        `Other users of this machine can open a, and Teller isn’t allowed to change that`,
      );
    },
  );
});
