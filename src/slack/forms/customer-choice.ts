// The select "Customer" on top of both forms, which finds earlier customers. The value of an option is the reference of the
// customer's last order, so that neither name nor number goes through Slack.
import type { InputBlock, PlainTextOption } from '@slack/types';
import type { Msisdn } from '#lib/msisdn.ts';
import type { Customer, Language, Order } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import { numberOf } from '#payments/finding/condition.ts';
import type { PaymentMethod } from '#provider/methods.ts';
import { networkOf } from '#provider/networks.ts';
import { CUSTOMER_TEXT, describeCustomer } from '#slack/text/customers.ts';
import { type FormState, searchField, valueIn } from './fields.ts';

/** The field's name. */
export const CUSTOMER = 'customer';

/** The value of the option that brings the empty fields back; no reference has a blank. */
const SOMEBODY_ELSE = 'somebody else';

/**
 * An earlier customer as a form shows them. `method`: that of the last prompt, or of the number's network. `language`: that of the
 * last link.
 */
export type ChosenCustomer = Customer & {
  readonly reference: Reference;
  readonly method: PaymentMethod | undefined;
  readonly language?: Language | undefined;
};

export function customerOf(order: Order): ChosenCustomer {
  const phone: Msisdn | undefined = numberOf(order);
  return {
    ...order.customer,
    ...(phone ? { phone } : {}),
    reference: order.reference,
    language: order.language,
    method: order.prompt?.method ?? (phone && networkOf(phone)?.method),
  };
}

/** `chosen`: the customer with whom it opens. */
export function customerField(chosen?: ChosenCustomer): InputBlock {
  return searchField(CUSTOMER, {
    label: CUSTOMER_TEXT.label,
    placeholder: CUSTOMER_TEXT.placeholder,
    optional: true,
    chosen: chosen && customerOption(chosen),
  });
}

export function customerOption(customer: Customer & Pick<Order, 'reference'>): PlainTextOption {
  return {
    text: { type: 'plain_text', text: describeCustomer(customer), emoji: false },
    value: customer.reference,
  };
}

export function somebodyElse(): PlainTextOption {
  return { text: { type: 'plain_text', text: CUSTOMER_TEXT.somebodyElse }, value: SOMEBODY_ELSE };
}

/** The value that is chosen: a reference, if nobody has tampered with it; '' for nobody and for "Someone else". */
export function chosenValue(state: FormState): string {
  const value = valueIn(state, CUSTOMER);
  return value === SOMEBODY_ELSE ? '' : value;
}
