// The log of a process whose standard output takes nothing, or takes it slowly.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';

const START = `
  import { closeSync, openSync } from 'node:fs';
  import { setTimeout as sleep } from 'node:timers/promises';
  import { createLog } from '#observability/log.ts';
  process.on('uncaughtException', (error) => process.exit(1));
  const log = createLog('info');
`;

/** A process that runs `script` with a log on `output`. */
function run(script: string, output: 'pipe' | number) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', START + script], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', output, 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended: once(child, 'exit').then(([code]: unknown[]) => code) };
}

test.runIf(existsSync('/dev/full'))(
  'a log on a full disk leaves lines out and neither ends its process nor holds its exit up, and goes on when there is room',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'teller-log-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const full = await open('/dev/full', 'w');
    onTestFinished(() => full.close());
    const later = join(folder, 'log');
    const { ended } = run(
      `for (const text of ['lost', 'lost too']) log.info(text);
       await sleep(200);
       log.info('lost as well');
       await sleep(200);
       closeSync(1);
       openSync(${JSON.stringify(later)}, 'w');
       log.info('kept');
       await sleep(200);
       process.exit(0);`,
      full.fd,
    );
    expect(await ended).toBe(0);
    const lines = (await readFile(later, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['kept']);

    const atOnce = run(`for (const text of ['a', 'b', 'c']) log.info(text); process.exit(0);`, full.fd);
    expect(await atOnce.ended).toBe(0);
  },
);

test('a log whose reader is gone does not end its process', async () => {
  const { child, ended } = run(
    `process.once('message', async () => {
       for (const text of ['a', 'b', 'c']) { log.info(text); await sleep(50); }
       log.info('d');
       process.exit(0);
     });
     process.send('ready');`,
    'pipe',
  );
  await once(child, 'message');
  child.stdout?.destroy();
  child.send('go on');
  expect(await ended).toBe(0);
});

test.each([
  ['a full pipe that waits', ''],
  // Node makes it so as soon as anything asks for it.
  ['a full pipe that does not wait', 'process.stdout;'],
])('a log on %s loses no line and keeps their order, also when the process ends', async (_, first) => {
  const { child, ended } = run(
    `${first}
     for (let number = 0; number < 3_000; number += 1) log.info({ number, about: 'x'.repeat(100) }, 'a line');
     process.exit(0);`,
    'pipe',
  );
  await sleep(500);
  if (!child.stdout) throw new Error('there is no pipe');
  const lines = (await text(child.stdout)).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).number)).toEqual(Array.from({ length: 3_000 }, (_, at) => at));
  expect(await ended).toBe(0);
});
