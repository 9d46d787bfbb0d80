// Everything moves to another store by `npm run store -- copy`: searches and the addresses of receipts go on as before.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { answerTo, payFor, sendPrompt } from './agent.ts';
import { newest } from './resend.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

it('Copy: customers are found and receipts open as before', async () => {
  const sent = await payFor(rig, await sendPrompt(rig, { first_name: 'Wanjiru' }));
  await rig.agent.click(newest(rig, sent.card), 'send_receipt');
  await until(() => rig.slack.ephemerals(rig.agent.id).length > 0);
  const [receipt = ''] =
    /http:\/\/[\w.:]+\/r\/[\w.~-]+/.exec(JSON.stringify(rig.slack.ephemerals(rig.agent.id))) ?? [];
  expect((await fetch(receipt)).status).toBe(200);
  await rig.stopBot();
  const [from, to] = [rig.storeUrl, `${rig.storeUrl}-2`];
  await promisify(execFile)('npm', ['run', '--silent', 'store', '--', 'copy', from, to]);
  await rig.restartWith({ STORE_URL: to });
  for (const words of ['0712 345 678', 'wanjiru', SAYS.countPaid('1500')])
    await until(async () => (await answerTo(rig, `find ${words}`)).includes(sent.reference));
  expect((await fetch(receipt)).status).toBe(200);
});
