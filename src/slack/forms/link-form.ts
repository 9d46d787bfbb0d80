// The form for a payment link, once or recurring: its view, and how its submission is read. Pure.
import type { KnownBlock, ModalView } from '@slack/types';
import { dayOf, isDay } from '#lib/days.ts';
import { type Money, parseAmount } from '#lib/money.ts';
import type { Customer, Recurring } from '#orders/order.ts';
import type { Reference } from '#orders/reference.ts';
import { CURRENCIES, isCurrency } from '#provider/currencies.ts';
import { FREQUENCIES, type Frequency } from '#provider/limits.ts';
import { note } from '#slack/cards/blocks.ts';
import { amountFault, FIELD_TEXT, notUnderstood } from '#slack/text/fields.ts';
import type { Prefill } from './command-words.ts';
import {
  contactFields,
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
  dateField,
  type FieldErrors,
  type FormResult,
  type FormState,
  formView,
  textField,
  valueIn,
} from './fields.ts';
import { type FormMemory, writeMemory } from './form-memory.ts';

export type LinkInput = {
  readonly channel: string;
  readonly amount: Money;
  readonly description: string;
  readonly customer: Customer;
  readonly reference: Reference | undefined;
  /** `accountNumber` is undefined when the field was left empty; the caller chooses one. */
  readonly recurring:
    | (Omit<Recurring, 'accountNumber'> & { readonly accountNumber: string | undefined })
    | undefined;
};

/** SPEC.md, Order request: account_number at most 50 characters. */
const MAX_ACCOUNT_NUMBER_LENGTH = 50;

export function linkForm(options: {
  memory: FormMemory;
  prefill: Prefill;
  channel: string | undefined;
  defaultCurrency: string;
  warning: string | undefined;
}): ModalView {
  const { prefill } = options;
  const blocks: KnownBlock[] = [
    ...(options.warning ? [note(options.warning)] : []),
    ...(prefill.notUnderstood ? [note(notUnderstood(prefill.notUnderstood))] : []),
    textField('amount', { label: 'Amount', placeholder: '1,500', initial: prefill.amount, max: 30 }),
    choiceField(
      'currency',
      { label: 'Currency', initial: prefill.currency ?? options.defaultCurrency },
      CURRENCIES.map((currency) => [currency, currency] as const),
    ),
    descriptionField(prefill.description),
    channelField(options.channel),
    referenceField(),
    ...nameFields(prefill.customer),
    ...contactFields(prefill.customer),
    choiceField(
      'frequency',
      {
        label: 'Repeat',
        hint: 'Choose only for a recurring payment; then the next fields count too.',
        optional: true,
      },
      FREQUENCY_CHOICES,
    ),
    dateField('start_date', { label: 'First day', optional: true }),
    dateField('end_date', { label: 'Last day', optional: true }),
    textField('account_number', {
      label: 'Account number of the subscriber',
      hint: 'Yours to choose, another for each recurring payment. Left empty, the reference is used.',
      optional: true,
      max: MAX_ACCOUNT_NUMBER_LENGTH,
    }),
  ];
  return formView({
    callbackId: 'create_link',
    title: 'Create a payment link',
    submit: 'Create link',
    close: 'Cancel',
    memory: writeMemory(options.memory),
    blocks,
  });
}

/** The input, or a sentence for each wrong field. `now` (ms): the first day of a recurring payment must lie after it. */
export function readLinkForm(state: FormState, now: number): FormResult<LinkInput> {
  const errors: FieldErrors = {};
  const currency = valueIn(state, 'currency');
  if (!isCurrency(currency)) return { status: 'invalid', errors: { currency: 'Choose the currency.' } };
  const amount = parseAmount(valueIn(state, 'amount'), currency);
  if (!amount.ok) errors['amount'] = amountFault(amount.fault, currency);
  const channel = valueIn(state, 'channel');
  if (!channel) errors['channel'] = FIELD_TEXT.channel;
  const description = readDescription(state, errors);
  const reference = readReference(state, errors);
  const customer = readCustomer(state, currency === 'UGX' ? 'UG' : 'KE', errors);
  const recurring = readRecurring(state, now, errors);
  if (!amount.ok || Object.keys(errors).length > 0) return { status: 'invalid', errors };
  return {
    status: 'valid',
    input: { channel, amount: amount.value, description, customer, reference, recurring },
  };
}

/** The service does not check the order of the dates (SPEC.md, subscription_details), so it is checked here. */
function readRecurring(state: FormState, now: number, errors: FieldErrors): LinkInput['recurring'] {
  const frequency = valueIn(state, 'frequency');
  const startDay = valueIn(state, 'start_date');
  const endDay = valueIn(state, 'end_date');
  const accountNumber = valueIn(state, 'account_number') || undefined;
  if (!frequency) {
    if (startDay || endDay) errors['frequency'] = FIELD_TEXT.frequencyMissing;
    if (accountNumber) errors['account_number'] = FIELD_TEXT.accountNumberAlone;
    return undefined;
  }
  if (!isDay(startDay)) errors['start_date'] = FIELD_TEXT.startMissing;
  else if (startDay <= dayOf(now)) errors['start_date'] = FIELD_TEXT.startPast;
  if (!isDay(endDay)) errors['end_date'] = FIELD_TEXT.endMissing;
  else if (endDay < startDay) errors['end_date'] = FIELD_TEXT.endBeforeStart;
  if (accountNumber && accountNumber.length > MAX_ACCOUNT_NUMBER_LENGTH)
    errors['account_number'] = FIELD_TEXT.accountNumber;
  const known = FREQUENCIES.find((name) => name === frequency);
  if (!known) errors['frequency'] = FIELD_TEXT.frequencyMissing;
  return known && { frequency: known, startDay, endDay, accountNumber };
}

const FREQUENCY_CHOICES = FREQUENCIES.map((value): readonly [Frequency, string] => [
  value,
  value.charAt(0) + value.slice(1).toLowerCase(),
]);
