// Posts alerts: news of money for the channels with mode `on`. A channel that fails does not delay the others.
import { type Clock, withTimeout } from '#lib/clock.ts';
import { type Alert, type Announcement, isAlert, isMoneyKind } from '#orders/announcement.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import type { WhoReads } from '#slack/access/who-reads.ts';
import { alertCard } from '#slack/cards/alert.ts';
import type { AlertChannel } from '#slack/text/alerts.ts';
import { type ReportDelivery, retriedOutcome } from './delivery-report.ts';
import type { Outbound } from './outbound.ts';
import {
  errorIn,
  GIVE_UP_MS,
  isChannelGone,
  isFinal,
  type PostFailure,
  readersUnknown,
  stillUnknown,
} from './post-failure.ts';
import type { SwitchOffs } from './switch-off.ts';

export type AlertDelivery = ReturnType<typeof createAlertDelivery>;

/** An alert is posted without its link when Slack takes longer than this to give it. */
const PERMALINK_MS = 3_000;

type ChannelResult = { readonly done: readonly string[]; readonly failure?: PostFailure };

export function createAlertDelivery(deps: {
  outbound: Outbound;
  switchOff: SwitchOffs<AlertChannel>;
  whoReads: WhoReads;
  clock: Clock;
  report: ReportDelivery;
}) {
  const { outbound, switchOff, whoReads, clock, report } = deps;

  async function deliverTo(
    channel: string,
    order: Order,
    pending: readonly Announcement<Alert>[],
    how: { cardUrl: string | undefined; attempt: number; setting: AlertChannel | undefined },
  ): Promise<ChannelResult> {
    const done: string[] = [];
    let alreadyPosted: ReadonlyMap<string, string> = new Map();
    if (how.attempt > 1) {
      // An earlier attempt may have posted some without getting Slack's answer.
      const sinceMs = Math.min(...pending.map(({ at }) => at));
      const found = await outbound.findOwn({ channel, sinceMs }, order.reference);
      if (found.status !== 'found') {
        if (how.setting && isChannelGone(found))
          return giveUp(order, how.setting, pending, { why: 'gone', cause: found });
        const isOver = isFinal(found, triedForMs(pending));
        if (how.setting || !isOver)
          report('alert', isOver ? 'undeliverable' : 'unknown', order, errorIn(found));
        return isOver ? allOf(pending) : { done, failure: stillUnknown(found) };
      }
      alreadyPosted = found.messages;
    }
    // Switched off since these were queued: only what stands there already is noted (posted-copies.ts).
    if (!how.setting) return allOf(pending);
    const isDone = pending.every(({ id }) => alreadyPosted.has(id));
    const readers = isDone ? 'own' : await whoReads(channel, how.setting.by);
    if (readers === 'shared' || readers === 'barred')
      return giveUp(order, how.setting, pending, { why: readers });
    if (readers === 'unknown') {
      const failure = readersUnknown();
      const isOver = triedForMs(pending) > GIVE_UP_MS;
      report('alert', isOver ? 'undeliverable' : 'unknown', order, failure.error);
      return isOver ? allOf(pending) : { done, failure };
    }
    for (const { id, at, news } of pending) {
      if (!alreadyPosted.has(id)) {
        const metadata = { reference: order.reference, news: id };
        const posted = await outbound.post({
          channel,
          ...alertCard(order, news, how.cardUrl),
          isMoney: isMoneyKind(news.of.kind),
          metadata,
        });
        if (posted.status === 'posted') report('alert', 'posted', order);
        else if (isChannelGone(posted))
          return giveUp(order, how.setting, pending, { why: 'gone', cause: posted });
        else {
          // Whatever Slack said: the news is in the order's thread.
          const isOver = isFinal(posted, 0) || clock.now() - at > GIVE_UP_MS;
          report('alert', isOver ? 'undeliverable' : retriedOutcome(posted), order, errorIn(posted));
          if (!isOver) return { done, failure: posted };
        }
      }
      done.push(id);
    }
    return { done };
  }

  /** The bot can no longer post in the channel, or must not: its alerts are dropped and switched off. */
  async function giveUp(
    order: Order,
    setting: AlertChannel,
    pending: readonly Announcement<Alert>[],
    { why, cause }: { why: keyof SwitchOffs<AlertChannel>; cause?: PostFailure },
  ): Promise<ChannelResult> {
    report('alert', 'undeliverable', order, cause && errorIn(cause));
    const failure = await switchOff[why](setting);
    return failure && triedForMs(pending) <= GIVE_UP_MS ? { done: [], failure } : allOf(pending);
  }

  function triedForMs(pending: readonly Announcement<Alert>[]): number {
    return clock.now() - Math.min(...pending.map(({ at }) => at));
  }

  return {
    /**
     * Posts the order's pending alerts. `done`: ids of the announcements that need no other try, posted or given up. Rejects
     * when the store is down.
     */
    async deliver(
      order: Order,
      how: { card: CardLocation | undefined; channels: readonly AlertChannel[]; attempt: number },
    ): Promise<{ done: readonly string[]; failures: readonly PostFailure[] }> {
      const { card, channels, attempt } = how;
      const pending = Map.groupBy(order.announcements.filter(isAlert), ({ news }) => news.channel);
      if (pending.size === 0) return { done: [], failures: [] };
      const cardUrl =
        card &&
        (await withTimeout(clock, PERMALINK_MS, outbound.permalink(card.channel, card.ts), undefined));
      const results = await Promise.all(
        [...pending].map(([channel, announcements]) => {
          const setting = channels.find((one) => one.channel === channel && one.mode === 'on');
          return deliverTo(channel, order, announcements, { cardUrl, attempt, setting });
        }),
      );
      return {
        done: results.flatMap(({ done }) => done),
        failures: results.flatMap(({ failure }) => (failure ? [failure] : [])),
      };
    },
  };
}

function allOf(pending: readonly Announcement<Alert>[]): ChannelResult {
  return { done: pending.map(({ id }) => id) };
}
