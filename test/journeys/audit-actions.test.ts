// Each action on an order is one line of the audit record, with whoever did it, and no other line names the order.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCsv } from '#test/payments/reports/read-csv.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, type Sent } from './agent.ts';
import {
  APPROVER,
  approvedRefund,
  approver,
  askForPrompt,
  declineBecause,
  newest,
  startApproversRig,
} from './approvers.ts';
import { paidShort, requestBalance } from './balances.ts';
import { goTo, linkUntil } from './link-until.ts';
import { openAgain, sendDeclined, submitAgain } from './resend.ts';
import { type Rig, until } from './rig.ts';
import { answerTo } from './to-customer.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startApproversRig();
});
afterEach(() => rig.stop());

const DAY = 24 * 60 * 60_000;
const agent = () => rig.agent.id;
/** The day that clocks in Nairobi show, so many days ago. */
const dayBefore = (days: number) =>
  new Date(rig.clock.now() - days * DAY + 3 * 60 * 60_000).toISOString().slice(0, 10);

/** Whom each line of the audit record about this order names, oldest first; undefined: Teller itself. */
async function actorsOf({ reference }: Sent): Promise<(string | undefined)[]> {
  await rig.idle();
  const before = rig.slack.files().length;
  const period = `${dayBefore(20)}..${dayBefore(0)}`;
  await approver(rig).command(rig.slack.channels.sales, '/pay', `report audit ${period}`);
  await until(() => rig.slack.files().length > before && rig.slack.files().at(-1)?.content !== undefined);
  const lines = readCsv(String(rig.slack.files().at(-1)?.content).slice(1)).filter((cells) =>
    cells.includes(reference),
  );
  return lines.map((cells) => cells.find((cell) => /^U0/.test(cell)));
}

it('Audit: resend, balance, accepting and receipt are each one line', async () => {
  const first = await sendDeclined(rig);
  await openAgain(rig, newest(rig, first.card));
  const second = await submitAgain(rig);
  rig.agent.close();
  await paidShort(rig, second, 175);
  const balance = await paidShort(rig, await requestBalance(rig, second), 300);
  await approver(rig).click(newest(rig, balance.card), 'accept_as_paid');
  await until(() => rig.readCard(balance.card).includes('[send_receipt]'));
  await answerTo(rig, balance, 'send_receipt');
  expect(await actorsOf(first)).toEqual([agent()]);
  expect(await actorsOf(second)).toEqual([agent(), APPROVER]);
  expect(await actorsOf(balance)).toEqual([agent(), APPROVER, agent()]);
});

it('Audit: what was decided about requests is each one line', async () => {
  const [approved, declined, withdrawn, expired] = [
    await askForPrompt(rig, 'prompt 0722000111 60000 Generator'),
    await askForPrompt(rig, 'prompt 0722000222 61000 Generator'),
    await askForPrompt(rig, 'prompt 0722000333 62000 Generator'),
    await askForPrompt(rig, 'prompt 0722000444 63000 Generator'),
  ];
  await approver(rig).click(newest(rig, approved.card), 'approve');
  await declineBecause(rig, approver(rig), newest(rig, declined.card), 'Too much');
  await rig.agent.click(newest(rig, withdrawn.card), 'withdraw');
  await until(() => rig.provider.prompts.length === 1);
  await rig.idle();
  rig.clock.advance(DAY + 1_000);
  await until(() => rig.readCard(expired.card).includes(SAYS.notSent));
  expect(await actorsOf(approved)).toEqual([agent(), APPROVER]);
  expect(await actorsOf(declined)).toEqual([agent(), APPROVER]);
  expect(await actorsOf(withdrawn)).toEqual([agent(), agent()]);
  expect(await actorsOf(expired)).toEqual([agent(), undefined]);
});

it('Audit: a refund has a line for request, approval, call and answer', async () => {
  const sent = await approvedRefund(rig);
  await until(() => rig.provider.requestsTo('requestRefund').length === 1);
  expect(await actorsOf(sent)).toEqual([agent(), agent(), APPROVER, undefined, undefined]);
});

it('Audit: Teller’s own actions name Teller', async () => {
  const link = await linkUntil(rig);
  await goTo(rig, '2031-01-14T21:01');
  await repliesOf(rig, link.card, 1, 'cancelled');
  expect(await actorsOf(link)).toEqual([agent(), undefined]);
});
