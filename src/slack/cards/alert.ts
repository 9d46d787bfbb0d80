// The message to a channel with alerts on: one payment in one line, readable without its card. Pure.
import type { Alert, AlertNews } from '#orders/announcement.ts';
import type { Order } from '#orders/order.ts';
import { canStillBePaid } from '#orders/successor.ts';
import { describeFailure, describeMoney, plainMoney } from '#slack/text/orders.ts';
import { bold, channel, code, foreign, line, link, mark, ours, type Piece, person } from './line.ts';
import type { MessageContent } from './message.ts';
import { moneyHeadline } from './news.ts';
import { nameOf } from './order-card.ts';

/** `cardUrl`: the address of the order's card, if Slack gave it. The payer's number is shown in the order's thread only. */
export function alertCard(order: Order, { of }: Alert, cardUrl: string | undefined): MessageContent {
  const { emoji, headline } = inShort(order, of);
  const confirmationCode = of.kind === 'failed' ? '' : of.payment?.confirmationCode;
  const { successor } = order;
  return {
    text: of.kind === 'failed' ? notPaid(order, describeFailure(of.failure).what) : moneyHeadline(order, of),
    blocks: [
      line(
        [mark(emoji), ours(' '), bold(headline), ...forWhat(order)],
        of.kind === 'failed' ? [foreign(describeFailure(of.failure).what)] : [],
        confirmationCode ? [code(confirmationCode)] : [],
        [person(order.agent), ours(' in '), channel(order.channel)],
        successor && of.kind !== 'failed' && canStillBePaid(successor)
          ? [bold(`${successor.reference}, made from this one, can still be paid: cancel it`)]
          : [],
        link('card', cardUrl),
      ),
    ],
  };
}

function inShort(order: Order, news: AlertNews): { emoji: string; headline: string } {
  const asked = plainMoney(order.amount);
  switch (news.kind) {
    case 'paid': {
      const paid = plainMoney(news.payment.paid);
      return news.previousState === 'cancelled'
        ? { emoji: 'rotating_light', headline: `${paid} paid although it had been cancelled` }
        : { emoji: 'white_check_mark', headline: paid };
    }
    case 'review': {
      const { paid } = news.payment;
      const isSameCurrency = paid.currency === order.amount.currency;
      const headline = isSameCurrency
        ? `Paid ${plainMoney(paid)} of ${asked}`
        : `Paid ${plainMoney(paid)} for ${asked}`;
      return { emoji: 'warning', headline: `${headline}: please review` };
    }
    case 'reversed':
      return {
        emoji: 'leftwards_arrow_with_hook',
        headline: `${plainMoney(news.payment?.paid ?? order.amount)} paid back`,
      };
    case 'failed':
      return { emoji: 'x', headline: `${asked} not paid` };
  }
}

/** " from Jane Wanjiru for Two bags of flour". */
function forWhat({ customer, description, chargeOf }: Order): Piece[] {
  const name = nameOf(customer);
  return [
    ...(name ? [ours(' from '), foreign(name, 50)] : []),
    ours(' for '),
    foreign(description, 80),
    ...(chargeOf ? [ours(' '), foreign(`(a charge of ${chargeOf})`)] : []),
  ];
}

function notPaid(order: Order, reason: string): string {
  return `${describeMoney(order.amount)} not paid. ${reason}`;
}
