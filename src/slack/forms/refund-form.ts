// The form with which a refund is requested: what was paid, how much of it is refunded, and why. Pure.

import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { isMore, type Money, typedAmount } from '#lib/money.ts';
import { maskPayer } from '#lib/msisdn.ts';
import { parseJson } from '#lib/text.ts';
import type { Order } from '#orders/order.ts';
import { money, type StatedPayment } from '#orders/payment.ts';
import { mayBePaidBackInPart } from '#orders/refund.ts';
import { nameOfMethod } from '#provider/methods.ts';
import { facts, plainSection } from '#slack/cards/blocks.ts';
import { amountFault } from '#slack/text/fields.ts';
import { plainMoney } from '#slack/text/orders.ts';
import { atMostPaid, otherIsRefundedToo, paidBackInFull, REFUND_TEXT } from '#slack/text/refunds.ts';
import {
  customerTextIn,
  type FieldErrors,
  type FormResult,
  type FormState,
  formView,
  readAmountField,
  textField,
  valueIn,
} from './fields.ts';
import { AGAIN, type Question, questionBlocks } from './questions.ts';

export const REFUND_TITLE = 'Refund';

/** PROVIDER-FACTS, Refund: keep remarks to 200 characters. */
const MAX_REMARKS_LENGTH = 200;

/** What is requested with the form. */
type RefundInput = { readonly amount: Money; readonly remarks: string };

/**
 * `payment`: what was paid; `description`, `reference`: of its order. `note`: a sentence above the fields. `question`: what must be
 * ticked. `memory` comes back with the submission.
 */
export function refundForm(form: {
  payment: StatedPayment;
  reference: string;
  description?: string;
  note?: string;
  question?: Question | undefined;
  memory: string;
}): ModalView {
  const { payment, reference, description, memory } = form;
  const { paid, confirmationCode, payer } = payment;
  const inPart = mayBePaidBackInPart(payment);
  return formView({
    callbackId: 'refund_order',
    title: REFUND_TITLE,
    submit: 'Request refund',
    close: 'Cancel',
    memory,
    blocks: [
      ...(form.note ? [plainSection(form.note)] : []),
      ...(form.question ? questionBlocks(AGAIN, [form.question]) : []),
      ...facts(
        [
          ['Paid', [plainMoney(paid), nameOfMethod(payment.method)].filter(Boolean).join(', ')],
          ['From', payer ? maskPayer(payer) : undefined],
          ['Confirmation code', confirmationCode],
          ['For', description],
          ['Reference', reference],
        ],
        200,
      ),
      ...(inPart
        ? [textField('amount', { ...REFUND_TEXT.amount, initial: typedAmount(paid), max: 30 })]
        : [plainSection(paidBackInFull(plainMoney(paid)))]),
      textField('remarks', { ...REFUND_TEXT.remarks, max: MAX_REMARKS_LENGTH }),
      plainSection(REFUND_TEXT.next),
    ],
  });
}

/** What must be ticked while the other half of a duplicate payment is being refunded. */
export function questionOfBoth(
  { paidTwin }: Pick<Order, 'paidTwin'>,
  payment: StatedPayment,
): Question | undefined {
  if (!paidTwin?.isBeingPaidBack) return undefined;
  const sentence = otherIsRefundedToo(paidTwin, payment);
  return { key: `both-${paidTwin.reference}`, sentence, box: REFUND_TEXT.both };
}

/** `payment`: what was paid. The whole of it, where the method knows no other refund. */
export function readRefundForm(
  state: FormState,
  payment: Pick<StatedPayment, 'paid' | 'method'>,
): FormResult<RefundInput> {
  const errors: FieldErrors = {};
  const amount = mayBePaidBackInPart(payment) ? readAmount(state, payment.paid, errors) : payment.paid;
  const remarks = customerTextIn(state, 'remarks');
  // The provider keeps plain characters only: of emoji nothing would be left.
  if (!/[\p{L}\p{N}]/u.test(remarks)) errors['remarks'] = REFUND_TEXT.remarksMissing;
  if (!amount || Object.keys(errors).length > 0) return { status: 'invalid', errors };
  return { status: 'valid', input: { amount, remarks } };
}

function readAmount(state: FormState, paid: Money, errors: FieldErrors): Money | undefined {
  const typed = valueIn(state, 'amount');
  // The provider reports amounts with more decimals than people may type.
  if (typed === typedAmount(paid)) return paid;
  const read = readAmountField(typed, paid.currency);
  if (!read.ok) errors['amount'] = amountFault(read.fault, paid.currency);
  else if (isMore(read.value, paid)) errors['amount'] = atMostPaid(plainMoney(paid));
  else return read.value;
  return undefined;
}

/** Without the payer: nothing personal is remembered. */
const MEMORY = z.object({
  /** The reference of an order of ours; of a payment made elsewhere what it is found by. */
  query: z.string(),
  /** In which a payment made elsewhere gets its card. */
  channel: z.string().exactOptional(),
  shown: z.object({ paid: money, method: z.string(), confirmationCode: z.string() }),
});

/** What the form remembers: whose payment it showed, and how. */
type RefundMemory = z.output<typeof MEMORY>;
export type ShownElsewhere = RefundMemory & { readonly channel: string };

/** Writes nothing that the schema does not name. */
export function writeRefundMemory(memory: RefundMemory): string {
  return JSON.stringify(MEMORY.parse(memory));
}

/** Undefined for what `writeRefundMemory` has not written. */
export function readRefundMemory(memory: string): RefundMemory | undefined {
  return MEMORY.safeParse(parseJson(memory)).data;
}
