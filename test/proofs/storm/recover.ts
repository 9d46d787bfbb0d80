// After the storm: nothing fails any more, the provider finishes what was interrupted, and time goes on until nobody has
// anything left to do.
import type { Channels } from './channels.ts';
import type { Journal } from './course.ts';
import type { Environment } from './environment.ts';
import type { Posts } from './posts.ts';

const HOUR = 3_600_000;
/** The last check of a prompt is after a day. */
const LONG_ENOUGH_MS = 26 * HOUR;
const COARSE_MS = 10 * 60_000;
const IDLE_MS = 60_000;
const MAX_MS = 600_000;

/** Answers in words what did not come to its end, or undefined when everything did. */
export async function recover(deps: {
  environment: Environment;
  channels: Channels;
  posts: Posts;
  journal: Journal;
}): Promise<string | undefined> {
  const { environment, channels, posts, journal } = deps;
  const { provider, slack, reader, now } = environment;
  const deadline = Date.now() + MAX_MS;
  await passTime(2 * 60_000);
  for (const { trackingId } of journal.late.splice(0)) await provider.notify(trackingId);
  await repeatNotifications();
  const trouble = (await passTime(LONG_ENOUGH_MS)) ?? (await endUnknownRefunds());
  return trouble ?? (await leftOver());

  /** The provider repeats notifications that were never accepted. */
  async function repeatNotifications(): Promise<void> {
    await provider.notificationsSettled();
    for (const { trackingId, at } of journal.mustBeNotified) {
      const wasAccepted = provider.notifications.some(
        (one) => one.order_tracking_id === trackingId && one.at >= at && one.accepted,
      );
      if (!wasAccepted) await provider.notify(trackingId);
    }
  }

  /** What the provider has is carried out; of what it does not have, an approver says so. */
  async function endUnknownRefunds(): Promise<string | undefined> {
    const [approver] = channels.colleagues;
    for (const { reference, refund } of await reader.orders()) {
      if (refund?.status !== 'unknown' || !approver) continue;
      const there = provider.refunds().find((one) => one.confirmation_code === refund.confirmationCode);
      const post = posts.about(reference).findLast(({ news }) => news.startsWith('refund_unknown'));
      if (there) {
        await provider.operator.approve(there.confirmation_code);
        journal.changes.push({ trackingId: there.order_tracking_id, what: 'reversed', at: now() });
      } else if (post?.threadTs && !environment.closed.has(post.channel)) {
        const message = slack.thread(post.channel, post.threadTs).find(({ ts }) => ts === post.ts);
        if (message) await approver.click(message, 'refund_not_done', { isOld: true });
      }
    }
    return passTime(2 * 60_000);
  }

  /** From one due time to the next, the checks of ten minutes together. */
  async function passTime(ms: number): Promise<string | undefined> {
    const until = now() + ms;
    for (;;) {
      if (!(await environment.idle(IDLE_MS))) return 'what was under way did not come to its end';
      // A store that did not answer in time is asked again.
      const due = await Promise.all([
        environment.store.orders.nextDue('check'),
        environment.store.orders.nextDue('deliver'),
      ]).catch(() => undefined);
      if (due && due[1] === undefined && now() >= until) return undefined;
      if (Date.now() > deadline) return 'it did not come to its end in time';
      if (!due) continue;
      const [check, deliver] = due;
      const nextCheck = Math.max(check ?? until, now() + COARSE_MS);
      environment.advance(Math.max(1, Math.min(deliver ?? nextCheck, nextCheck) - now() + 1));
    }
  }

  /** Leases end by the store's own clock, so they are given seconds. */
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
