// Another program writes to the SQLite file for a while, as a person does who looks into it with sqlite3.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { answerTo, repliesOf, sendPrompt } from './agent.ts';
import { startRig } from './rig.ts';

it('Store: another program that writes to the file holds up nothing but writes', async () => {
  const rig = await startRig();
  onTestFinished(() => rig.stop());
  const { card, reference } = await sendPrompt(rig);
  rig.agent.close();
  await rig.idle();
  const release = await lock(rig.storeUrl.replace('sqlite:', ''));
  const paying = rig.provider.customer.pay(reference);
  expect((await fetch(`${rig.botUrl}/healthz`)).status).toBe(200);
  expect(await answerTo(rig, 'help')).toContain('/pay prompt');
  // A notification is listed once it is answered, and nothing can be kept before the lock is gone.
  expect(rig.provider.notifications).toEqual([]);
  await release();
  await paying;
  expect(rig.provider.notifications).toMatchObject([{ attempt: 1, accepted: true }]);
  await repliesOf(rig, card, 1, '00 paid ·');
});

const HOLD_LOCK = `
  const { DatabaseSync } = require('node:sqlite');
  const file = new DatabaseSync(process.argv[1]);
  file.exec('BEGIN IMMEDIATE');
  console.log('locked');
  process.stdin.once('end', () => file.exec('ROLLBACK')).resume();`;

/** Takes the write lock in a process of its own. Returns what frees it. */
async function lock(file: string): Promise<() => Promise<unknown>> {
  const child = spawn(process.execPath, ['-e', HOLD_LOCK, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return async () => {
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  };
}
