// The sentences about requests for approval and refunds in an order's thread. For mrkdwn.
import type { News } from '#orders/announcement.ts';
import type { Approval } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import { type Refund, wasNeverAsked } from '#orders/refund.ts';
import { aboutTwin, describeReference } from './card.ts';
import { asSentence, escapeMrkdwn, escapeSentence, plain, serviceWords, shorten } from './escape.ts';
import { describeMoney } from './orders.ts';
import { describeEnd, otherIsRefunded } from './requests.ts';

type RequestNews = Extract<
  News,
  { kind: 'approval_asked' | 'approval_decided' | 'approved_late' | `refund_${string}` }
>;

const CHECK_AND_CHOOSE = ' Approvers: check the Pesapal dashboard, then choose what happened.';

/** One reply for each kind of news about a request. `isOpen`: somebody still has to decide, or to say how it went. */
export function describeRequest(news: RequestNews, order: Order, isOpen = false): string {
  switch (news.kind) {
    case 'approval_asked': {
      const { askedBy, remarks } = news.refund;
      const requested = `:lock: <@${askedBy}> requests a refund of ${whatOf(news.refund)}: ${because(remarks)}`;
      if (isOpen)
        return `${requested} An approver has 24 hours to decide.${escapeMrkdwn(otherIsRefunded(order))}`;
      const { approval } = order;
      const end = approval?.number === news.approval.number ? describeEnd(approval) : '';
      return [requested, end].filter(Boolean).join(' ');
    }
    case 'approval_decided':
      return describeDecision(news.approval, order);
    case 'approved_late':
      return `<@${news.approval.decidedBy ?? ''}> approved this more than 10 minutes after the request. <@${news.approval.askedBy}>, press *Send now* to send the prompt.`;
    case 'refund_received':
      return `Refund of ${whatOf(news.refund)} requested by ${both(news.refund)}. Pesapal hasn’t processed it yet.`;
    case 'refund_received_before':
      return `:warning: Someone already requested this refund outside Teller: ${whatOf(news.refund)}. This thread shows when Pesapal has processed it.`;
    case 'refund_refused':
      if (wasNeverAsked(news.refund))
        return `:x: <@${news.refund.askedBy}>, the refund of ${whatOf(news.refund)} was interrupted before it reached Pesapal. Request it again.`;
      return `:x: Pesapal refused the refund of ${whatOf(news.refund)}.${refusal(news.refund)} You can request it again.`;
    case 'refund_lapsed':
      if (news.refund.isTooLate)
        return `:x: <@${news.refund.askedBy}>, <@${news.refund.approvedBy ?? ''}> approved the refund of ${whatOf(news.refund)}, but Pesapal couldn’t be reached within 24 hours. Nothing was refunded. Request it again.`;
      return `:x: <@${news.refund.askedBy}>, the payment has changed since the refund of ${whatOf(news.refund)} was approved. Nothing was refunded. Request it again.`;
    case 'refund_unknown':
      return `:warning: *It isn’t certain whether ${whatOf(news.refund)} is being refunded.* Pesapal didn’t answer, and won’t be asked again.${isOpen ? CHECK_AND_CHOOSE : ''}`;
    case 'refund_reminder': {
      const { approvedBy, askedBy } = news.refund;
      return `:hourglass: Pesapal hasn’t confirmed the refund of ${whatOf(news.refund)} for ${escapeMrkdwn(describeReference(order.reference))} in 3 days. <@${approvedBy ?? askedBy}>, check the Pesapal dashboard.`;
    }
    case 'refund_overdue':
      return `:warning: Pesapal hasn’t confirmed the refund of ${whatOf(news.refund)} in 30 days.${isOpen ? CHECK_AND_CHOOSE : ''}`;
    case 'refund_ended':
      return `<@${news.refund.endedBy ?? ''}> checked: ${whatOf(news.refund)} wasn’t refunded. It still counts as paid.`;
  }
}

function describeDecision(approval: Approval, order: Order): string {
  const { state, about, askedBy } = approval;
  switch (state) {
    case 'open':
      return about === 'refund' ? 'The refund needs approval.' : 'This needs approval.';
    case 'approved':
    case 'withdrawn':
      return describeEnd(approval);
    case 'declined':
      return `:x: <@${askedBy}>, ${describeEnd(approval)}`;
    case 'run_out':
      if (about === 'refund')
        return `:x: <@${askedBy}>, this refund wasn’t approved within 24 hours. You can request it again.`;
      // An order of whose chain another was paid is not sent again.
      return `:x: <@${askedBy}>, this wasn’t approved and sent within 24 hours.${aboutTwin(order) || ' You can request it again.'}`;
    case 'lapsed':
      return `:x: <@${askedBy}>, the payment has changed, so this refund can’t be approved. Request it again.`;
  }
}

/** Without the amount where somebody requested it outside Teller: nobody here knows theirs. */
function whatOf({ amount, confirmationCode, wasAskedBefore }: Refund): string {
  const code = escapeMrkdwn(shorten(confirmationCode, 40));
  return wasAskedBefore ? `payment ${code}` : `${describeMoney(amount)} (${code})`;
}

function both({ askedBy, approvedBy }: Refund): string {
  return approvedBy ? `<@${askedBy}>, approved by <@${approvedBy}>` : `<@${askedBy}>`;
}

function because(words: string): string {
  return escapeSentence(asSentence(shorten(plain(words), 300)));
}

function refusal({ failure }: Refund): string {
  const words = asSentence(serviceWords(failure?.serviceMessage ?? '', 300));
  return words && ` Pesapal says: ${escapeSentence(words)}`;
}
