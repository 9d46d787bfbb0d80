// Changes an open form when a customer is chosen or taken back: name and method are filled in, and the number's field gives
// way to a line with the masked number. All other fields keep what was typed. Pure.
import type { KnownBlock, ModalView } from '@slack/types';
import type { Msisdn } from '#lib/msisdn.ts';
import { plainSection, section } from '#slack/cards/blocks.ts';
import { CUSTOMER_TEXT } from '#slack/text/customers.ts';
import { withMethod } from './change-method.ts';
import { type ChosenCustomer, CUSTOMER, customerField } from './customer-choice.ts';
import { descriptionField, noteAbove, noteBlock } from './customer-fields.ts';
import { fieldOf, replaceFields, withFocus } from './fields.ts';
import { readMemory, writeMemory } from './form-memory.ts';
import { emailAddressField, languageField, MORE, nameField, phoneField } from './more-fields.ts';
import { isPromptable } from './phone-choice.ts';
import { numberField } from './prompt-form.ts';

/**
 * `customer`: undefined brings the empty fields back. `isNew`: nobody has chosen them in the select yet, so it is given them
 * as well. A form without its memory stays as it is.
 */
export function withCustomer(
  form: ModalView,
  customer: ChosenCustomer | undefined,
  { isNew = false } = {},
): ModalView {
  const memory = readMemory(form.private_metadata ?? '');
  if (!memory) return form;
  const { customer: before, ...others } = memory;
  const hadCustomer = before !== undefined;
  const hasName = customer?.firstName !== undefined || customer?.lastName !== undefined;
  // What another customer filled in must not stay; what was typed does, where this one has nothing in its place.
  const fill = (isKnown: boolean, field: KnownBlock) => (isKnown || hadCustomer ? field : undefined);
  const phone = customer?.phone;
  const blocks = withPhoneLine(form, customer).filter((block) => !REPLACED_NOTES.has(fieldOf(block)));
  const filled: ModalView = {
    ...form,
    private_metadata: writeMemory({ ...others, ...(customer ? { customer: customer.reference } : {}) }),
    blocks: replaceFields(blocks, {
      [CUSTOMER]: customer && !isNew ? undefined : customerField(customer),
      msisdn: phone ? plainSection(numberLine(phone)) : fill(false, numberField(undefined)),
      phone_number: phone ? plainSection(CUSTOMER_TEXT.number(phone)) : fill(false, phoneField(undefined)),
      email_address: fill(customer?.email !== undefined, emailAddressField(customer?.email)),
      language: fill(customer?.language !== undefined, languageField(customer?.language)),
      first_name: fill(hasName, nameField('first_name', customer?.firstName)),
      last_name: fill(hasName, nameField('last_name', customer?.lastName)),
    }),
  };
  return customer?.method ? withMethod(filled, customer.method) : filled;
}

/** In a link's form the number's field stands behind More: until it is shown, the line stands below the customer. */
function withPhoneLine({ blocks, callback_id: id }: ModalView, customer: ChosenCustomer | undefined) {
  if (id !== 'create_link' || !blocks.some((block) => fieldOf(block) === MORE)) return blocks;
  const line = customer?.phone ? [{ ...plainSection('-'), block_id: 'phone_number' }] : [];
  return blocks
    .filter((block) => fieldOf(block) !== 'phone_number')
    .flatMap((block) => (fieldOf(block) === CUSTOMER ? [block, ...line] : [block]));
}

/** The description again, without the words that were a customer's name. */
export function withDescription(form: ModalView, description: string | undefined): ModalView {
  return { ...form, blocks: replaceFields(form.blocks, { description: descriptionField(description) }) };
}

/** A sentence above the select, in the place of an earlier one. */
export function withCustomerNote(form: ModalView, sentence: string): ModalView {
  const id = noteAbove(CUSTOMER);
  const blocks = form.blocks.filter((block) => fieldOf(block) !== id);
  return { ...form, blocks: [noteBlock(CUSTOMER, sentence), ...blocks] };
}

/** `sentence`: in mrkdwn, above the channel's field or, where that stands behind More, on top; undefined takes it away. */
export function withChannelNote(form: ModalView, sentence: string | undefined): ModalView {
  const id = noteAbove('channel');
  const others = form.blocks.filter((block) => fieldOf(block) !== id);
  if (sentence === undefined)
    return others.length === form.blocks.length ? form : { ...form, blocks: others };
  const place = Math.max(
    0,
    others.findIndex((block) => fieldOf(block) === 'channel'),
  );
  const note = { ...section(sentence), block_id: `${id}.0` };
  return { ...form, blocks: others.toSpliced(place, 0, note) };
}

/** The form with the focus on its first empty field. A customer is looked for only where no number names one yet. */
export function withFirstFocus(form: ModalView): ModalView {
  const isNamed = form.blocks.some(
    (block) =>
      ['msisdn', 'phone_number', 'email_address'].includes(fieldOf(block)) &&
      (block.type === 'section' || ('element' in block && 'initial_value' in block.element)),
  );
  return withFocus(form, isNamed ? [] : [CUSTOMER]);
}

function numberLine(phone: Msisdn): string {
  const line = CUSTOMER_TEXT.number(phone);
  return isPromptable(phone) ? line : `${line}. ${CUSTOMER_TEXT.noMethod}`;
}

const REPLACED_NOTES = new Set([CUSTOMER, 'msisdn', 'phone_number'].map(noteAbove));
