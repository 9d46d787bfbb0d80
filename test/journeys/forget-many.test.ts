// Many orders that are erased at once: Slack takes so many edits a minute, and news of a payment does not wait behind them.
import { afterEach, expect, it } from 'vitest';
import { addErasedOrders, createStoreReader, storedOrder } from '#test/peek.ts';
import { SAYS } from '#test/slack/text/phrases.ts';
import { repliesOf, sendPrompt } from './agent.ts';
import { type Rig, startRig, until } from './rig.ts';

const ORDERS = 40;
/** Slack, chat.update: about fifty a minute. */
const MAX_EDITS = 50;
const STEP_MS = 15_000;

let rig: Rig;
afterEach(() => rig.stop());

/** Slack is given so many edits of erased orders at once, and then some each minute. */
const AT_ONCE = 10;

/** So many orders that were erased and whose cards are not edited yet. */
async function eraseMany(count = ORDERS, name = 'OLD'): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `${name}-${index}`);
  await addErasedOrders(rig, names, { channel: rig.slack.channels.sales, at: rig.clock.now() });
}

/** What is to be delivered, by when it may be. */
async function waiting() {
  const sqliteFile = rig.storeUrl.replace('sqlite:', '');
  const reader = createStoreReader({ redis: undefined, sqliteFile, now: rig.clock.now });
  const { entries } = await reader.unfinished();
  reader.close();
  return entries.filter((entry) => entry.queue === 'deliver').sort((a, b) => a.at - b.at);
}

/** Resolves when nothing more is delivered before time passes. */
async function pass(ms: number): Promise<void> {
  rig.clock.advance(ms);
  await until(async () => (await waiting()).every(({ claimed, at }) => !claimed && at > rig.clock.now()));
}

it('edits stay below what Slack takes a minute while many orders are erased, news of a payment is told meanwhile, and all come to their end', async () => {
  rig = await startRig();
  // On a slow machine the pace would else allow more than is counted here.
  rig.clock.hold();
  await eraseMany();
  const isOver = async () => (await waiting()).length === 0;
  const edits = () => rig.slack.callsTo('chat.update').length;
  const { card, reference } = await sendPrompt(rig);
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, SAYS.paid);
  await rig.idle();
  expect(edits()).toBeLessThan(ORDERS / 2);
  for (let step = 0; step < 20 && !(await isOver()); step += 1) {
    const before = edits();
    rig.clock.advance(STEP_MS);
    await rig.idle();
    expect(edits() - before).toBeLessThan((MAX_EDITS * STEP_MS) / 60_000);
  }
  expect(await isOver()).toBe(true);
  expect(edits()).toBeGreaterThanOrEqual(ORDERS);
});

it('a card that Slack lets nobody edit is tried ever less often while it is erased, and a day later its erasing ends', async () => {
  rig = await startRig();
  rig.clock.hold();
  // What comes behind these has no turn at once.
  await eraseMany(AT_ONCE);
  await rig.idle();
  rig.slack.faults.always('chat.update', { kind: 'error', code: 'update_failed' });
  const before = rig.slack.callsTo('chat.update').length;
  await eraseMany(1, 'STUCK');
  for (let seconds = 0; seconds < 100; seconds += 1) await pass(1_000);
  const tries = rig.slack.callsTo('chat.update').length - before;
  expect(tries).toBeGreaterThan(2);
  expect(tries).toBeLessThan(15);
  for (let minutes = 0; minutes < 26 * 60; minutes += 10) await pass(10 * 60_000 + 1);
  expect((await storedOrder(rig, 'STUCK-0')).isErasing).toBe(false);
});

it('a message that Slack takes makes no order due that waits for its turn to be erased, also after a restart', async () => {
  rig = await startRig();
  rig.clock.hold();
  await eraseMany();
  await rig.idle();
  await rig.stopBot();
  rig.clock.advance(10 * 60_000);
  await rig.startBot();
  await rig.idle();
  const before = await waiting();
  expect(before.length).toBeGreaterThanOrEqual(ORDERS / 4);
  const { card, reference } = await sendPrompt(rig);
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, SAYS.paid);
  await rig.idle();
  expect(await waiting()).toEqual(before);
});
