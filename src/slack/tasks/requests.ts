// Decide a request for approval, withdraw it, send a prompt that was approved late, and say what became of a refund. Whoever
// calls has checked that the person may approve, where only approvers may.

import type { WebClient } from '@slack/web-api';
import type { Clock } from '#lib/clock.ts';
import type { Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import type { ApprovalResult, Approvals } from '#payments/ordering/approvals.ts';
import type { Refunds } from '#payments/ordering/refunds.ts';
import type { DeedRecorder } from '#slack/access/deed-recorder.ts';
import { type MessageContent, mrkdwnMessage } from '#slack/cards/message.ts';
import { readRequestValue } from '#slack/cards/requests.ts';
import { declineForm } from '#slack/forms/decline-form.ts';
import { UNKNOWN_ORDER } from '#slack/text/people.ts';
import { describeRefundEnd } from '#slack/text/refunds.ts';
import { describeResult, REQUEST_TEXT, type RequestDeed } from '#slack/text/requests.ts';
import type { OrderStore } from '#store/store.ts';
import { openForm } from './open-form.ts';

/**
 * `isOver`: the request that the button was for is decided, so the button has nothing left to do. `isDone`: the deed was done, so
 * the card's thread says the same.
 */
export type RequestAnswer = {
  readonly answer: MessageContent;
  readonly order?: Order | undefined;
  readonly isOver: boolean;
  readonly isDone?: boolean;
};

/** Somebody else, or the same person a moment later, may still decide. */
const STAYS_OPEN: ReadonlySet<ApprovalResult['status']> = new Set(['own', 'not_own', 'no_card']);

/** `value` is that of a button (cards/requests.ts). All reject when the store is down. */
export function createRequestTasks(deps: {
  client: WebClient;
  clock: Clock;
  orders: Pick<OrderStore, 'get'>;
  approvals: Approvals;
  refunds: Pick<Refunds, 'endRefund'>;
  recorder: Pick<DeedRecorder, 'recordRefusal'>;
}) {
  const { orders, approvals, refunds, recorder } = deps;

  async function decide(
    deed: RequestDeed,
    { value, userId }: { value: string; userId: string },
    run: (reference: Reference, number: number) => Promise<ApprovalResult>,
  ): Promise<RequestAnswer> {
    const request = readRequestValue(value);
    if (!request) return { answer: mrkdwnMessage(UNKNOWN_ORDER), isOver: false };
    const result = await run(request.reference, request.number);
    // Nobody decides their own request, and nobody else withdraws or sends it.
    if (result.status === 'own' || result.status === 'not_own')
      await recorder.recordRefusal({
        who: userId,
        what: deed,
        order: request.reference,
        why: result.status,
      });
    return {
      answer: mrkdwnMessage(describeResult(deed, result, userId)),
      order: 'order' in result ? result.order : undefined,
      isOver: !STAYS_OPEN.has(result.status),
      isDone: result.status === 'decided',
    };
  }

  return {
    approve: (press: { value: string; userId: string }) =>
      decide('approve', press, (reference, number) => approvals.approve(reference, number, press.userId)),
    decline: (press: { value: string; userId: string }, reason: string) =>
      decide('decline', press, (reference, number) =>
        approvals.decline(reference, number, press.userId, reason),
      ),
    withdraw: (press: { value: string; userId: string }) =>
      decide('withdraw', press, (reference, number) => approvals.withdraw(reference, number, press.userId)),
    sendNow: (press: { value: string; userId: string }) =>
      decide('send_now', press, (reference) => approvals.sendNow(reference, press.userId)),
    /** Opens the form that asks for the reason; an answer where there is nothing to decline. */
    async askReason(press: {
      value: string;
      userId: string;
      triggerId: string | undefined;
    }): Promise<RequestAnswer | undefined> {
      const deed: RequestDeed = 'decline';
      const request = readRequestValue(press.value);
      const order = request && (await orders.get(request.reference));
      const { approval } = order ?? {};
      if (!request || !order) return { answer: mrkdwnMessage(UNKNOWN_ORDER), isOver: false };
      if (approval?.number !== request.number) return over(order, REQUEST_TEXT.gone);
      if (approval.state !== 'open')
        return over(order, describeResult(deed, { status: 'already_decided', order }, press.userId));
      if (approval.askedBy === press.userId) {
        await recorder.recordRefusal({
          who: press.userId,
          what: deed,
          order: order.reference,
          why: 'own',
        });
        return { answer: mrkdwnMessage(REQUEST_TEXT.own), order, isOver: false };
      }
      await openForm(deps, press.triggerId, declineForm(order, press.value));
      return undefined;
    },
    /** An approver says what became of a refund. */
    async endRefund(press: { value: string; userId: string }, wasPaidBack: boolean): Promise<RequestAnswer> {
      const request = readRequestValue(press.value);
      if (!request) return { answer: mrkdwnMessage(UNKNOWN_ORDER), isOver: false };
      const { reference, number } = request;
      const result = await refunds.endRefund(reference, number, press.userId, wasPaidBack);
      return {
        answer: mrkdwnMessage(describeRefundEnd(result, wasPaidBack)),
        order: 'order' in result ? result.order : undefined,
        isOver: true,
      };
    },
  };
}

function over(order: Order, sentence: string): RequestAnswer {
  return { answer: mrkdwnMessage(sentence), order, isOver: true };
}
