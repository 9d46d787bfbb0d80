// Which channels hear of a payment, and the alerts that they get.
import { withTimeout } from '#lib/clock.ts';
import { passesFilter } from '#orders/alert-filter.ts';
import {
  type Alert,
  type AlertNews,
  type Announcement,
  alertNewsOf,
  isAlert,
  isMoneyKind,
  moneyNewsOf,
  type News,
} from '#orders/announcement.ts';
import type { CardLocation, Order } from '#orders/order.ts';
import { sharedIn } from '#orders/payments.ts';
import { isAfterCancel } from '#orders/resends.ts';
import type { PostFailure } from '#slack/bolt/errors.ts';
import { moneyLine } from '#slack/card/money-line.ts';
import { deliverToChannel } from '#slack/channel/channel-default.ts';
import type { AlertChannel } from '#slack/channel/stored-settings.ts';
import type { SlackContext } from '#slack/context.ts';
import { context } from '#slack/ui/blocks.ts';
import { channel as channelPiece, line, link, person } from '#slack/ui/line.ts';
import { type MessageContent, message } from '#slack/ui/message.ts';
import { asTyped, say } from '#slack/ui/say.ts';

/** The message of a bulk counts payments for a day longer (payments/bulk/). */
const COUNTED_FOR_MS = 30 * 24 * 60 * 60_000;

/** Whether an alert about `news` is posted in this channel, in which the order's card is not. */
export function getsAlert({ mode, filter = {} }: AlertChannel, order: Order, news: AlertNews): boolean {
  return mode === 'on' && passesFilter(order, news, filter);
}

/**
 * Whether the reply in the card's thread is also shown in the card's own channel, `cardChannel`, which is undefined when its alerts are
 * off. `usually`: whether it is where nobody chose anything.
 */
export function showsInChannel(
  cardChannel: AlertChannel | undefined,
  order: Order,
  { news, at }: Announcement<News>,
  usually: boolean,
): boolean {
  // Nobody has to do anything about a payment in time but count it, as the message of the bulk does.
  const isCountedByBulk =
    order.bulk &&
    news.kind === 'paid' &&
    !isAfterCancel(order, news) &&
    at - order.createdAt < COUNTED_FOR_MS;
  if (isCountedByBulk || isAnnouncedElsewhere(order, news)) return false;
  if (!cardChannel) return usually;
  const alertNews = alertNewsOf(news);
  return cardChannel.mode === 'on' && (alertNews ? getsAlert(cardChannel, order, alertNews) : usually);
}

/** True of a payment that another order has as well, where it was told. */
export function isAnnouncedElsewhere(order: Order, news: News): boolean {
  const money = moneyNewsOf(news);
  return money !== undefined && sharedIn(order, money)?.isBookedThere === true;
}

/** Once in each channel, on the first reply that its timeline shows. Rejects when the store is down. */
export async function hintAtThreads({ store, commandName }: SlackContext, channel: string) {
  const hints = store.keyValues('alerts');
  if (await hints.get(`hint:${channel}`)) return [];
  await hints.set(`hint:${channel}`, true);
  const quiet = asTyped(`${await commandName.last()} alerts quiet`);
  return [context(say`Payments also appear in the channel. To keep them in threads, type ${quiet}.`)];
}

/** `done`: ids of the announcements that need no other try, posted or given up. Rejects when the store is down. */
export async function deliverAlerts(
  ctx: SlackContext,
  order: Order,
  options: { card: CardLocation | undefined; channels: readonly AlertChannel[]; attempt: number },
): Promise<{ done: readonly string[]; failures: readonly PostFailure[] }> {
  const { card, channels, attempt } = options;
  const pending = Map.groupBy(order.announcements.filter(isAlert), ({ news }) => news.channel);
  // An alert is posted without its link when Slack takes long to give it.
  const cardUrl =
    card && pending.size > 0
      ? await withTimeout(ctx.clock, 3_000, ctx.outbound.permalink(card.channel, card.ts), undefined)
      : undefined;
  // A channel that fails does not delay the others.
  const results = await Promise.all(
    [...pending].map(([channel, announcements]) =>
      deliverToChannel(ctx, channel, {
        what: 'alert',
        setting: channels.find((one) => one.channel === channel && one.mode === 'on'),
        reference: order.reference,
        attempt,
        sinceMs: Math.min(...announcements.map(({ at }) => at)),
        messages: announcements.map(({ id, at, news }) => ({
          news: id,
          at,
          isMoney: isMoneyKind(news.of.kind),
          content: () => alertCard(order, news, cardUrl),
        })),
      }),
    ),
  );
  return {
    done: results.flatMap(({ done }) => done),
    failures: results.flatMap(({ failure }) => failure ?? []),
  };
}

/** One payment in one line, readable without its card. The payer's number is shown in the order's thread only. */
export function alertCard(order: Order, { of }: Alert, cardUrl: string | undefined): MessageContent {
  const where = say`${person(order.agent)} in ${channelPiece(order.channel)}`;
  const parts = moneyLine(order, of);
  // Its `text` leaves out the agent, whom it would mention once more.
  return { ...message([line(...parts)]), blocks: [line(...parts, where, link('card', cardUrl))] };
}
