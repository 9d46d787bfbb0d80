// After the storm: nothing fails any more, the service and the agents finish what was interrupted, and time goes on
// until nobody has anything left to do.

import { referenceOf } from '#test/store/sample-order.ts';
import { createDeeds, type Journal } from './deeds.ts';
import type { Dice } from './dice.ts';
import type { Ears } from './heard.ts';
import { createStoreReader } from './orders-reader.ts';
import type { Places } from './places.ts';
import type { Town } from './town.ts';

const HOUR = 3_600_000;
/** The last look at a prompt is taken after a day. */
const LONG_ENOUGH_MS = 26 * HOUR;
const COARSE_MS = 10 * 60_000;
const SETTLE_MS = 30_000;
/** Real time. */
const LONGEST_MS = 150_000;

/** Answers in words what did not become quiet, or undefined when everything did. */
export async function calmDown(deps: {
  town: Town;
  places: Places;
  ears: Ears;
  dice: Dice;
  journal: Journal;
}): Promise<string | undefined> {
  const { town, places, ears, dice, journal } = deps;
  const { provider, now } = town;
  const reader = createStoreReader(town);
  const deadline = Date.now() + LONGEST_MS;
  await passTime(2 * 60_000);
  for (const { trackingId } of journal.late.splice(0)) await provider.notify(trackingId);
  await sendWhatMustBeTold();
  await finishCancels();
  const trouble = await passTime(LONG_ENOUGH_MS);
  return trouble ?? (await leftOver());

  /** The service goes on telling what was never accepted. */
  async function sendWhatMustBeTold(): Promise<void> {
    await provider.notificationsSettled();
    for (const { trackingId, at } of journal.mustBeTold) {
      const wasHeard = provider.notifications.some(
        (one) => one.order_tracking_id === trackingId && one.at >= at && one.accepted,
      );
      if (!wasHeard) await provider.notify(trackingId);
    }
  }

  /** An agent whose cancelling was cut short sees a card that still waits, and presses again. */
  async function finishCancels(): Promise<void> {
    const deeds = createDeeds({ town, ears, dice, journal });
    const [agent] = places.agents;
    for (const reference of journal.cancels) {
      if (provider.find(reference)?.cancelledAt === undefined || !agent) continue;
      if ((await town.store.orders.get(referenceOf(reference)))?.state === 'pending') {
        await deeds.press(agent, reference, 'cancel_order');
        await town.updates(SETTLE_MS);
      }
    }
  }

  /** From one due time to the next, the looks of ten minutes together. */
  async function passTime(ms: number): Promise<string | undefined> {
    const until = now() + ms;
    for (;;) {
      if (!(await town.updates(SETTLE_MS))) return 'what was under way did not come to its end';
      const [look, announce] = await Promise.all([
        town.store.orders.nextDue('check'),
        town.store.orders.nextDue('deliver'),
      ]);
      if (announce === undefined && now() >= until) return undefined;
      if (Date.now() > deadline) return 'it did not become quiet in time';
      const nextCheck = Math.max(look ?? until, now() + COARSE_MS);
      town.advance(Math.max(1, Math.min(announce ?? nextCheck, nextCheck) - now() + 1));
    }
  }

  /** Leases end by the store's own clock, so they are given real seconds. */
  async function leftOver(): Promise<string | undefined> {
    for (;;) {
      const { leases } = await reader.unfinished();
      if (leases.length === 0) return undefined;
      if (Date.now() > deadline) return `left over: leases ${leases.join(', ')}`;
      await new Promise((resolve) => setTimeout(resolve, 500));
      await passTime(1_000);
    }
  }
}
