// Which searches the audit record has: those by a customer's data, with who and how many, and never what was typed.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerTo, createLink, payFor, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({ APPROVER_USERGROUPS: 'U0AGENT002' });
});
afterEach(() => rig.stop());

/** The lines of the audit record about searches, as an approver takes them. */
async function recordedSearches(): Promise<string[]> {
  const brian = rig.slack.person(rig.slack.users.secondAgent);
  await brian.command(rig.slack.channels.sales, '/pay', 'report audit');
  await until(() => rig.slack.files().at(-1)?.content !== undefined);
  const lines = String(rig.slack.files().at(-1)?.content).split('\n');
  return lines.filter((line) => line.includes('searched'));
}

it('Search: by name, number or email it is recorded with its count, and by nothing else', async () => {
  await payFor(rig, await sendPrompt(rig, { first_name: 'Wanjiru' }));
  await createLink(rig, { first_name: 'Wanjiru', email_address: 'wanjiru@duka.test' });
  rig.agent.close();
  for (const words of ['KES 1,500', 'unpaid', 'today', 'by me']) await answerTo(rig, `find ${words}`);
  for (const words of ['wanjiru', '0712345678', 'wanjiru@duka.test', '0799999999'])
    await answerTo(rig, `find ${words}`);
  const lines = await recordedSearches();
  const outcomes = lines.map((line) =>
    line
      .split(',')
      .slice(1)
      .find((cell) => /^"\d"$/.test(cell)),
  );
  expect(outcomes).toEqual(['"2"', '"1"', '"1"', '"0"']);
  for (const line of lines) expect(line).toContain(rig.agent.id);
  expect(lines.join()).not.toMatch(/wanjiru|712345678|799999999|duka\.test/i);
});
