// Decide a request for approval, withdraw it, send a prompt that was approved late, and say what became of a refund.
import type { ModalView } from '@slack/types';
import type { ApprovalState } from '#orders/approval.ts';
import type { Order } from '#orders/order.ts';
import { quotedReference, type Reference } from '#orders/reference.ts';
import { type ApprovalResult, NothingDecided } from '#payments/ordering/approvals.ts';
import type { SlackContext } from '#slack/context.ts';
import type { Action, Feature, Submission } from '#slack/feature.ts';
import type { Press } from '#slack/listen/press.ts';
import { contentView, messageView, withReference } from '#slack/order/outcome.ts';
import { maybeSent } from '#slack/people/guard.ts';
import { describeFailure, plainMoney } from '#slack/text/orders.ts';
import { UNKNOWN_ORDER } from '#slack/text/people.ts';
import { facts } from '#slack/ui/blocks.ts';
import { form, textField, valueIn } from '#slack/ui/fields.ts';
import { foreign, person } from '#slack/ui/line.ts';
import { type MessageContent, mrkdwnMessage } from '#slack/ui/message.ts';
import { openForm } from '#slack/ui/open-form.ts';
import { type Said, say } from '#slack/ui/say.ts';
import { describeEnd, readRequestValue } from './requests.ts';

type Decision = 'approve' | 'decline' | 'withdraw' | 'send_now';

/**
 * `isOver`: the request that the button was for is decided, so the button has nothing left to do. `isDone`: the request was decided
 * by this, so the card's thread says the same.
 */
type RequestAnswer = {
  readonly said: Said;
  readonly order?: Order | undefined;
  readonly isOver: boolean;
  readonly isDone?: boolean;
};

/** Each refreshes the presser's Home, which lists what waits for them: the button may stand there. */
function requestAction(
  right: 'approve' | 'either',
  answer: (ctx: SlackContext, press: Press) => Promise<RequestAnswer | undefined>,
  whenFailed: Action['whenFailed'] = describeStoreFailure,
): Action {
  return {
    right,
    isAboutOrder: true,
    whenFailed,
    async run(ctx, press): Promise<MessageContent | undefined> {
      const answered = await answer(ctx, press);
      if (!answered) return undefined;
      ctx.home.refreshSoon(press.userId);
      // A card is redrawn, and an older state of it must not come back.
      if (answered.isOver && answered.order?.card?.ts !== press.messageTs) await press.removeButtons();
      return mrkdwnMessage(answered.said);
    },
  };
}

export const approval: Feature = {
  actions: {
    approve: requestAction('approve', (ctx, { value, userId }) =>
      decide(ctx, 'approve', { value, userId }, ctx.payments.approvals.approve),
    ),
    // Only its form decides.
    decline: requestAction('approve', openDeclineForm, (incident) => describeUndecided(incident, true)),
    // The requester may, and the decision itself refuses everybody else.
    withdraw: requestAction('either', (ctx, { value, userId }) =>
      decide(ctx, 'withdraw', { value, userId }, ctx.payments.approvals.withdraw),
    ),
    send_now: requestAction(
      'either',
      (ctx, { value, userId }) =>
        decide(ctx, 'send_now', { value, userId }, (reference, _, by) =>
          ctx.payments.approvals.sendNow(reference, by),
        ),
      maybeSent,
    ),
    refund_done: requestAction('approve', (ctx, press) => endRefund(ctx, press, true)),
    refund_not_done: requestAction('approve', (ctx, press) => endRefund(ctx, press, false)),
  },
  forms: {
    decline: {
      title: 'Decline request',
      right: 'approve',
      whenFailed: describeStoreFailure,
      run: submitDeclineForm,
    },
  },
};

const OUT_OF_DATE = say`This button is out of date. The card and its thread show the newest request.`;
const OWN_REQUEST = say`You requested this, so another approver must decide. You can withdraw it.`;

/** The store did not answer. */
function describeStoreFailure(incident: string, error: unknown): string {
  return describeUndecided(incident, error instanceof NothingDecided);
}

/** `isCertain`: the store had not been asked to save anything. */
function describeUndecided(incident: string, isCertain: boolean): string {
  const what = isCertain
    ? 'Nothing was decided, because Teller’s store didn’t answer. Press again in a minute.'
    : 'It isn’t certain whether this was decided. Check the card before you press again; nothing is decided twice.';
  return `${what} If it keeps happening, give incident number ${incident} to whoever runs Teller.`;
}

/** Somebody else, or the same person a moment later, may still decide. */
const STAYS_OPEN: ReadonlySet<ApprovalResult['status']> = new Set(['own', 'not_own', 'no_card']);

/** `value`: of a button (requests.ts). Rejects when the store is down, as what follows does. */
async function decide(
  ctx: SlackContext,
  decision: Decision,
  { value, userId }: { value: string; userId: string },
  run: (reference: Reference, number: number, userId: string) => Promise<ApprovalResult>,
): Promise<RequestAnswer> {
  const request = readRequestValue(value);
  if (!request) return { said: say`${UNKNOWN_ORDER}`, isOver: false };
  const result = await run(request.reference, request.number, userId);
  const { status } = result;
  // Nobody decides their own request, and nobody else withdraws or sends it.
  if (status === 'own' || status === 'not_own')
    await recordRefusal(ctx, userId, decision, request.reference, status);
  return {
    said: describeResult(decision, result, userId),
    order: 'order' in result ? result.order : undefined,
    isOver: !STAYS_OPEN.has(status),
    isDone: status === 'decided',
  };
}

function recordRefusal(
  { recorder }: SlackContext,
  who: string,
  what: Decision,
  order: Reference,
  why: 'own' | 'not_own',
): Promise<void> {
  return recorder.recordRefusal({ who, what, order, why });
}

/** Opens the form that asks for the reason; an answer where there is nothing to decline. */
async function openDeclineForm(
  ctx: SlackContext,
  { value, userId, triggerId }: Press,
): Promise<RequestAnswer | undefined> {
  const request = readRequestValue(value);
  const order = request && (await ctx.store.orders.get(request.reference));
  if (!request || !order) return { said: say`${UNKNOWN_ORDER}`, isOver: false };
  const asked = order.approval;
  if (asked?.number !== request.number) return { said: OUT_OF_DATE, order, isOver: true };
  if (asked.state !== 'open')
    return {
      said: describeResult('decline', { status: 'already_decided', order }, userId),
      order,
      isOver: true,
    };
  if (asked.requestedBy === userId) {
    await recordRefusal(ctx, userId, 'decline', order.reference, 'own');
    return { said: OWN_REQUEST, order, isOver: false };
  }
  await openForm(ctx, triggerId, declineForm(order, value));
  return undefined;
}

/** `memory`: the value of the button, which comes back with the submission. */
export function declineForm(order: Order, memory: string): ModalView {
  const refunded = order.approval?.about === 'refund' ? order.refund?.amount : undefined;
  const frame = { title: 'Decline request', submit: 'Decline', close: 'Go back', memory };
  return form('decline', frame, [
    ...facts([
      [refunded ? 'Refund' : 'Order', plainMoney(refunded ?? order.amount)],
      ['For', order.description],
      ['Reference', quotedReference(order.reference)],
    ]),
    textField('reason', {
      label: 'Reason',
      hint: 'The requester sees this in the card’s thread, with your name.',
      placeholder: 'The price list says 55,000',
      max: 200,
    }),
  ]);
}

async function submitDeclineForm(
  ctx: SlackContext,
  { userId, memory, state, show, tell, showErrors }: Submission,
): Promise<void> {
  const reason = valueIn(state, 'reason');
  if (!reason) return showErrors({ reason: 'Enter a reason. The requester sees it.' });
  await show(messageView('Decline request', 'One moment…'));
  const { said, order, isDone } = await decide(
    ctx,
    'decline',
    { value: memory, userId },
    (reference, number) => ctx.payments.approvals.decline(reference, number, userId, reason),
  );
  ctx.home.refreshSoon(userId);
  const answer = mrkdwnMessage(said);
  await (isDone
    ? show(contentView('Decline request', answer.blocks))
    : tell(withReference(answer, order?.reference)));
}

/** An approver says what became of a refund. */
async function endRefund(
  ctx: SlackContext,
  { value, userId }: Press,
  wasPaidBack: boolean,
): Promise<RequestAnswer> {
  const request = readRequestValue(value);
  if (!request) return { said: say`${UNKNOWN_ORDER}`, isOver: false };
  const { reference, number } = request;
  const result = await ctx.payments.refunds.endRefund(reference, number, userId, wasPaidBack);
  const sentences = {
    ended: wasPaidBack
      ? say`Saved with your name: it was refunded.`
      : say`Saved with your name: it wasn’t refunded. It still counts as paid.`,
    carried_out: say`Pesapal says it was refunded. The thread shows it.`,
    gone: say`This button is out of date. The card shows the newest refund.`,
    not_needed: say`This refund no longer needs an answer. The card shows its status.`,
    unknown_order: say`${UNKNOWN_ORDER}`,
  } satisfies Record<typeof result.status, Said>;
  return {
    said: sentences[result.status],
    order: 'order' in result ? result.order : undefined,
    isOver: true,
  };
}

/** After a press. `by`: who pressed, a Slack id. */
function describeResult(decision: Decision, result: ApprovalResult, by: string): Said {
  switch (result.status) {
    case 'unknown_order':
      return say`${UNKNOWN_ORDER}`;
    case 'decided':
      return describeDecided(decision, result.order);
    case 'late':
      return say`Approved. The request is over 10 minutes old, so the requester sends the prompt with *Send now* on the card.`;
    case 'no_longer_holds':
      return describeLapsed(result.order);
    case 'already_decided':
      if (decision !== 'send_now' || result.order.approval?.state !== 'approved')
        return describeEnded(result.order, by);
      return result.order.state === 'not_sent'
        ? describeLapsed(result.order)
        : say`This was already sent. The card shows its progress.`;
    case 'gone':
      return OUT_OF_DATE;
    case 'own':
      return OWN_REQUEST;
    case 'not_own':
      return say`Only the requester can do this.`;
    case 'no_card':
      return say`The card is still being posted. Press again in a few seconds.`;
  }
}

function describeDecided(decision: Decision, order: Order): Said {
  const decided = {
    approve:
      order.approval?.about === 'refund'
        ? say`Approved. Pesapal’s answer appears in the card’s thread.`
        : say`Approved. The card shows when it’s sent.`,
    decline: say`Declined. The requester sees your reason in the card’s thread.`,
    withdraw: say`Request withdrawn. Nothing was sent to Pesapal.`,
    send_now: say`Sending now. The card shows its progress.`,
  };
  return decided[decision];
}

/** How a request ended before this press. */
function describeEnded({ approval: request }: Order, by: string): Said {
  if (!request) return OUT_OF_DATE;
  const { decidedBy = '' } = request;
  const who = decidedBy === by ? say`You` : say`${person(decidedBy)}`;
  const ends: Record<ApprovalState, Said> = {
    open: OUT_OF_DATE,
    approved: say`${who} already approved this.`,
    declined: say`${who} already declined this.`,
    withdrawn: say`${who} withdrew this request.`,
    run_out: describeEnd(request),
    lapsed: describeEnd(request),
  };
  return ends[request.state];
}

/** Why an approval came to nothing. */
function describeLapsed({ approval: request, failure, kind }: Order): Said {
  if (request?.about === 'refund' || !failure)
    return say`The payment has changed since this was requested, so the request is closed. Request the refund again.`;
  const { what, next } = describeFailure(failure, kind);
  return say`This can’t be sent any more. ${foreign(`${what} ${next}`, 500)}`;
}
