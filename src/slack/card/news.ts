import type { Button } from '@slack/types';
import type { Money } from '#lib/money.ts';
import { maskPayer } from '#lib/msisdn.ts';
import { type Announcement, isMoneyKind, type MoneyNews, type News } from '#orders/announcement.ts';
import { TELLER } from '#orders/audit-line.ts';
import { isDeadlineOver } from '#orders/deadline.ts';
import type { Order } from '#orders/order.ts';
import type { Failure, Payment } from '#orders/payment.ts';
import { codesIn, sharedIn, standing } from '#orders/payments.ts';
import { mayBeEnded } from '#orders/refund.ts';
import { describeRequest, refundEndButtons, requestButtons } from '#slack/approval/requests.ts';
import { nameOf } from '#slack/text/customers.ts';
import { asSentence, providerWords } from '#slack/text/escape.ts';
import {
  describeDay,
  describeFailure,
  describeWhat,
  PROMPT_AGAIN_FROM,
  plainMoney,
  shortMethod,
} from '#slack/text/orders.ts';
import { buttonRow, section } from '#slack/ui/blocks.ts';
import {
  bold,
  code,
  date,
  emoji,
  foreign,
  line,
  lineBeside,
  ours,
  person,
  SAME_DAY_MS,
  time,
} from '#slack/ui/line.ts';
import { type MessageContent, message } from '#slack/ui/message.ts';
import { mrkdwnOf, type Said, say } from '#slack/ui/say.ts';
import { chargeButtons } from './buttons.ts';
import { moneyLine, stillOpen } from './money-line.ts';
import { CARD_TEXT, otherIsPaid, sameAs, whatToDoAboutDuplicate } from './text.ts';

type ThreadReply = MessageContent & { readonly toChannel: boolean };

/** In the thread of a bulk, which many orders share, the first line names the order. */
export function threadReply(order: Order, announcement: Announcement<News>): ThreadReply {
  const reply = newsReply(order, announcement);
  if (!order.bulk?.threadTs) return reply;
  const name = nameOf(order);
  // Replies about money say themselves whose payment it is, and what for.
  const what = isMoneyKind(announcement.news.kind)
    ? []
    : [
        [ours(plainMoney(order.amount))],
        order.erasedAt === undefined ? [foreign(describeWhat(order))] : [],
        name ? [foreign(name, 60)] : [],
      ];
  return {
    ...reply,
    text: `${mrkdwnOf(say`${order.reference}`)}: ${reply.text}`,
    blocks: [line([bold(order.reference)], ...what), ...reply.blocks],
  };
}

/** What can change is read from the announcement, so that late news still says what happened then. */
export function newsReply(order: Order, { news, at }: Announcement<News>): ThreadReply {
  switch (news.kind) {
    case 'paid':
    case 'review':
    case 'reversed': {
      const shared = sharedIn(order, news);
      return shared?.isBookedThere ? replyAboutSamePayment(news, shared) : replyAboutMoney(order, news, at);
    }
    case 'failed': {
      const headline = order.kind === 'charge' ? 'Recurring charge not paid.' : 'Not paid.';
      return replyAboutFailure(headline, order, news.failure);
    }
    case 'not_sent':
      return replyAboutFailure('Not sent.', order, news.failure);
    case 'cancelled':
      if (news.by !== TELLER) return reply(say`Cancelled by ${person(news.by)}.`);
      return reply(say`This link has expired and is cancelled. Any late payment appears here.`);
    case 'cancel_refused': {
      const said = say`${bold('Not cancelled')}, ${person(news.by)}. Pesapal refused, so the customer can still pay. Press Check now on the card, then cancel again.`;
      return replyInLine([...said, ...quoteProvider(providerWords(news.providerMessage, 300))]);
    }
    case 'accepted_as_paid': {
      const accepted = say`Accepted as paid by ${person(news.by)}${nameCharge(order, news.paid)}.`;
      const open = stillOpen(order);
      return reply(open.length > 0 ? say`${accepted} ${open}` : accepted);
    }
    case 'balance_paid': {
      const balance = say`${news.by} (${showCode(news.payment)})`;
      if (!news.tooMuch)
        return reply(
          say`:white_check_mark: *The remaining ${plainMoney(news.brought)} is paid* with ${balance}. This order is now paid in full.`,
        );
      const tooMuch = plainMoney(news.tooMuch);
      return replyToAll(
        say`:rotating_light: *The remaining amount is paid* with ${balance}, *and ${tooMuch} too much*, because more arrived here meanwhile. Accept it on the card, or refund the excess.`,
      );
    }
    case 'balance_returned':
      return reply(
        news.isEnough
          ? say`:white_check_mark: *Paid in full*: the excess paid with ${news.by} was refunded.`
          : say`:leftwards_arrow_with_hook: *No longer paid in full*: the balance paid with ${news.by} was refunded.`,
      );
    case 'paid_twice': {
      const { payment, other } = news;
      // In a late reply the order may have another duplicate payment by now, or none.
      const isDuplicate = order.duplicatePayment?.reference === other.reference;
      const next = ours(isDuplicate ? whatToDoAboutDuplicate(order) : CARD_TEXT.payOneBack);
      return replyToAll(
        say`:rotating_light: *Duplicate payment*: ${showCode(payment)} here, ${showCode(other)} for ${other.reference}. ${next}`,
      );
    }
    case 'approval_asked': {
      const { approval } = order;
      const isOpen = approval?.state === 'open' && approval.number === news.approval.number;
      return replyToAll(describeRequest(news, order, isOpen), isOpen ? requestButtons(order, approval) : []);
    }
    case 'refund_unknown':
    case 'refund_overdue': {
      const { approval, refund } = order;
      const isOpen = approval?.about === 'refund' && refund !== undefined && mayBeEnded(refund);
      const buttons = isOpen ? refundEndButtons(order, approval) : [];
      return replyToAll(describeRequest(news, order, isOpen), buttons);
    }
    case 'refund_reminder':
      return replyToAll(describeRequest(news, order));
    case 'charge_missed':
      return reply(say`No charge for ${describeDay(news.day)} yet. ${ours(CARD_TEXT.checkDashboard)}`);
    case 'order_found': {
      const link = order.provider.redirectUrl ? 'The link works.' : 'The link will be on the card.';
      const next = ours(order.kind === 'prompt' ? 'The customer got one prompt.' : link);
      return reply(say`Pesapal did receive this order. ${next}`);
    }
    case 'checks_ended':
      if (news.noAnswer) return replyInLine([...explainNoAnswer(order), ...quoteFailure(news.noAnswer)]);
      return reply(
        isDeadlineOver(order, at)
          ? say`This link has expired, but Pesapal refuses to cancel it, so it can still be paid. Cancel it on its card or in the Pesapal dashboard.`
          : say`Automatic checks have ended. Check now still works, and a late payment appears here.`,
      );
    default:
      return reply(describeRequest(news, order));
  }
}

function reply(said: Said, buttons: Button[] = []): ThreadReply {
  return { ...message([section(said), ...buttonRow(buttons)]), toChannel: false };
}

function replyToAll(said: Said, buttons: Button[] = []): ThreadReply {
  return { ...reply(said, buttons), toChannel: true };
}

function replyInLine(said: Said): ThreadReply {
  return { ...message([line(said)]), toChannel: false };
}

function replyAboutMoney(order: Order, news: MoneyNews, at: number): ThreadReply {
  const { menu, rows = [] } = order.kind === 'charge' ? chargeButtons(order, news.kind) : {};
  const method = news.payment?.method ? [foreign(shortMethod(news.payment.method), 40)] : [];
  const payer = maskPayer(news.payment?.payer ?? '');
  const paidAt = news.kind === 'reversed' ? undefined : news.payment.paidAt;
  const isToday = paidAt !== undefined && Math.abs(at - paidAt) < SAME_DAY_MS;
  // Who says that the payment was refunded, where the provider has not said so.
  const by = news.kind === 'reversed' ? news.by : undefined;
  const details = [
    payer ? [foreign(payer, 40)] : [],
    paidAt === undefined ? [] : [isToday ? time(paidAt) : date(paidAt)],
    by ? say`says ${person(by)}` : [],
  ];
  const parts = moneyLine(order, news, { method, details });
  return { ...message([menu ? lineBeside(menu, ...parts) : line(...parts), ...rows]), toChannel: true };
}

/** In place of the payment's own reply, which is in the other order's thread. */
function replyAboutSamePayment(
  { kind, payment }: MoneyNews,
  other: NonNullable<Payment['alsoOn']>,
): ThreadReply {
  const confirmationCode = payment?.confirmationCode;
  const end = kind === 'reversed' ? ' and was refunded.' : '. Deliver once.';
  const what = [ours(`is on both orders${end}`)];
  const parts = [
    say`${emoji('link')} ${sameAs(other)}`,
    confirmationCode ? say`${code(confirmationCode)} ${what}` : what,
  ];
  return { ...message([line(...parts)]), toChannel: false };
}

function nameCharge(order: Order, accepted: Money = order.amount): Said {
  if (order.kind !== 'charge') return [];
  const confirmationCode = codesIn(standing(order)).join(', ');
  return say`: the charge of ${plainMoney(accepted)} (${showCode({ confirmationCode })})`;
}

function showCode({ confirmationCode }: Pick<Payment, 'confirmationCode'>): Said {
  return confirmationCode === '' ? say`no code` : [code(confirmationCode)];
}

function replyAboutFailure(headline: string, order: Order, failure: Failure): ThreadReply {
  const { what, next: usualNext } = describeFailure(failure, order.kind);
  // The headline already says that nothing was sent.
  const next = explainNoResend(order) || usualNext.replace('Nothing was sent. ', '');
  const { retryAt } = failure;
  const again = retryAt === undefined ? [] : [ours(` ${PROMPT_AGAIN_FROM} `), time(retryAt), ours('.')];
  return replyInLine([bold(headline), ours(` ${what} ${next}`), ...again, ...quoteFailure(failure)]);
}

/** Why the card has no *Send again*; '' while it has. */
function explainNoResend(order: Order): string {
  if (order.kind === 'charge')
    return 'Check with the customer, or create a new link. A late payment appears here.';
  const other = otherIsPaid(order);
  const cancel = order.state === 'failed' ? ` ${CARD_TEXT.cancelThisOne}` : '';
  return other && `${other}, so there’s nothing to send again.${cancel}`;
}

function explainNoAnswer({ kind }: Order): Said {
  return kind === 'prompt'
    ? say`Pesapal never answered, and automatic checks have ended. The customer may have received the prompt: check with them before you send again.`
    : say`Pesapal never answered, and automatic checks have ended. There is no link to pay. You can send it again.`;
}

function quoteFailure(failure: Failure): Said {
  const { providerText, incident } = describeFailure(failure);
  return [...quoteProvider(providerText), ...(incident ? [ours(` Incident ${incident}.`)] : [])];
}

function quoteProvider(words: string): Said {
  return words ? [ours(` ${CARD_TEXT.providerSays} `), foreign(asSentence(words), 301)] : [];
}
