// The replies in an order's thread, one for each announcement. Pure.
import type { Button } from '@slack/types';
import type { Money } from '#lib/money.ts';
import { maskPayer } from '#lib/msisdn.ts';
import type { Announcement, MoneyNews, News } from '#orders/announcement.ts';
import { TELLER } from '#orders/audit-line.ts';
import { isDeadlineOver } from '#orders/deadline.ts';
import type { Order } from '#orders/order.ts';
import type { Failure } from '#orders/payment.ts';
import { codesIn, sharedIn, standing } from '#orders/payments.ts';
import { mayBeEnded } from '#orders/refund.ts';
import { canStillBePaid } from '#orders/successor.ts';
import { describeRequest } from '#slack/text/approvals.ts';
import { CARD_TEXT, NO_ANSWER, otherIsPaid, whatToDoAboutTwin } from '#slack/text/card.ts';
import { asSentence, escapeMrkdwn, serviceWords } from '#slack/text/escape.ts';
import {
  describeDay,
  describeFailure,
  describeMoney,
  PROMPT_AGAIN_FROM,
  shortMethod,
} from '#slack/text/orders.ts';
import { buttonRow, section } from './blocks.ts';
import { checkForCode, isRefundable, reviewButtons, reviewRowId } from './buttons.ts';
import {
  bold,
  code,
  date,
  foreign,
  inMrkdwn,
  line,
  lineBeside,
  ours,
  type Piece,
  person,
  SAME_DAY_MS,
  time,
} from './line.ts';
import type { MessageContent } from './message.ts';
import { moneyLine, moneySentence } from './money-line.ts';
import { besideMenu, type ChargeItem, menuElement } from './order-menu.ts';
import { refundEndButtons, requestButtons } from './requests.ts';
import { samePayment } from './same-payment.ts';

/** `toChannel`: Slack shows the reply in the channel too, not only in the thread. */
export type ThreadReply = MessageContent & { readonly toChannel: boolean };

/** What can change is read from the announcement, not from `order`, so that late news still says what happened then. */
export function newsReply(order: Order, { news, at }: Announcement<News>): ThreadReply {
  switch (news.kind) {
    case 'paid':
    case 'review':
    case 'reversed': {
      const shared = sharedIn(order, news);
      if (shared?.isBookedThere) return { ...samePayment(news, shared), toChannel: false };
      // A charge has no card on which the buttons and the menu could stand.
      const buttons = order.kind === 'charge' && order.state === 'review' ? reviewButtons(order) : [];
      const isRefunded = news.kind === 'paid' && isRefundable(order);
      const refund = isRefunded ? (['refund_order'] as const) : buttons.length > 0 ? [] : checkForCode(order);
      const check = buttons.length > 0 ? (['check_order'] as const) : [];
      const items: readonly ChargeItem[] = order.kind === 'charge' ? [...refund, ...check, 'history'] : [];
      const [[menu], others] = [menuElement(items, order.reference), besideMenu(items, order.reference)];
      const details = [payer(news), when(news, at), bywhom(news)];
      const row = buttonRow(buttons, reviewRowId(order));
      const parts = moneyLine(order, news, { method: method(news), details });
      return {
        text: moneySentence(order, news),
        blocks: [menu ? lineBeside(menu, ...parts) : line(...parts), ...row, ...others],
        toChannel: true,
      };
    }
    case 'failed':
      return order.kind === 'charge'
        ? failed('Recurring charge not paid.', order, news.failure, CARD_TEXT.afterFailedCharge)
        : failed('Not paid.', order, news.failure, nothingToSendAgain(order));
    case 'not_sent':
      return failed('Not sent.', order, news.failure, nothingToSendAgain(order));
    case 'cancelled':
      return reply(news.by === TELLER ? CARD_TEXT.cancelledAtDeadline : `Cancelled by <@${news.by}>.`);
    case 'cancel_refused':
      return {
        text: `*${CARD_TEXT.notCancelled}*, <@${news.by}>. ${CARD_TEXT.cancelRefused}`,
        blocks: [
          line([
            bold(CARD_TEXT.notCancelled),
            ours(', '),
            person(news.by),
            ours(`. ${CARD_TEXT.cancelRefused}`),
            ...saysService(serviceWords(news.serviceMessage, 300)),
          ]),
        ],
        toChannel: false,
      };
    case 'accepted_as_paid':
      return reply(`Accepted as paid by <@${news.by}>${ofCharge(order, news.paid)}.${stillOpen(order)}`);
    case 'rest_paid': {
      const rest = `${escapeMrkdwn(news.by)} (${codeOf(news.payment.confirmationCode)})`;
      if (!news.tooMuch)
        return reply(
          `:white_check_mark: *The remaining ${describeMoney(news.brought)} is paid* with ${rest}. This order is now paid in full.`,
        );
      return {
        ...reply(
          `:rotating_light: *The remaining amount is paid* with ${rest}, *and ${describeMoney(news.tooMuch)} too much*, because more arrived here meanwhile. Accept it on the card, or refund the excess.`,
        ),
        toChannel: true,
      };
    }
    case 'rest_gone_back':
      return reply(
        news.isEnough
          ? `:white_check_mark: *Paid in full*: the excess paid with ${escapeMrkdwn(news.by)} was refunded.`
          : `:leftwards_arrow_with_hook: *No longer paid in full*: the balance paid with ${escapeMrkdwn(news.by)} was refunded.`,
      );
    case 'paid_twice': {
      // One may be refunded already. In a late reply the order may have another twin by now, or none.
      const isTwin = order.paidTwin?.reference === news.other.reference;
      return {
        ...reply(
          `:rotating_light: *Duplicate payment*: ${codeOf(news.payment.confirmationCode)} here, ${codeOf(news.other.confirmationCode)} for ${escapeMrkdwn(news.other.reference)}. ${isTwin ? whatToDoAboutTwin(order) : CARD_TEXT.payOneBack}`,
        ),
        toChannel: true,
      };
    }
    case 'approval_asked': {
      const { approval } = order;
      const isOpen = approval?.state === 'open' && approval.number === news.approval.number;
      return {
        ...reply(describeRequest(news, order, isOpen), isOpen ? requestButtons(order, approval) : []),
        toChannel: true,
      };
    }
    case 'refund_unknown':
    case 'refund_overdue': {
      const { approval, refund } = order;
      const isOpen = approval?.about === 'refund' && refund !== undefined && mayBeEnded(refund);
      return {
        ...reply(describeRequest(news, order, isOpen), isOpen ? refundEndButtons(order, approval) : []),
        toChannel: true,
      };
    }
    case 'refund_reminder':
      return { ...reply(describeRequest(news, order)), toChannel: true };
    case 'approval_decided':
    case 'approved_late':
    case 'refund_received':
    case 'refund_received_before':
    case 'refund_refused':
    case 'refund_lapsed':
    case 'refund_ended':
      return reply(describeRequest(news, order));
    case 'charge_missed':
      return reply(`No charge for ${describeDay(news.day)} yet. ${CARD_TEXT.checkDashboard}`);
    case 'order_found':
      return reply(
        order.kind === 'prompt'
          ? 'Pesapal did receive this order. The customer got one prompt.'
          : `Pesapal did receive this order. The link ${order.service.redirectUrl ? 'works' : 'will be on the card'}.`,
      );
    case 'checks_ended':
      if (news.noAnswer) return noAnswer(order, news.noAnswer);
      if (isDeadlineOver(order, at)) return reply(CARD_TEXT.notCancelledAtDeadline);
      return reply(CARD_TEXT.checksEnded);
  }
}

/** A confirmation code comes from the provider and could be any text. */
function codeOf(text: string): string {
  return text === '' ? 'no code' : inMrkdwn(code(text));
}

/** A thread can be about several charges. `accepted`: the amount that was accepted. */
function ofCharge(order: Order, accepted: Money = order.amount): string {
  if (order.kind !== 'charge') return '';
  const codes = codeOf(codesIn(standing(order)).join(', '));
  return `: the charge of ${describeMoney(accepted)} (${codes})`;
}

/** The customer could pay the order that was sent again for this one, too. */
function stillOpen({ successor }: Order): string {
  return successor && canStillBePaid(successor)
    ? ` :warning: *${escapeMrkdwn(successor.reference)} can still be paid. Cancel it.*`
    : '';
}

/** The service may leave method and payer empty. */
function method({ payment }: MoneyNews): Piece[] {
  return payment?.method ? [foreign(shortMethod(payment.method), 40)] : [];
}

function payer({ payment }: MoneyNews): Piece[] {
  const masked = payment && maskPayer(payment.payer);
  return masked ? [foreign(masked, 40)] : [];
}

/**
 * When the money arrived, without a day if that is close to when it is announced (`at`); nothing for a reversal, of which the
 * provider gives no time.
 */
function when(news: MoneyNews, at: number): Piece[] {
  if (news.kind === 'reversed' || news.payment.paidAt === undefined) return [];
  const { paidAt } = news.payment;
  return [Math.abs(at - paidAt) < SAME_DAY_MS ? time(paidAt) : date(paidAt)];
}

/** Who says that the payment was refunded, where the provider has not said so. */
function bywhom(news: MoneyNews): Piece[] {
  return news.kind === 'reversed' && news.by ? [ours('says '), person(news.by)] : [];
}

/** Once the customer has paid another order of the chain, the card has no *Send again*; '' until then. For rich_text. */
function nothingToSendAgain(order: Order): string {
  const other = otherIsPaid(order);
  const cancel = order.state === 'failed' ? ` ${CARD_TEXT.cancelThisOne}` : '';
  return other && `${other}, so there’s nothing to send again.${cancel}`;
}

/** `otherNext`: in place of the failure's own next step, unless ''. */
function failed(headline: string, { kind }: Order, failure: Failure, otherNext: string): ThreadReply {
  const { what, next: usualNext } = describeFailure(failure, kind);
  // The headline says that already.
  const next = otherNext || usualNext.replace('Nothing was sent. ', '');
  const { retryAt } = failure;
  const again = retryAt === undefined ? [] : [ours(` ${PROMPT_AGAIN_FROM} `), time(retryAt), ours('.')];
  return {
    text: `${headline} ${what} ${escapeMrkdwn(next)}`,
    blocks: [line([bold(headline), ours(` ${what} ${next}`), ...again, ...details(failure)])],
    toChannel: false,
  };
}

function noAnswer(order: Order, failure: Failure): ThreadReply {
  const text = NO_ANSWER[order.kind === 'prompt' ? 'prompt' : 'link'];
  return { text, blocks: [line([ours(text), ...details(failure)])], toChannel: false };
}

/** The provider's own words, which nobody finds anywhere else later, and the number of the incident in the log. */
function details(failure: Failure): Piece[] {
  const { serviceText, incident } = describeFailure(failure);
  return [...saysService(serviceText), ...(incident ? [ours(` Incident ${incident}.`)] : [])];
}

/** `words` as `serviceWords` gives them. */
function saysService(words: string): Piece[] {
  return words ? [ours(` ${CARD_TEXT.serviceSays} `), foreign(asSentence(words), 301)] : [];
}

function reply(headline: string, buttons: Button[] = []): ThreadReply {
  return { text: headline, blocks: [section(headline), ...buttonRow(buttons)], toChannel: false };
}
