// The replies in an order's thread: one for each change. Pure.

import type { KnownBlock } from '@slack/types';
import { maskNumbers } from '#lib/msisdn.ts';
import type { Announcement, MoneyNews, News } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import type { Failure, Payment } from '#orders/payment.ts';
import { describeDifference, describeFailure, describeMethod, describeMoney } from '#slack/text/orders.ts';
import { context, type Fact, facts, section, slackDate } from './blocks.ts';
import { type MessageContent, nameOf } from './order-card.ts';

/** `toChannel`: worth everybody's attention, so it is also shown in the channel. */
export type ThreadReply = MessageContent & { readonly toChannel: boolean };

/** `order` gives what does not change; whatever does comes with the announcement. */
export function newsReply(order: Order, { news }: Announcement<News>): ThreadReply {
  switch (news.kind) {
    case 'paid':
    case 'review':
    case 'reversed':
      return reply(moneyHeadline(order, news), [...forWhat(order), ...howPaid(news), ...payer(news)], {
        toChannel: true,
        at: paidAt(news),
      });
    case 'failed':
      return failed(order.kind === 'charge' ? 'A recurring charge was not paid.' : 'Not paid.', news.failure);
    case 'not_sent':
      return failed('Not sent.', news.failure);
    case 'cancelled':
      return reply(`Cancelled by <@${news.by}>.`, [], { toChannel: false });
    case 'order_found':
      return reply(
        order.kind === 'prompt'
          ? 'The payment service has the order after all; the customer has been prompted once.'
          : 'The payment service has the order after all; the link works.',
        [],
        { toChannel: false },
      );
    case 'checks_ended':
      return reply(
        'Teller has stopped asking about this order by itself. If the customer still pays and the payment service says so, you will hear of it here.',
        [],
        { toChannel: false },
      );
  }
}

/** The same for the thread and for channels that hear of every payment. */
export function moneyHeadline(order: Order, news: MoneyNews): string {
  switch (news.kind) {
    case 'paid':
      return paidHeadline(order, news.payment, news.previousState);
    case 'review':
      return `:warning: *Paid, but not what was asked. Please review before you deliver.* ${describeDifference(order.amount, news.payment.paid)}`;
    case 'reversed':
      return `:warning: *${describeMoney(news.payment?.paid ?? order.amount)} was paid back to the customer.* Check before you deliver anything more.`;
  }
}

function paidHeadline(order: Order, { paid }: Payment, after: Order['state']): string {
  const money = `*${describeMoney(paid)}*`;
  if (after === 'cancelled')
    return `:warning: ${money} *was paid although the order had been cancelled.* Deliver it or pay it back.`;
  if (order.kind === 'charge') return `:white_check_mark: ${money} paid: a recurring charge.`;
  if (after === 'failed') return `:white_check_mark: ${money} paid after all.`;
  return `:white_check_mark: ${money} paid.`;
}

/** For readers who do not see the card. */
export function forWhat(order: Order): Fact[] {
  const name = nameOf(order.customer);
  return [
    ['For', order.description],
    ...(name ? ([['Customer', name]] as const) : []),
    ['Reference', order.chargeOf ?? order.reference],
  ];
}

export function howPaid({ payment }: MoneyNews): Fact[] {
  return payment
    ? known([
        ['Method', describeMethod(payment.method)],
        ['Confirmation code', payment.confirmationCode],
      ])
    : [];
}

function payer({ payment }: MoneyNews): Fact[] {
  return payment ? known([['Paid from', maskNumbers(payment.payer)]]) : [];
}

/** When the money came; a reversal says nothing about when it went. */
export function paidAt(news: MoneyNews): number | undefined {
  return news.kind === 'reversed' ? undefined : news.payment.paidAt;
}

function known(rows: readonly Fact[]): Fact[] {
  return rows.filter(([, value]) => value);
}

function failed(headline: string, failure: Failure): ThreadReply {
  const { what, next, said, incident } = describeFailure(failure);
  return reply(
    `*${headline}* ${what} ${next}`,
    [
      ...(said ? ([['The service says', said]] as const) : []),
      ...(incident ? ([['Incident', incident]] as const) : []),
    ],
    { toChannel: false },
  );
}

function reply(
  headline: string,
  rows: readonly Fact[],
  how: { toChannel: boolean; at?: number | undefined },
): ThreadReply {
  const details = facts(rows);
  const blocks: KnownBlock[] = [
    section(headline),
    ...(details ? [details] : []),
    ...(how.at === undefined ? [] : [context(slackDate(how.at))]),
  ];
  return { text: headline, blocks, toChannel: how.toChannel };
}
