// The form for a PIN prompt: its view, and how its submission is read. Pure.
import type { KnownBlock, ModalView } from '@slack/types';
import { type Money, parseAmount } from '#lib/money.ts';
import { type Msisdn, parseMsisdn } from '#lib/msisdn.ts';
import type { Customer } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '#provider/methods.ts';
import { note } from '#slack/cards/blocks.ts';
import { amountFault, FIELD_TEXT, notUnderstood, phoneFault } from '#slack/text/fields.ts';
import type { Prefill } from './command-words.ts';
import {
  descriptionField,
  nameFields,
  readCustomer,
  readDescription,
  readReference,
  referenceField,
} from './customer-fields.ts';
import {
  channelField,
  choiceField,
  type FieldErrors,
  type FormResult,
  type FormState,
  formView,
  textField,
  valueIn,
} from './fields.ts';
import { type FormMemory, writeMemory } from './form-memory.ts';

export type PromptInput = {
  readonly channel: string;
  readonly amount: Money;
  readonly description: string;
  readonly customer: Customer;
  readonly prompt: { readonly msisdn: Msisdn; readonly method: PaymentMethod };
  readonly reference: Reference | undefined;
};

export function promptForm(options: {
  memory: FormMemory;
  prefill: Prefill;
  channel: string | undefined;
  warning: string | undefined;
}): ModalView {
  const { prefill } = options;
  const method = prefill.method ?? (prefill.country === 'UG' ? 'AirtelUG' : 'MpesaKE');
  const blocks: KnownBlock[] = [
    ...(options.warning ? [note(options.warning)] : []),
    ...(prefill.notUnderstood ? [note(notUnderstood(prefill.notUnderstood))] : []),
    textField('msisdn', {
      label: 'Customer’s mobile number',
      placeholder: '0712 345 678',
      initial: prefill.phone,
      max: 40,
    }),
    choiceField('payment_method', { label: 'Pay with', initial: method }, METHOD_CHOICES),
    textField('amount', {
      label: 'Amount',
      hint: 'In the money of the method: Kenyan shillings (KES) or, for Uganda, Ugandan shillings (UGX).',
      placeholder: '1,500',
      initial: prefill.amount,
      max: 30,
    }),
    descriptionField(prefill.description),
    channelField(options.channel),
    referenceField(),
    ...nameFields(prefill.customer),
  ];
  return formView({
    callbackId: 'send_prompt',
    title: 'Send a PIN prompt',
    submit: 'Send prompt',
    close: 'Cancel',
    memory: writeMemory(options.memory),
    blocks,
  });
}

/** The input, or a sentence for each wrong field. */
export function readPromptForm(state: FormState): FormResult<PromptInput> {
  const errors: FieldErrors = {};
  const method = valueIn(state, 'payment_method') as PaymentMethod;
  if (!Object.hasOwn(PAYMENT_METHODS, method))
    return { status: 'invalid', errors: { payment_method: 'Choose how the customer pays.' } };
  const { country, currency } = PAYMENT_METHODS[method];
  const phone = parseMsisdn(valueIn(state, 'msisdn'), country);
  if (!phone.ok) errors['msisdn'] = phoneFault(phone.fault, method);
  const amount = parseAmount(valueIn(state, 'amount'), currency);
  if (!amount.ok) errors['amount'] = amountFault(amount.fault, currency);
  const channel = valueIn(state, 'channel');
  if (!channel) errors['channel'] = FIELD_TEXT.channel;
  const description = readDescription(state, errors);
  const reference = readReference(state, errors);
  const customer = readCustomer(state, country, errors);
  if (!phone.ok || !amount.ok || Object.keys(errors).length > 0) return { status: 'invalid', errors };
  const prompt = { msisdn: phone.value, method };
  return {
    status: 'valid',
    input: { channel, amount: amount.value, description, customer, prompt, reference },
  };
}

const METHOD_CHOICES = Object.entries(PAYMENT_METHODS).map(
  ([value, { name, currency }]) => [value, `${name} (${currency})`] as const,
);
