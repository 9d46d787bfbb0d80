// The form with which a refund is requested: what was paid, how much of it is refunded, and why. Pure.
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { isMore, type Money, sumMoney, typedAmount } from '#lib/money.ts';
import { maskPayer } from '#lib/msisdn.ts';
import type { Order } from '#orders/order.ts';
import { money, type StatedPayment } from '#orders/payment.ts';
import { quotedReference } from '#orders/reference.ts';
import { mayBePaidBackInPart } from '#orders/refund.ts';
import { nameOfMethod } from '#provider/methods.ts';
import { AGAIN, type Question, questionBlocks } from '#slack/order/outcome.ts';
import { amountFault } from '#slack/text/fields.ts';
import { plainMoney } from '#slack/text/orders.ts';
import { facts, plainSection } from '#slack/ui/blocks.ts';
import {
  customerTextIn,
  type FieldErrors,
  type FormResult,
  type FormState,
  form,
  memoryLike,
  readAmountField,
  textField,
  valueIn,
} from '#slack/ui/fields.ts';

export const REFUND_TITLE = 'Refund';

/** PROVIDER-FACTS, Refund: keep remarks to 200 characters. */
const MAX_REMARKS_LENGTH = 200;

/** Whose payment the form showed, and how. Without the payer: nothing personal is remembered. */
export const memory = memoryLike(
  z.object({
    /** The reference of an order of ours; of an external payment what it is found by. */
    query: z.string(),
    /** In which an external payment gets its card. */
    channel: z.string().exactOptional(),
    shown: z.object({ paid: money, method: z.string(), confirmationCode: z.string() }),
  }),
);
export type RefundMemory = NonNullable<ReturnType<typeof memory.read>>;

/** `reference`, `description`: of the payment's order. `note`: a sentence above the fields. `question`: what must be ticked. */
export function refundForm(about: {
  payment: StatedPayment;
  reference: string;
  description?: string;
  note?: string;
  question?: Question | undefined;
  memory: string;
}): ModalView {
  const { payment, reference, description, note, question } = about;
  const { paid, confirmationCode, payer } = payment;
  const frame = { submit: 'Request refund', close: 'Cancel', memory: about.memory };
  return form('refund_order', { title: REFUND_TITLE, ...frame }, [
    ...(note ? [plainSection(note)] : []),
    ...(question ? questionBlocks(AGAIN, [question]) : []),
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
    mayBePaidBackInPart(payment)
      ? textField('amount', {
          label: 'Refund amount',
          hint: 'All or part of it. A card payment can be refunded once.',
          initial: typedAmount(paid),
          max: 30,
        })
      : plainSection(
          `The full ${plainMoney(paid)} will be refunded. Mobile money can’t be refunded in part.`,
        ),
    textField('remarks', {
      label: 'Reason',
      hint: 'The approver and Pesapal see this. Leave out customers’ names and numbers.',
      placeholder: 'Wrong size, goods returned',
      max: MAX_REMARKS_LENGTH,
    }),
    plainSection('Another person must approve this. Each payment can be refunded once.'),
  ]);
}

/** What must be ticked while the other half of a duplicate payment is being refunded. */
export function questionOfBoth(
  { duplicatePayment }: Pick<Order, 'duplicatePayment'>,
  { paid }: StatedPayment,
): Question | undefined {
  if (!duplicatePayment?.isBeingPaidBack) return undefined;
  const { reference, refundAmount } = duplicatePayment;
  const total =
    refundAmount?.currency === paid.currency
      ? `, up to ${plainMoney(sumMoney(paid.currency, [paid, refundAmount]))} in total`
      : '';
  const sentence = `The duplicate payment ${quotedReference(reference)} is already being refunded. With this request, both are${total}.`;
  return { key: `both-${reference}`, sentence, box: 'Refund both payments' };
}

/** `payment`: what was paid. The whole of it, where the method knows no other refund. */
export function readRefundForm(
  state: FormState,
  payment: Pick<StatedPayment, 'paid' | 'method'>,
): FormResult<{ readonly amount: Money; readonly remarks: string }> {
  const errors: FieldErrors = {};
  const amount = mayBePaidBackInPart(payment) ? readAmount(state, payment.paid, errors) : payment.paid;
  const remarks = customerTextIn(state, 'remarks');
  // The provider keeps plain characters only: of emoji nothing would be left.
  if (!/[\p{L}\p{N}]/u.test(remarks)) errors['remarks'] = 'Enter a reason. Pesapal requires one.';
  if (!amount || Object.keys(errors).length > 0) return { status: 'invalid', errors };
  return { status: 'valid', input: { amount, remarks } };
}

function readAmount(state: FormState, paid: Money, errors: FieldErrors): Money | undefined {
  const typed = valueIn(state, 'amount');
  // The provider reports amounts with more decimals than people may type.
  if (typed === typedAmount(paid)) return paid;
  const read = readAmountField(typed, paid.currency);
  if (!read.ok) errors['amount'] = amountFault(read.fault, paid.currency);
  else if (isMore(read.value, paid)) errors['amount'] = `Enter ${plainMoney(paid)} or less.`;
  else return read.value;
  return undefined;
}
