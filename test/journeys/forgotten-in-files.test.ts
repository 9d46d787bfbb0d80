// A customer who is named in a file of many customers, before it is confirmed, while it is sent, and after.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaveBulkRows, storedOrder } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { answerTo, repliesOf, sendPrompt } from './agent.ts';
import { checkFile, confirm, manyRows, referencesOf, THREE_ROWS, untilBulkSays, untilRows } from './bulks.ts';
import { bytesOf } from './erased.ts';
import { renderMessage } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

const NUMBER = '0712345678';
const HOUR = 60 * 60_000;

let rig: Rig;
beforeEach(async () => {
  rig = await startRig({ APPROVER_USERGROUPS: 'U0AGENT001' });
});
afterEach(() => rig.stop());

/** Sends the form, and resolves with how it ended. */
async function forget(): Promise<{ form: string; told: string }> {
  const dm = () => rig.slack.messages(rig.slack.dmOf(rig.agent.id)).map((one) => renderMessage(one));
  await rig.agent.command(rig.slack.channels.sales, '/pay', `forget ${NUMBER}`);
  await until(() => rig.readModal().includes('== forget =='));
  const form = rig.readModal();
  await rig.agent.submit();
  await until(() => dm().some((text) => text.includes(SAYS.wasErasedFrom)));
  rig.agent.close();
  return { form, told: dm().at(-1) ?? '' };
}

/** Three rows, and so many of other customers behind them: they take a second each. */
function withMore(count: number): string {
  const [, ...others] = manyRows(count).split('\n');
  return [THREE_ROWS, ...others.map((row) => `${row.replace('0722', '0724')},`)].join('\n');
}

describe('forgetting a customer who is named in a file', () => {
  it('says which file waits to be confirmed, whose it is, and until when, and nothing of files with others only', async () => {
    await checkFile(rig, THREE_ROWS);
    rig.agent.close();
    const answer = await answerTo(rig, `forget ${NUMBER}`);
    expect(answer).toContain(SAYS.onlyRowsOfFile);
    expect(answer).toMatch(SAYS.keptForConfirmation);
    expect(await answerTo(rig, 'forget 0799999999')).toContain(SAYS.nothingLeft);
    expect(await answerTo(rig, 'forget 0799999999')).not.toContain(SAYS.aFile);
    rig.clock.advance(HOUR);
    expect(await answerTo(rig, `forget ${NUMBER}`)).toContain(SAYS.nothingLeft);
  });

  it('while it is sent its rows and orders wait, which the form and its end say; other orders of the customer go', async () => {
    const { card, reference } = await sendPrompt(rig, { amount: '777' });
    rig.agent.close();
    await rig.provider.customer.pay(reference);
    await repliesOf(rig, card, 1, SAYS.paid);
    await checkFile(rig, withMore(60));
    await confirm(rig);
    rig.agent.close();
    const { form, told } = await forget();
    const row = SAYS.keptForSending;
    expect(form).toMatch(row);
    expect(form).toContain(SAYS.areErasedFrom('1 order'));
    expect(told).toContain(SAYS.erasedFromOrder);
    expect(told).toContain(SAYS.rowsNotErasable);
    expect(told).toMatch(row);
    expect((await storedOrder(rig, reference)).customer).toEqual({});
  });

  it('once every row was sent, an order of it that is over is erased, although others of the file are still open', async () => {
    await checkFile(rig, withMore(10));
    await confirm(rig);
    rig.agent.close();
    await untilRows(rig, 1);
    const [first = ''] = referencesOf(rig);
    await rig.provider.customer.pay(first);
    await rig.idle();
    expect(await answerTo(rig, `forget ${NUMBER}`)).toContain(SAYS.keptForFile(first));
    await untilBulkSays(rig, SAYS.promptsDone('13'));
    await forget();
    expect((await storedOrder(rig, first)).customer).toEqual({});
    await rig.idle();
    await rig.stopBot();
    expect(await bytesOf(rig)).not.toMatch(/254712345678|Wanjiru/);
  });

  it('rows that a killed process has left of a file that was sent are gone soon after the next start', async () => {
    await checkFile(rig, THREE_ROWS);
    await confirm(rig);
    await untilBulkSays(rig, SAYS.promptsDone('3'));
    await rig.stopBot();
    const areThere = await leaveBulkRows(rig);
    expect(await areThere()).toBe(true);
    await rig.startBot();
    await until(async () => {
      rig.clock.advance(5_000);
      await rig.idle();
      return !(await areThere());
    });
  });
});
