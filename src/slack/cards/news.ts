// The replies in an order's thread: one for each change. Pure.
import type { KnownBlock } from '@slack/types';
import { formatMoney, type Money } from '#lib/money.ts';
import type { Announcement } from '#orders/announcement.ts';
import type { Failure, Order, Payment } from '#orders/order.ts';
import { methodInWords, paidDifferently, tellFailure } from '#slack/words.ts';
import { context, type Fact, facts, section, slackDate } from './blocks.ts';
import { type Card, nameOf } from './order-card.ts';

/** `toChannel`: worth everybody's attention, so it is also shown in the channel. */
export type Reply = Card & { readonly toChannel: boolean };

/** `order` gives what does not change; whatever does comes with the announcement. */
export function newsReply(order: Order, { news }: Announcement): Reply {
  switch (news.kind) {
    case 'paid':
      return reply(
        paidHeadline(order, news.payment.paid, news.after),
        [...forWhat(order), ...paymentFacts(news.payment)],
        {
          toChannel: true,
          at: news.payment.paidAt,
        },
      );
    case 'review':
      return reply(
        `:warning: *Paid, but not what was asked. Please review before you deliver.* ${paidDifferently(order.asked, news.payment.paid)}`,
        [...forWhat(order), ...paymentFacts(news.payment)],
        { toChannel: true, at: news.payment.paidAt },
      );
    case 'reversed':
      return reply(
        `:warning: *${formatMoney(news.payment?.paid ?? order.asked)} was paid back to the customer.* Check before you deliver anything more.`,
        [...forWhat(order), ...(news.payment ? paymentFacts(news.payment) : [])],
        { toChannel: true },
      );
    case 'failed':
      return failed(order.kind === 'charge' ? 'A recurring charge was not paid.' : 'Not paid.', news.failure);
    case 'not_sent':
      return failed('Not sent.', news.failure);
    case 'cancelled':
      return reply(`Cancelled by <@${news.by}>.`, [], { toChannel: false });
    case 'found':
      return reply(
        order.kind === 'prompt'
          ? 'The payment service has the order after all; the customer has been prompted once.'
          : 'The payment service has the order after all; the link works.',
        [],
        { toChannel: false },
      );
    case 'watch_ended':
      return reply(
        'Teller has stopped asking about this order by itself. If the customer still pays and the payment service says so, you will hear of it here.',
        [],
        { toChannel: false },
      );
  }
}

function paidHeadline(order: Order, paid: Money, after: Order['state']): string {
  const money = `*${formatMoney(paid)}*`;
  if (after === 'cancelled')
    return `:warning: ${money} *was paid although the order had been cancelled.* Deliver it or pay it back.`;
  if (order.kind === 'charge') return `:white_check_mark: ${money} paid: a recurring charge.`;
  if (after === 'failed') return `:white_check_mark: ${money} paid after all.`;
  return `:white_check_mark: ${money} paid.`;
}

/** The channel reads these replies without their card. */
function forWhat(order: Order): Fact[] {
  const name = nameOf(order.customer);
  return [
    ['For', order.description],
    ...(name ? ([['Customer', name]] as const) : []),
    ['Reference', order.chargeOf ?? order.reference],
  ];
}

function paymentFacts(payment: Payment): Fact[] {
  return [
    ['Method', methodInWords(payment.method)],
    ['Confirmation code', payment.confirmationCode],
    ['Paid from', payment.payer],
  ].flatMap(([label = '', value = '']): Fact[] => (value ? [[label, value]] : []));
}

function failed(headline: string, failure: Failure): Reply {
  const { what, next, said, incident } = tellFailure(failure);
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
): Reply {
  const details = facts(rows);
  const blocks: KnownBlock[] = [
    section(headline),
    ...(details ? [details] : []),
    ...(how.at === undefined ? [] : [context(slackDate(how.at))]),
  ];
  return { text: headline, blocks, toChannel: how.toChannel };
}
