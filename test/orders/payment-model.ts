// What PRODUCT.md says of several payments under one order, written once more and without the code of src/orders: which payments an
// order has after each record, and which state their sum gives it. Of records without a date.
import type { Money } from '#lib/money.ts';
import type { OrderEvent } from '#orders/order-event.ts';
import type { Payment } from '#orders/payment.ts';
import { AMOUNT } from './any-event.ts';

export const fold = (code: string) => code.replaceAll(' ', '').toLowerCase();
export const cents = ({ amount }: Money) => Math.round(Number(amount) * 100);

type Known = { code: string; paid: string; isBack: boolean; isDoubtful: boolean };
/** `isUnclear`: people look for what went back, and whoever accepts what came after that has done so. */
export type Model = { payments: readonly Known[]; isUnclear: boolean; isAccepted: boolean };

export function known({ confirmationCode, paid, reversedAt, isDoubtful }: Payment): Known {
  const amount = paid ? `${paid.currency} ${cents(paid)}` : '';
  return {
    code: fold(confirmationCode),
    paid: amount,
    isBack: reversedAt !== undefined,
    isDoubtful: isDoubtful === true,
  };
}

/** PRODUCT.md, Several payments under one order. */
export function modelAfter(model: Model, { event, ...said }: OrderEvent): Model {
  const { payments, isUnclear } = model;
  if (event === 'accepted_as_paid' && stateOf(model) === 'review')
    return { ...model, isAccepted: true, payments: payments.map((one) => ({ ...one, isDoubtful: false })) };
  if (!('payment' in said) || (event !== 'completed' && event !== 'reversed')) return model;
  const record: Known = known(said.payment);
  const old = find(payments, record);
  const replace = (one: Known, next: Known) => payments.map((other) => (other === one ? next : other));
  if (event === 'completed') {
    if (!old) return { payments: [...payments, record], isUnclear, isAccepted: false };
    const coded = { ...old, code: old.code || record.code };
    const next = { ...coded, paid: record.paid || old.paid, isDoubtful: record.isDoubtful };
    const isMoreKnown = !old.isBack && !(record.isDoubtful && !old.isDoubtful);
    const isOther = next.paid !== old.paid || next.isDoubtful !== old.isDoubtful;
    if (!isMoreKnown || !isOther) return { ...model, payments: replace(old, coded) };
    // Whoever accepted a payment of which it was not known how much has accepted it.
    return { payments: replace(old, next), isUnclear, isAccepted: model.isAccepted && old.paid === '' };
  }
  if (payments.length === 0) return { ...model, payments: [{ ...record, isBack: true }] };
  const named = record.code === '' ? undefined : old;
  const back = named ?? (payments.length === 1 ? payments[0] : undefined);
  if (!back)
    return isUnclear || payments.every((one) => one.isBack)
      ? model
      : { payments, isUnclear: true, isAccepted: false };
  if (back.isBack) return model;
  const gone = {
    ...back,
    code: back.code || record.code,
    paid: back.paid || record.paid,
    isBack: true,
    isDoubtful: false,
  };
  return { payments: replace(back, gone), isUnclear: false, isAccepted: false };
}

/** Of which payment of the list a record without a date speaks. */
function find(payments: readonly Known[], { code, paid }: Known): Known | undefined {
  const isThatMuch = (one: Known) => one.paid === paid;
  if (code !== '') {
    const mayBe = (one: Known) => one.code === '' && (one.paid === '' || paid === '' || isThatMuch(one));
    return payments.find((one) => one.code === code) ?? payments.find(mayBe);
  }
  const same = paid === '' ? undefined : payments.findLast(isThatMuch);
  return same ?? payments.findLast((one) => !one.isBack) ?? (paid === '' ? payments.at(-1) : undefined);
}

export function stateOf({ payments, isUnclear, isAccepted }: Model): string | undefined {
  const standing = payments.filter(({ isBack }) => !isBack);
  if (payments.length === 0) return undefined;
  if (standing.length === 0) return 'reversed';
  if (isAccepted) return 'paid';
  const isSum = standing.every(({ paid, isDoubtful }) => paid.startsWith('KES ') && !isDoubtful);
  const sum = standing.reduce((total, { paid }) => total + Number(paid.slice(4)), 0);
  return isSum && sum === cents(AMOUNT) && !isUnclear ? 'paid' : 'review';
}
