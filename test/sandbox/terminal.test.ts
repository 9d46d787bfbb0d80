// The sandbox as a person meets it: a process of its own, with nothing configured, and a story piped into it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { until } from '#test/journeys/rig.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'teller-terminal-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('npm run sandbox', { timeout: 60_000 }, () => {
  it('plays a prompt to paid, with a form error on the way, and ends by itself when the story ends', async () => {
    const told = await tell([
      '/pay prompt 0712345678 1500 Two bags of flour',
      'set amount 16x',
      'submit',
      'set amount 1600',
      'submit',
      'pay',
    ]);
    expect(told).toMatch(/^amount +Amount: 1500$/m);
    expect(told).toMatch(/not sent; the form is still open\)\namount +Amount: 16x\n.*\n +! .*digits/);
    expect(told).toMatch(/^#sales {2}Teller {2}\d\d:\d\d {2}.*KES 1,600\.00.*Sending…/m);
    expect(told).toMatch(/^☎ 254712345678 rings\. MpesaKE: .* KES 1600 for “Two bags of flour”/m);
    expect(told).toMatch(/^ {6}↳ #sales {2}Teller {2}\d\d:\d\d {2}.*KES 1,600\.00.* paid\./m);
    expect(told).toMatch(/^#sales .* \(edited\) .*\*Paid\*$/m);
    expect(told.match(/paid\.$/gm)).toHaveLength(1);
  });

  it('leaves nothing behind on SIGINT and on SIGTERM', async () => {
    const both = (['SIGINT', 'SIGTERM'] as const).map((signal) => ({ signal, sandbox: start() }));
    await until(() => both.every(({ sandbox }) => sandbox.told().includes('Store: ')));
    expect(await readdir(folder)).toHaveLength(2);
    for (const { signal, sandbox } of both) sandbox.child.kill(signal);
    for (const { signal, sandbox } of both)
      expect([signal, await sandbox.ended]).toEqual([signal, [0, null]]);
    expect(await readdir(folder)).toEqual([]);
  });
});

/** What is printed when these lines are piped in. */
async function tell(lines: readonly string[]): Promise<string> {
  const sandbox = start();
  sandbox.child.stdin.end(`${lines.join('\n')}\n`);
  expect(await sandbox.ended).toEqual([0, null]);
  expect(await readdir(folder)).toEqual([]);
  return sandbox.told();
}

function start() {
  const child = spawn(process.execPath, ['src/sandbox/main.ts'], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { TMPDIR: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return { child, told: () => text, ended: once(child, 'close') };
}
