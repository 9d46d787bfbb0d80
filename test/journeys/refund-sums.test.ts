// Gross, refunded and net: in Home, /pay open, digests and reports, on the day on which the money went back.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf, sendPrompt } from './agent.ts';
import { directTo } from './approvers.ts';
import { digestChannels } from './digest-channels.ts';
import { goToNoon } from './noon.ts';
import { renderMessage, renderView } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

/** What the agent reads now in Home, in the answer to `/pay open` and in a report of today. */
async function readSums(): Promise<readonly [home: string, open: string, report: string]> {
  await rig.agent.openHome();
  await rig.idle();
  const home = rig.slack.home(rig.agent.id);
  const answers = () => rig.slack.ephemerals(rig.agent.id);
  const answered = answers().length;
  await rig.agent.command(rig.slack.channels.sales, '/pay', 'open');
  await until(() => answers().length > answered);
  const reports = () => directTo(rig, rig.agent.id).filter(({ text }) => text.startsWith(SAYS.paymentsComma));
  const reported = reports().length;
  await rig.agent.command(rig.slack.channels.sales, '/pay', 'report today');
  await until(() => reports().length > reported);
  const [open, report] = [answers()[answered], reports().at(-1)];
  if (!home || !open || !report) throw new Error('something was not answered');
  return [renderView(home), renderMessage(open), renderMessage(report)];
}

it('Sums: Home, open, report and digest show gross, refunded and net once something was refunded', async () => {
  goToNoon(rig);
  const { sales } = rig.slack.channels;
  const channels = digestChannels(rig);
  await channels.set(sales, 'daily 18:00');
  const first = await sendPrompt(rig);
  await rig.provider.customer.pay(first.reference);
  await repliesOf(rig, first.card, 1, SAYS.paid);
  const second = await createLink(rig);
  await rig.provider.customer.pay(second.reference);
  await repliesOf(rig, second.card, 1, SAYS.paid);
  for (const shown of await readSums()) expect(shown).not.toMatch(/refunded|\bnet\b/i);

  rig.clock.advance(60_000);
  await rig.provider.customer.reverse(first.reference);
  await until(() => rig.readCard(first.card).includes(SAYS.paidBack));
  const all = SAYS.inPaymentsNet('KES 4,000.00', '2 payments', 'KES 1,500.00', 'KES 2,500.00');
  const [home, open, report] = await readSums();
  expect(home).toContain(SAYS.todayNothingOpen(all));
  expect(open).toContain(SAYS.todayNothingOpen(all));
  for (const line of ['KES 4,000.00', SAYS.paidBackSection('KES 1,500.00', '1'), '*Net*\nKES 2,500.00'])
    expect(report).toContain(line);
  rig.clock.advance(channels.untilTime('18:00'));
  await until(() => channels.digests(sales).length === 1);
  expect(channels.digests(sales)[0]).toContain(
    SAYS.inPaymentsNetBeforeBold('KES 4,000.00', '2 payments', 'KES 1,500.00', 'KES 2,500.00', 'KES 0.00'),
  );
});

it('Sums: a day on which money only went back has no payments and a net below zero', async () => {
  goToNoon(rig);
  const { sales } = rig.slack.channels;
  const channels = digestChannels(rig);
  const { card, reference } = await sendPrompt(rig);
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, SAYS.paid);
  await rig.idle();
  rig.clock.advance(24 * 60 * 60_000);
  await channels.set(sales, 'daily 18:00');
  await rig.provider.customer.reverse(reference);
  await until(() => rig.readCard(card).includes(SAYS.paidBack));
  const all = SAYS.inPaymentsNet('KES 0.00', 'no payments', 'KES 1,500.00', 'KES -1,500.00');
  const [home, open, report] = await readSums();
  expect(home).toContain(SAYS.todayNothingOpen(all));
  expect(open).toContain(SAYS.todayNothingOpen(all));
  for (const line of [SAYS.noPaymentsInPeriod, '– KES 1,500.00 · 1', '*Net*\nKES -1,500.00'])
    expect(report).toContain(line);
  rig.clock.advance(channels.untilTime('18:00'));
  await until(() => channels.digests(sales).length === 1);
  expect(channels.digests(sales)[0]).toContain(
    SAYS.inPaymentsNetBeforeBold('KES 0.00', 'no payments', 'KES 1,500.00', 'KES -1,500.00', 'KES 1,500.00'),
  );
  await rig.agent.command(sales, '/pay', 'report yesterday');
  const reports = () => directTo(rig, rig.agent.id).map((message) => renderMessage(message));
  await until(() => reports().some((text) => text.includes('KES 1,500.00') && !text.includes('Net')));
});
