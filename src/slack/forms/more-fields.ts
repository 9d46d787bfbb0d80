// The fields that few orders need. They stand behind the button More, which puts them into the open form. Until then the form's
// memory holds the channel, and the chosen customer's data comes from the store. Pure.
import type { KnownBlock, ModalView } from '@slack/types';
import type { Customer, Language } from '#orders/order.ts';
import { LIMITS } from '#provider/limits.ts';
import { button } from '#slack/cards/blocks.ts';
import { FORM_TEXT } from '#slack/text/fields.ts';
import { LANGUAGE_NAMES } from '#slack/text/sharing.ts';
import type { ChosenCustomer } from './customer-choice.ts';
import { type FormOpening, noteAbove, noteBlock, warningsAt } from './customer-fields.ts';
import {
  channelField,
  choiceField,
  emailField,
  type FieldErrors,
  type FormState,
  fieldOf,
  isIn,
  textField,
} from './fields.ts';
import { type FormMemory, readMemory } from './form-memory.ts';
import { accountField, doesRepeat } from './repeat-fields.ts';

/** The button's action id and its block's id. */
export const MORE = 'more_fields';

type FormKind = 'prompt' | 'link';

type More = {
  readonly customer?: (Customer & { readonly language?: Language | undefined }) | undefined;
  readonly channel: string | undefined;
  readonly repeats?: boolean;
};

/** The button; or the fields themselves where one of them has a value worth seeing, or no channel is known. */
export function moreOr(kind: FormKind, { prefill, channel }: FormOpening): KnownBlock[] {
  const { customer = {}, language = 'en', warnings = [], recurring } = prefill;
  const isWorthSeeing =
    channel === undefined ||
    Object.values(customer).some(Boolean) ||
    (kind === 'link' && language !== 'en') ||
    warnings.some(({ field }) => field === 'phone_number');
  if (!isWorthSeeing) return [{ type: 'actions', block_id: MORE, elements: [button(MORE, FORM_TEXT.more)] }];
  const fields = moreFields(kind, {
    customer: { ...customer, language },
    channel,
    repeats: recurring !== undefined,
  });
  return fields.flatMap((field) =>
    fieldOf(field) === 'phone_number' ? [...warningsAt(prefill, 'phone_number'), field] : [field],
  );
}

/** The open form with the fields in the button's place. `customer`: whom it shows as chosen. */
export function withMore(form: ModalView, state: FormState, customer: ChosenCustomer | undefined): ModalView {
  const kind = form.callback_id === 'send_prompt' ? 'prompt' : 'link';
  const { channel } = readMemory(form.private_metadata ?? '') ?? {};
  const shown = new Set(form.blocks.map(fieldOf));
  const fields = moreFields(kind, { customer, channel, repeats: doesRepeat(state) });
  return {
    ...form,
    blocks: form.blocks.flatMap((block) =>
      fieldOf(block) === MORE ? fields.filter((field) => !shown.has(fieldOf(field))) : [block],
    ),
  };
}

/** Whether one of these errors is about a field behind the button: Slack shows errors only at fields that it shows. */
export function isBehindMore(errors: FieldErrors, state: FormState, blocks: ModalView['blocks']): boolean {
  const names = Object.keys(errors);
  return (
    blocks.some((block) => fieldOf(block) === MORE) &&
    names.some((name) => BEHIND_MORE.has(name) && !isIn(state, name))
  );
}

/** Each error above its field, in the place of what stood there. */
export function withErrorNotes(form: ModalView, errors: FieldErrors): ModalView {
  const notes = new Set(Object.keys(errors).map(noteAbove));
  return {
    ...form,
    blocks: form.blocks
      .filter((block) => !notes.has(fieldOf(block)))
      .flatMap((block) => {
        const error = errors[fieldOf(block)];
        return error === undefined ? [block] : [noteBlock(fieldOf(block), error), block];
      }),
  };
}

/** What was submitted, with what the fields behind the button would hold. */
export function withHiddenFields(
  kind: FormKind,
  state: FormState,
  { memory, customer }: { memory: FormMemory | undefined; customer: ChosenCustomer | undefined },
): FormState {
  const held = {
    channel: memory?.channel,
    first_name: customer?.firstName,
    last_name: customer?.lastName,
    ...(kind === 'link' ? { email_address: customer?.email, language: customer?.language } : {}),
  };
  const hidden = Object.entries(held).flatMap(([name, value]) =>
    value === undefined || isIn(state, name) ? [] : [[name, { [name]: { value } }] as const],
  );
  return { ...state, ...Object.fromEntries(hidden) };
}

const BEHIND_MORE: ReadonlySet<string> = new Set([
  ...['first_name', 'last_name', 'phone_number', 'email_address', 'language', 'id'],
  ...['account_number', 'channel'],
]);

function moreFields(kind: FormKind, { customer = {}, channel, repeats = false }: More): KnownBlock[] {
  const { firstName, lastName, phone, email, language } = customer;
  const ofLink = [phoneField(phone && `+${phone}`), emailAddressField(email), languageField(language)];
  return [
    nameField('first_name', firstName),
    nameField('last_name', lastName),
    ...(kind === 'link' ? ofLink : []),
    textField('id', {
      label: FORM_TEXT.reference,
      placeholder: FORM_TEXT.automatic,
      optional: true,
      max: LIMITS.id,
    }),
    ...(repeats ? [accountField()] : []),
    channelField(channel),
  ];
}

export function nameField(name: 'first_name' | 'last_name', initial: string | undefined) {
  return textField(name, { label: FORM_TEXT[name], optional: true, initial, max: LIMITS[name] });
}

export function phoneField(initial: string | undefined) {
  return textField('phone_number', { label: FORM_TEXT.phone, optional: true, initial });
}

export function emailAddressField(initial: string | undefined) {
  return emailField('email_address', { label: FORM_TEXT.email, optional: true, initial });
}

/** In which the customer reads what is shared about the order. */
export function languageField(initial: Language = 'en') {
  return choiceField('language', { label: FORM_TEXT.language, initial }, Object.entries(LANGUAGE_NAMES));
}
