// The sentences about requests for approval and refunds in an order's thread. For mrkdwn.
import type { News } from '#orders/announcement.ts';
import type { Approval } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import { type Refund, wasNeverAsked } from '#orders/refund.ts';
import { aboutTwin, describeReference } from './card.ts';
import { asSentence, escapeMrkdwn, escapeSentence, plain, serviceWords, shorten } from './escape.ts';
import { describeMoney } from './orders.ts';

type RequestNews = Extract<
  News,
  { kind: 'approval_asked' | 'approval_decided' | 'approved_late' | `refund_${string}` }
>;

const SAY_HOW_IT_WENT = ' An approver looks in its dashboard and says here how it went.';

/** One reply for each kind of news about a request. `isOpen`: somebody still has to decide, or to say how it went. */
export function describeRequest(news: RequestNews, order: Order, isOpen = false): string {
  switch (news.kind) {
    case 'approval_asked':
      return `:lock: <@${news.refund.askedBy}> asks to pay back ${whatOf(news.refund)}: ${because(news.refund.remarks)}${isOpen ? ' Another person must approve it.' : ''}`;
    case 'approval_decided':
      return describeDecision(news.approval, order);
    case 'approved_late':
      return `Approved by <@${news.approval.decidedBy ?? ''}>. The prompt was asked for more than ten minutes ago, so it does not ring by itself: <@${news.approval.askedBy}> sends it with *Send now*.`;
    case 'refund_received':
      return `Refund of ${whatOf(news.refund)} asked by ${both(news.refund)}. The payment service has received it and still has to carry it out.`;
    case 'refund_received_before':
      return `:warning: Somebody has asked the payment service to pay back ${whatOf(news.refund)} before, not through Teller. When it is carried out, you will hear of it here.`;
    case 'refund_refused':
      if (wasNeverAsked(news.refund))
        return `:x: <@${news.refund.askedBy}>, Teller stood still right before it asked the payment service to pay back ${whatOf(news.refund)}, so that was not asked. Ask for the refund again.`;
      return `:x: The payment service refused to pay back ${whatOf(news.refund)}.${refusal(news.refund)} It can be asked for again.`;
    case 'refund_lapsed':
      if (news.refund.isTooLate)
        return `:x: <@${news.refund.askedBy}>, the refund of ${whatOf(news.refund)} was approved by <@${news.refund.approvedBy ?? ''}>, but the payment service could not be asked within 24 hours. It is not asked any more, so Teller has paid nothing back. Ask for the refund again.`;
      return `:x: <@${news.refund.askedBy}>, the payment has changed since the refund was approved, so the payment service was not asked to pay back ${whatOf(news.refund)}. Ask for the refund again.`;
    case 'refund_unknown':
      return `:warning: *It is not known whether ${whatOf(news.refund)} is being paid back.* The payment service did not answer, and Teller does not ask again.${isOpen ? SAY_HOW_IT_WENT : ''}`;
    case 'refund_reminder': {
      const { approvedBy, askedBy } = news.refund;
      return `:hourglass: Pesapal hasn’t confirmed the refund of ${whatOf(news.refund)} for ${escapeMrkdwn(describeReference(order.reference))} in 3 days. <@${approvedBy ?? askedBy}>, check the Pesapal dashboard.`;
    }
    case 'refund_overdue':
      return `:warning: The payment service has not said in 30 days that ${whatOf(news.refund)} was paid back.${isOpen ? SAY_HOW_IT_WENT : ''}`;
    case 'refund_ended':
      return `<@${news.refund.endedBy ?? ''}> says that ${whatOf(news.refund)} was not paid back. The payment stands.`;
  }
}

function describeDecision(
  { state, about, askedBy, decidedBy = '', reason = '' }: Approval,
  order: Order,
): string {
  const what = about === 'refund' ? 'The refund' : 'The order';
  // An order of whose chain another was paid is not sent again; a refund may be asked for all the same.
  const askAgain = (about === 'order' && aboutTwin(order)) || ' It can be asked for again.';
  switch (state) {
    case 'open':
      return `${what} waits for approval.`;
    case 'approved':
      return `${what} was approved by <@${decidedBy}>.`;
    case 'declined':
      return `:x: <@${askedBy}>, ${what.toLowerCase()} was declined by <@${decidedBy}>: ${because(reason)}`;
    case 'withdrawn':
      return `<@${decidedBy}> has withdrawn the request.`;
    case 'run_out':
      return `:x: <@${askedBy}>, ${what.toLowerCase()} was not approved${about === 'order' ? ' and sent' : ''} within 24 hours.${askAgain}`;
    case 'lapsed':
      return `:x: <@${askedBy}>, ${what.toLowerCase()} can no longer be approved, because the payment has changed. Ask for it again.`;
  }
}

/** Without the amount where somebody asked elsewhere: nobody here knows theirs. */
function whatOf({ amount, confirmationCode, wasAskedBefore }: Refund): string {
  const code = escapeMrkdwn(shorten(confirmationCode, 40));
  return wasAskedBefore ? `the payment ${code}` : `${describeMoney(amount)} (${code})`;
}

function both({ askedBy, approvedBy }: Refund): string {
  return approvedBy ? `<@${askedBy}> and <@${approvedBy}>` : `<@${askedBy}>`;
}

function because(words: string): string {
  return escapeSentence(asSentence(shorten(plain(words), 300)));
}

function refusal({ failure }: Refund): string {
  const words = asSentence(serviceWords(failure?.serviceMessage ?? '', 300));
  return words && ` The service says: ${escapeSentence(words)}`;
}
