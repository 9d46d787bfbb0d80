// The form in which an approver says why a request is declined. Pure.
import type { ModalView } from '@slack/types';
import type { Order } from '#orders/order.ts';
import { quotedReference } from '#orders/reference.ts';
import { facts } from '#slack/cards/blocks.ts';
import { plainMoney } from '#slack/text/orders.ts';
import { DECLINE_TEXT } from '#slack/text/requests.ts';
import { type FormResult, type FormState, formView, textField, valueIn } from './fields.ts';

export const DECLINE_TITLE = 'Decline request';

const MAX_REASON_LENGTH = 200;

/** `memory`: the value of the button, which comes back with the submission. */
export function declineForm(order: Order, memory: string): ModalView {
  const amount = order.approval?.about === 'refund' ? order.refund?.amount : undefined;
  return formView({
    callbackId: 'decline',
    title: DECLINE_TITLE,
    submit: 'Decline',
    close: 'Go back',
    memory,
    blocks: [
      ...facts([
        [amount ? DECLINE_TEXT.refund : DECLINE_TEXT.order, plainMoney(amount ?? order.amount)],
        ['For', order.description],
        ['Reference', quotedReference(order.reference)],
      ]),
      textField('reason', { ...DECLINE_TEXT.reason, max: MAX_REASON_LENGTH }),
    ],
  });
}

export function readDeclineForm(state: FormState): FormResult<{ readonly reason: string }> {
  const reason = valueIn(state, 'reason');
  if (!reason) return { status: 'invalid', errors: { reason: DECLINE_TEXT.reasonMissing } };
  return { status: 'valid', input: { reason } };
}
