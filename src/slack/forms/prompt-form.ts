// The form for a PIN prompt: its view, and how its submission is read. Pure.
import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { isMore } from '#lib/money.ts';
import { type Msisdn, type PhoneFault, parseContact, parseMsisdn } from '#lib/msisdn.ts';
import {
  type MethodLimits,
  PAYMENT_METHOD_NAMES,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '#provider/methods.ts';
import { localInOtherCountry } from '#provider/networks.ts';
import { FIELD_TEXT, FORM_TEXT, overMethodLimit, phoneFault } from '#slack/text/fields.ts';
import { type ChosenCustomer, customerField } from './customer-choice.ts';
import {
  amountField,
  type CommonInput,
  descriptionField,
  type FormOpening,
  openingNotes,
  readCommon,
  warningsAt,
} from './customer-fields.ts';
import {
  choiceField,
  type FieldErrors,
  type FormResult,
  type FormState,
  formView,
  textField,
  valueIn,
} from './fields.ts';
import { writeMemory } from './form-memory.ts';
import { startingMethod } from './form-start.ts';
import { moreOr } from './more-fields.ts';
import { homeCountry, isPromptable } from './phone-choice.ts';

export type PromptInput = CommonInput & {
  readonly kind: 'prompt';
  readonly prompt: { readonly msisdn: Msisdn; readonly method: PaymentMethod };
  readonly recurring?: undefined;
};

/** `defaultCurrency`: whose numbers have no country code. `method`: what the channel starts with, if it reaches the number. */
export function promptForm(
  opening: FormOpening & { defaultCurrency: string; method?: PaymentMethod | undefined },
): ModalView {
  const { prefill } = opening;
  const country = prefill.country ?? homeCountry(prefill.currency, opening.defaultCurrency);
  const method = prefill.method ?? startingMethod(country, opening.method);
  const isMarked = prefill.amount !== undefined && prefill.currency !== undefined;
  const blocks: KnownBlock[] = [
    ...openingNotes(opening),
    customerField(),
    ...warningsAt(prefill, 'msisdn'),
    numberField(prefill.phone),
    ...warningsAt(prefill, 'amount'),
    amountField(prefill.amount),
    methodField(method),
    ...warningsAt(prefill, 'description'),
    descriptionField(prefill.description),
    ...moreOr('prompt', opening),
  ];
  return formView({
    callbackId: 'send_prompt',
    title: 'Send a PIN prompt',
    submit: 'Send prompt',
    close: 'Cancel',
    memory: writeMemory({
      ...opening.memory,
      ...(opening.channel ? { channel: opening.channel } : {}),
      ...(isMarked ? { currency: prefill.currency } : {}),
    }),
    blocks,
  });
}

export function numberField(initial: string | undefined): InputBlock {
  return textField('msisdn', {
    label: FORM_TEXT.number,
    placeholder: '0712 345 678',
    initial,
    max: 40,
    isReported: true,
  });
}

export function methodField(initial: PaymentMethod): InputBlock {
  return choiceField('payment_method', { label: FORM_TEXT.method, initial }, METHOD_CHOICES);
}

/** The input, or a sentence for each wrong field. `customer`: whose number it is, where the form shows a line in its place. */
export function readPromptForm(
  state: FormState,
  limits: MethodLimits,
  customer?: ChosenCustomer,
): FormResult<PromptInput> {
  const errors: FieldErrors = {};
  const method = valueIn(state, 'payment_method') as PaymentMethod;
  if (!Object.hasOwn(PAYMENT_METHODS, method))
    return {
      status: 'invalid',
      errors: { payment_method: `Use one of ${PAYMENT_METHOD_NAMES.join(', ')}.` },
    };
  const { country, currency } = PAYMENT_METHODS[method];
  const number = customer?.phone ? `+${customer.phone}` : valueIn(state, 'msisdn');
  const phone = parseMsisdn(number, country);
  if (localInOtherCountry(number, method)) errors['msisdn'] = FIELD_TEXT.whichCountry;
  else if (!phone.ok) errors['msisdn'] = numberFault(number, phone.fault, method);
  const { amount, ...common } = readCommon(state, { currency, homeCountry: country }, errors);
  const limit = { amount: limits[method], currency };
  if (amount && isMore(amount, limit)) errors['amount'] = overMethodLimit(limit, method);
  if (!phone.ok || !amount || Object.keys(errors).length > 0) return { status: 'invalid', errors };
  const prompt = { msisdn: phone.value, method };
  return { status: 'valid', input: { kind: 'prompt', ...common, amount, prompt } };
}

/** Another method is no advice where none reaches the number. */
function numberFault(number: string, fault: PhoneFault, method: PaymentMethod): string {
  const contact = parseContact(number, PAYMENT_METHODS[method].country);
  const isReached = contact === undefined || isPromptable(contact);
  return phoneFault(isReached || fault !== 'other_country' ? fault : 'no_method', method);
}

const METHOD_CHOICES = Object.entries(PAYMENT_METHODS).map(
  ([value, { name, currency }]) => [value, `${name} (${currency})`] as const,
);
