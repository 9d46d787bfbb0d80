// Tells news of money to the channels that hear of every payment. Each channel is on its own: none waits for another.
import type { Clock } from '#lib/clock.ts';
import { singleFlight } from '#lib/single-flight.ts';
import { withTimeout } from '#lib/timeout.ts';
import { type Alert, type Announcement, isAlert } from '#orders/announcement.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import { alertCard } from '#slack/cards/alert.ts';
import { section } from '#slack/cards/blocks.ts';
import { alertsDropped } from '#slack/text/alerts.ts';
import type { AlertChannel, AlertChannels } from './alert-channels.ts';
import { type Outbound, postFailureOf, SLACK_CLOCK_MS } from './outbound.ts';
import { errorIn, isChannelGone, isFinal, type PostFailure } from './post-failure.ts';

export type AlertDelivery = {
  /** Tells the order's pending alerts. `done` are over, told or not; the others come again. Rejects when the store is down. */
  deliver(
    order: Order,
    how: { card: CardLocation | undefined; channels: readonly AlertChannel[]; attempt: number },
  ): Promise<{ readonly done: readonly string[]; readonly problems: readonly PostFailure[] }>;
};

export type ReportAlert = (
  kind: string,
  outcome: 'posted' | 'limited' | 'unknown' | 'undeliverable',
  order: Order,
  error?: unknown,
) => void;

/** An alert is good without its link; it does not wait for it longer than this. */
const PERMALINK_MS = 3_000;

/** After a day of trying, news is history: it stands in the order's thread. */
const GIVE_UP_MS = 24 * 60 * 60_000;

type Result = { readonly done: readonly string[]; readonly problem?: PostFailure };

export function createAlertDelivery(deps: {
  alerts: Pick<AlertChannels, 'list' | 'set'>;
  outbound: Outbound;
  clock: Clock;
  told: ReportAlert;
}): AlertDelivery {
  const { alerts, outbound, clock, told } = deps;

  async function tellChannel(
    order: Order,
    pending: readonly Announcement<Alert>[],
    how: { channel: string; cardUrl: string | undefined; attempt: number },
  ): Promise<Result> {
    const { channel, cardUrl, attempt } = how;
    const done: string[] = [];
    try {
      // An earlier try may have got through without our knowing: what stands in the channel is not told again.
      const sinceMs = Math.min(...pending.map(({ at }) => at)) - SLACK_CLOCK_MS;
      const standing =
        attempt > 1
          ? await outbound.findOwn({ channel, sinceMs }, order.reference)
          : new Map<string, string>();
      for (const { id, at, news } of pending) {
        if (!standing.has(id)) {
          const metadata = { reference: order.reference, news: id };
          const posted = await outbound.post({ channel, ...alertCard(order, news, cardUrl), metadata });
          const problem = posted.done ? undefined : posted;
          if (problem && isChannelGone(problem)) return leave(order, channel, pending, problem);
          const over = !problem || isFinal(problem) || clock.now() - at > GIVE_UP_MS;
          const trouble = problem?.why === 'limited' ? 'limited' : 'unknown';
          told(
            'alert',
            !problem ? 'posted' : over ? 'undeliverable' : trouble,
            order,
            problem && errorIn(problem),
          );
          if (problem && !over) return { done, problem };
        }
        done.push(id);
      }
      return { done };
    } catch (error) {
      const problem = postFailureOf(error);
      if (isChannelGone(problem)) return leave(order, channel, pending, problem);
      told('alert', 'unknown', order, error);
      // Whatever kept us from looking, it is still not known whether the alert stands there.
      return { done, problem: { done: false, why: 'unknown', error } };
    }
  }

  /** The channel cannot be told any more. */
  async function leave(
    order: Order,
    channel: string,
    pending: readonly Announcement<Alert>[],
    cause: PostFailure,
  ): Promise<Result> {
    told('alert', 'undeliverable', order, errorIn(cause));
    const problem = await switchOff(channel);
    return problem ? { done: [], problem } : { done: pending.map(({ id }) => id) };
  }

  /** Whoever switched alerts on hears that they are off, and from one of several payments only. */
  const switchOff = singleFlight(async (channel: string): Promise<PostFailure | undefined> => {
    const entry = (await alerts.list()).find((one) => one.channel === channel && one.mode === 'on');
    if (!entry) return undefined;
    const text = alertsDropped(channel);
    const posted = await outbound.postToPerson(entry.by, {
      text,
      blocks: [section(text)],
      metadata: { reference: channel, news: 'alerts_off' },
    });
    if (!posted.done && !isFinal(posted)) return posted;
    await alerts.set(channel, 'off', entry.by);
    return undefined;
  });

  return {
    async deliver(order, { card, channels, attempt }) {
      const pending = Map.groupBy(order.announcements.filter(isAlert), ({ news }) => news.channel);
      if (pending.size === 0) return { done: [], problems: [] };
      const cardUrl =
        card &&
        (await withTimeout(clock, PERMALINK_MS, outbound.permalink(card.channel, card.ts), undefined));
      const results = await Promise.all(
        [...pending].map(([channel, announcements]): Result | Promise<Result> =>
          // Switched off since: it no longer wants to hear.
          channels.some((one) => one.channel === channel && one.mode === 'on')
            ? tellChannel(order, announcements, { channel, cardUrl, attempt })
            : { done: announcements.map(({ id }) => id) },
        ),
      );
      return {
        done: results.flatMap(({ done }) => done),
        problems: results.flatMap(({ problem }) => (problem ? [problem] : [])),
      };
    },
  };
}
