// On which day a payment counts: its own while Teller learns of it before 06:00 of the next, else the day Teller learned of it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf, type Sent } from './agent.ts';
import { goTo } from './link-until.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

/** A link that is paid at 20:00 in Nairobi on 10 January 2031, which Teller learns at `learnedAt` (UTC). */
async function paidInTheEvening(learnedAt: string): Promise<Sent> {
  await goTo(rig, '2031-01-10T16:00');
  const sent = await createLink(rig);
  rig.agent.close();
  await goTo(rig, '2031-01-10T17:00');
  await rig.stopBot();
  await rig.provider.customer.pay(sent.reference, { notify: false });
  rig.clock.advance(Date.parse(`${learnedAt}Z`) - rig.clock.now());
  await rig.startBot();
  await rig.provider.notify(sent.reference);
  await repliesOf(rig, sent.card, 1, SAYS.paidAmount('KES 2,500.00'));
  await rig.idle();
  return sent;
}

/** The lines of a report's file; none where the report says that there are no payments. */
async function rowsOf(day: string): Promise<string[]> {
  const files = rig.slack.files().length;
  const shown = rig.slack.ephemerals(rig.agent.id).length;
  await rig.agent.command(rig.slack.channels.sales, '/pay', `report ${day}`);
  await until(() => rig.slack.ephemerals(rig.agent.id).length > shown);
  await rig.idle();
  const content = rig.slack.files()[files]?.content;
  return content === undefined ? [] : String(content).trim().split('\r\n').slice(1);
}

it.each([
  ['05:58', 'on its own day', '2031-01-11T02:58', 1, 0],
  ['06:02', 'on the day it was learned', '2031-01-11T03:02', 0, 1],
])('Ledger: a payment of yesterday that is learned at %s counts %s', async (_, __, learnedAt, own, next) => {
  const { reference } = await paidInTheEvening(learnedAt);
  await goTo(rig, '2031-01-12T09:00');
  const days = [await rowsOf('2031-01-10'), await rowsOf('2031-01-11')];
  expect(days.map((rows) => rows.length)).toEqual([own, next]);
  expect(days.flat()).toEqual([expect.stringContaining(reference)]);
});
