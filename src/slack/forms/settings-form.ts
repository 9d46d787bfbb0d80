// The form with which people choose what the orders of a channel start with (`/pay settings`). Pure.
import type { ModalView } from '@slack/types';
import { CURRENCIES, isCurrency } from '#provider/currencies.ts';
import { LIMITS } from '#provider/limits.ts';
import { PAYMENT_METHOD_NAMES, PAYMENT_METHODS } from '#provider/methods.ts';
import { type OrderHabits, SETTINGS_TEXT } from '#slack/text/settings.ts';
import {
  choiceField,
  type FieldErrors,
  type FormResult,
  type FormState,
  formView,
  textField,
  valueIn,
} from './fields.ts';

export const SETTINGS_TITLE = 'Channel defaults';

/** The value of the option that leaves it to the merchant: in Slack a choice cannot be taken back. */
const MERCHANTS = 'MERCHANT';

/** `memory` comes back with the submission. */
export function settingsForm(opening: {
  habits: OrderHabits;
  merchantCurrency: string;
  memory: string;
}): ModalView {
  const { habits, merchantCurrency, memory } = opening;
  const { currency, method, branch } = SETTINGS_TEXT;
  return formView({
    callbackId: 'settings',
    title: SETTINGS_TITLE,
    submit: 'Save',
    close: 'Cancel',
    memory,
    blocks: [
      choiceField('currency', { ...currency, optional: true, initial: habits.currency ?? MERCHANTS }, [
        [MERCHANTS, SETTINGS_TEXT.merchantCurrency(merchantCurrency)],
        ...CURRENCIES.map((one) => [one, one] as const),
      ]),
      choiceField('payment_method', { ...method, optional: true, initial: habits.method ?? MERCHANTS }, [
        [MERCHANTS, SETTINGS_TEXT.merchantMethod],
        ...PAYMENT_METHOD_NAMES.map((one) => [one, PAYMENT_METHODS[one].name] as const),
      ]),
      textField('branch', { ...branch, optional: true, initial: habits.branch, max: LIMITS.branch }),
    ],
  });
}

/** What is left empty is as the merchant has it. */
export function readSettingsForm(state: FormState): FormResult<OrderHabits> {
  const errors: FieldErrors = {};
  const chosen = (name: string) => valueIn(state, name).replace(MERCHANTS, '');
  const currency = chosen('currency');
  const named = chosen('payment_method');
  const method = PAYMENT_METHOD_NAMES.find((one) => one === named);
  const branch = valueIn(state, 'branch');
  if (currency && !isCurrency(currency)) errors['currency'] = SETTINGS_TEXT.noCurrency;
  if (named && !method) errors['payment_method'] = SETTINGS_TEXT.noMethod;
  if (branch.length > LIMITS.branch) errors['branch'] = SETTINGS_TEXT.branchTooLong(LIMITS.branch);
  if (Object.keys(errors).length > 0) return { status: 'invalid', errors };
  return {
    status: 'valid',
    input: {
      ...(currency ? { currency } : {}),
      ...(method ? { method } : {}),
      ...(branch ? { branch } : {}),
    },
  };
}
