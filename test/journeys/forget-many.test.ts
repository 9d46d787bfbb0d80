// Many orders that are erased at once: Slack takes so many edits a minute, and news of a payment does not wait behind them.
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '#lib/clock.ts';
import { erased } from '#orders/forgetting.ts';
import { openStore } from '#store/open.ts';
import { createStoreReader } from '#test/proofs/chaos/orders-reader.ts';
import { sampleOrder } from '#test/store/sample-order.ts';
import { repliesOf, sendPrompt } from './agent.ts';
import { type Rig, startRig } from './rig.ts';

const ORDERS = 40;
/** Slack, chat.update: about fifty a minute. */
const MAX_EDITS = 50;
const STEP_MS = 15_000;

let rig: Rig;
afterEach(() => rig.stop());

/** So many orders that were erased and whose cards are not edited yet, in a store to be closed. */
async function eraseMany() {
  const { sales } = rig.slack.channels;
  const store = await openStore(rig.storeUrl, { clock: systemClock });
  const at = rig.clock.now();
  const olds = Array.from({ length: ORDERS }, (_, index) => {
    const ts = `${Math.floor(at / 1000)}.${String(index).padStart(6, '0')}`;
    const card = { channel: sales, ts, contentHash: '' };
    const over = { state: 'cancelled', cancelledBy: 'U1', channel: sales, card, createdAt: at } as const;
    return erased(sampleOrder(`OLD-${index}`, over), 'U1', at);
  });
  await Promise.all(olds.map((order) => store.orders.insert(order, { deliver: at })));
  return store;
}

it('edits stay below what Slack takes a minute while many orders are erased, news of a payment is told meanwhile, and all come to their end', async () => {
  rig = await startRig();
  // On a slow machine the pace would else allow more than is counted here.
  rig.clock.hold();
  const store = await eraseMany();
  const isOver = async () => (await store.orders.nextDue('deliver')) === undefined;
  const edits = () => rig.slack.callsTo('chat.update').length;
  const { card, reference } = await sendPrompt(rig);
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, '00 paid ·');
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
  await store.close();
});

it('a message that Slack takes makes no order due that waits for its turn to be erased, also after a restart', async () => {
  rig = await startRig();
  rig.clock.hold();
  await (await eraseMany()).close();
  const reader = createStoreReader({
    redis: undefined,
    sqliteFile: rig.storeUrl.replace('sqlite:', ''),
    now: rig.clock.now,
  });
  /** When each may ask for its turn again. */
  const waiting = async () => {
    const { turns } = await reader.unfinished();
    return turns.filter((turn) => turn.queue === 'deliver').sort((a, b) => a.at - b.at);
  };
  await rig.idle();
  await rig.stopBot();
  rig.clock.advance(10 * 60_000);
  await rig.startBot();
  await rig.idle();
  const before = await waiting();
  expect(before.length).toBeGreaterThanOrEqual(ORDERS / 4);
  const { card, reference } = await sendPrompt(rig);
  await rig.provider.customer.pay(reference);
  await repliesOf(rig, card, 1, '00 paid ·');
  await rig.idle();
  expect(await waiting()).toEqual(before);
  reader.close();
});
