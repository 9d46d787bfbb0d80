// The form for a payment link, once or recurring: its view, and how its submission is read. Pure.
import type { KnownBlock, ModalView } from '@slack/types';
import { dayOf, isDay } from '#lib/time.ts';
import { deadlineDays } from '#orders/deadline.ts';
import type { Language, Recurring } from '#orders/order.ts';
import { CURRENCIES, currencyOf, isCurrency } from '#provider/currencies.ts';
import { FREQUENCIES, LIMITS } from '#provider/limits.ts';
import { FIELD_TEXT, FORM_TEXT } from '#slack/text/fields.ts';
import { type ChosenCustomer, customerField } from './customer-choice.ts';
import {
  amountField,
  type CommonInput,
  descriptionField,
  type FormOpening,
  openingNotes,
  readCommon,
  readLanguage,
  warningsAt,
} from './customer-fields.ts';
import {
  choiceField,
  type FieldErrors,
  type FormResult,
  type FormState,
  formView,
  valueIn,
} from './fields.ts';
import { writeMemory } from './form-memory.ts';
import { moreOr } from './more-fields.ts';
import { homeCountry } from './phone-choice.ts';
import {
  DEADLINE,
  deadlineField,
  doesRepeat,
  FREQUENCY,
  frequencyField,
  ONCE,
  recurringFields,
} from './repeat-fields.ts';

export type LinkInput = CommonInput & {
  readonly kind: 'link';
  readonly language?: Language;
  /** `accountNumber` is undefined when the field was left empty; the caller chooses one. */
  readonly recurring:
    | (Omit<Recurring, 'accountNumber'> & { readonly accountNumber: string | undefined })
    | undefined;
  /** The last day (yyyy-MM-dd) on which it can be paid. */
  readonly validUntil?: string;
};

/** `defaultCurrency`: with which the form starts. `merchantCurrency`: offered first, if it is another one. */
export function linkForm(
  opening: FormOpening & { defaultCurrency: string; merchantCurrency?: string },
): ModalView {
  const { prefill, defaultCurrency, merchantCurrency = defaultCurrency } = opening;
  const currencies = [merchantCurrency, ...NEIGHBOURS, ...CURRENCIES].filter(isCurrency);
  const blocks: KnownBlock[] = [
    ...openingNotes(opening),
    customerField(),
    ...warningsAt(prefill, 'amount'),
    amountField(prefill.amount),
    choiceField(
      'currency',
      { label: FORM_TEXT.currency, initial: prefill.currency ?? defaultCurrency },
      [...new Set(currencies)].map((currency) => [currency, currency] as const),
    ),
    ...warningsAt(prefill, 'description'),
    descriptionField(prefill.description),
    frequencyField(prefill.recurring?.frequency),
    ...(prefill.recurring ? recurringFields(prefill.recurring) : [deadlineField()]),
    ...moreOr('link', opening),
  ];
  return formView({
    callbackId: 'create_link',
    title: 'Create a payment link',
    submit: 'Create link',
    close: 'Cancel',
    memory: writeMemory({ ...opening.memory, ...(opening.channel ? { channel: opening.channel } : {}) }),
    blocks,
  });
}

/** What merchants in East Africa are paid in, after their own. */
const NEIGHBOURS = ['KES', 'UGX', 'TZS', 'RWF', 'USD'];

/**
 * The input, or a sentence for each wrong field. `now` (ms): the first day of a recurring payment must lie after it. `timeZone`:
 * of the deadline's days. `defaultCurrency`: the merchant's, which says whose “Shs” are, and whose numbers have no country code
 * where the amount is in neither's. `customer`: whose number it is, where the form shows a line in its place.
 */
export function readLinkForm(
  state: FormState,
  { now, defaultCurrency, timeZone }: { now: number; defaultCurrency: string; timeZone: string },
  customer?: ChosenCustomer,
): FormResult<LinkInput> {
  const errors: FieldErrors = {};
  // A step of a workflow brings what somebody wrote.
  const currency = currencyOf(valueIn(state, 'currency'), defaultCurrency);
  if (!currency)
    return {
      status: 'invalid',
      errors: { currency: FIELD_TEXT.currency },
    };
  const home = homeCountry(currency, defaultCurrency);
  const { amount, ...common } = readCommon(state, { currency, homeCountry: home }, errors);
  const recurring = readRecurring(state, now, errors);
  const validUntil = doesRepeat(state) ? undefined : readDeadline(state, deadlineDays(now, timeZone), errors);
  if (!amount || Object.keys(errors).length > 0) return { status: 'invalid', errors };
  const withNumber = customer?.phone ? { ...common.customer, phone: customer.phone } : common.customer;
  const language = readLanguage(state);
  return {
    status: 'valid',
    input: {
      kind: 'link',
      ...common,
      customer: withNumber,
      amount,
      recurring,
      ...(language ? { language } : {}),
      ...(validUntil ? { validUntil } : {}),
    },
  };
}

function readDeadline(
  state: FormState,
  { first, last }: ReturnType<typeof deadlineDays>,
  errors: FieldErrors,
): string | undefined {
  const day = valueIn(state, DEADLINE);
  if (day === '') return undefined;
  if (!isDay(day)) errors[DEADLINE] = FIELD_TEXT.deadlineUnread;
  else if (day < first) errors[DEADLINE] = FIELD_TEXT.deadlinePast;
  else if (day > last) errors[DEADLINE] = FIELD_TEXT.deadlineFar;
  return day;
}

/** The provider does not check the order of the dates (SPEC.md, subscription_details), so it is checked here. */
function readRecurring(state: FormState, now: number, errors: FieldErrors): LinkInput['recurring'] {
  const frequency = valueIn(state, FREQUENCY);
  // The fields of a recurring link are on their way out of the form.
  if (frequency === ONCE) return undefined;
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
  if (accountNumber && accountNumber.length > LIMITS.account_number)
    errors['account_number'] = FIELD_TEXT.accountNumber;
  const known = FREQUENCIES.find((name) => name === frequency);
  if (!known) errors['frequency'] = FIELD_TEXT.frequencyMissing;
  return known && { frequency: known, startDay, endDay, accountNumber };
}
