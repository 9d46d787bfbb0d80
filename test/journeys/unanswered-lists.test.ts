// Where orders stand whose checks are over: out of the open lists, among the ended ones, and payable all the same.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAYS } from '#test/slack/text/phrases.ts';
import { createLink, repliesOf, type Sent, sendPrompt } from './agent.ts';
import { renderMessage, renderView } from './reading.ts';
import { type Rig, startRig, until } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.stop());

const HOUR = 3_600_000;
const RECENT = SAYS.lastOutcomes;

async function pass(ms: number): Promise<void> {
  rig.clock.advance(ms);
  await rig.idle();
}

/** All that `/pay <word>` answers, up to `end`. */
async function answerTo(word: string, end: string): Promise<string> {
  const before = rig.slack.ephemerals(rig.agent.id).length;
  const answer = () =>
    rig.slack
      .ephemerals(rig.agent.id)
      .slice(before)
      .map((message) => renderMessage(message))
      .join('\n');
  await rig.agent.command(rig.slack.channels.sales, '/pay', word);
  await until(() => answer().includes(end));
  return answer();
}

function home(): string {
  const view = rig.slack.home(rig.agent.id);
  return view ? renderView(view) : '';
}

/** The open and the ended orders of `/pay open`, and those of Home. */
async function lists(): Promise<{ open: string; ended: string }> {
  const [open = '', ended = ''] = (await answerTo('open', RECENT)).split(RECENT);
  await rig.agent.openHome();
  await until(() => home().includes(RECENT));
  const [homeOpen = '', homeEnded = ''] = home().split(RECENT);
  return { open: `${open}\n${homeOpen}`, ended: `${ended}\n${homeEnded}` };
}

const timesIn = (text: string, { reference }: Sent) => text.split(reference).length - 1;

describe('an order whose checks are over', () => {
  it('an order that nobody answered stands in the ended list of /pay open and Home, and no more in the open ones or in the list of /pay cancel', async () => {
    const prompt = await sendPrompt(rig);
    const link = await createLink(rig);
    await pass(23 * HOUR);
    expect((await answerTo('open', link.reference)).includes(prompt.reference)).toBe(true);
    await pass(2 * HOUR);
    await repliesOf(rig, prompt.card, 1, SAYS.notAnswered);
    await rig.idle();
    const { open, ended } = await lists();
    expect([timesIn(open, prompt), timesIn(open, link)]).toEqual([0, 2]);
    expect([timesIn(ended, prompt), timesIn(ended, link)]).toEqual([2, 0]);
    expect(ended).toContain(SAYS.notAnswered);
    const toCancel = await answerTo('cancel', link.reference);
    expect(timesIn(toCancel, prompt)).toBe(0);

    await rig.provider.customer.pay(prompt.reference);
    await repliesOf(rig, prompt.card, 2, SAYS.paid);
    await rig.idle();
    const after = await lists();
    expect([timesIn(after.open, prompt), timesIn(after.ended, prompt)]).toEqual([0, 2]);
    expect(after.ended).toContain(SAYS.paidAmount('KES 1,500.00'));
  });

  it('a failed order stands in the ended list when its checks are over, without another word in its thread', async () => {
    const prompt = await sendPrompt(rig);
    await rig.provider.customer.decline(prompt.reference);
    await repliesOf(rig, prompt.card, 1, SAYS.notPaidAmount('00'));
    await createLink(rig);
    expect(timesIn(await answerTo('open', 'not paid, requested'), prompt)).toBe(1);
    await pass(25 * HOUR);
    const { open, ended } = await lists();
    expect([timesIn(open, prompt), timesIn(ended, prompt)]).toEqual([0, 2]);
    expect(rig.replies(prompt.card)).toHaveLength(1);
  });

  it('an open Home moves an order that nobody answered to the ended ones by itself', async () => {
    const prompt = await sendPrompt(rig);
    await rig.agent.openHome();
    await until(() => home().includes(prompt.reference));
    await rig.idle();
    await pass(25 * HOUR);
    await repliesOf(rig, prompt.card, 1, SAYS.notAnswered);
    await pass(2_000);
    await until(() => home().includes(SAYS.noOpenOrders));
    expect(timesIn(home().split(RECENT)[1] ?? '', prompt)).toBe(1);
  });

  it('an order that nobody answered can still be cancelled', async () => {
    const { card, reference } = await sendPrompt(rig);
    await pass(25 * HOUR);
    await repliesOf(rig, card, 1, SAYS.notAnswered);
    await rig.agent.command(rig.slack.channels.sales, '/pay', `cancel ${reference}`);
    await until(() => rig.readModal().includes('== cancel_order =='));
    await rig.agent.submit();
    await repliesOf(rig, card, 2, SAYS.cancelledAmount('00'));
  });
});
