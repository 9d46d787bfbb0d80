// Changes the method in an open form for a prompt. An amount that was typed with its currency is emptied where the new method
// takes another one: 500 Ugandan shillings must not become 500 Kenyan ones. Pure.
import type { AnyBlock, KnownBlock, ModalView } from '@slack/types';
import { PAYMENT_METHODS, type PaymentMethod } from '#provider/methods.ts';
import { networkOf } from '#provider/networks.ts';
import { amountField, noteAbove, warningsAt } from './customer-fields.ts';
import { type FormState, fieldOf, replaceFields, valueIn } from './fields.ts';
import { readMemory, writeMemory } from './form-memory.ts';
import { homeCountry, readPromptOwner } from './phone-choice.ts';
import { methodField } from './prompt-form.ts';

/** A form without the method's field stays as it is. */
export function withMethod(form: ModalView, method: PaymentMethod): ModalView {
  if (!form.blocks.some((block) => fieldOf(block) === 'payment_method')) return form;
  const changed = {
    ...form,
    blocks: replaceFields(form.blocks, { payment_method: methodField(method) }),
  };
  const { currency, ...memory } = readMemory(form.private_metadata ?? '') ?? {};
  if (currency === undefined || currency === PAYMENT_METHODS[method].currency || !('formId' in memory))
    return changed;
  const text = `${currency} ${initialAmount(form.blocks)}`;
  const notes = warningsAt({ warnings: [{ field: 'amount', kind: 'other_currency', text }] }, 'amount');
  const blocks = replaceFields(changed.blocks, { amount: amountField(undefined) });
  return {
    ...changed,
    private_metadata: writeMemory(memory),
    blocks: blocks.flatMap((block) => (fieldOf(block) === 'amount' ? [...notes, block] : keep(block))),
  };
}

/** What was to be checked in the amount is gone with it. */
function keep(block: AnyBlock): (AnyBlock | KnownBlock)[] {
  return fieldOf(block) === noteAbove('amount') ? [] : [block];
}

function initialAmount(blocks: readonly AnyBlock[]): string {
  for (const block of blocks)
    if (fieldOf(block) === 'amount' && 'element' in block && block.element.type === 'plain_text_input')
      return block.element.initial_value ?? '';
  return '';
}

/** Undefined where the form is right as it is, or nothing is known yet. `state`: what stands in its fields. */
export function withMethodOfNumber(
  form: ModalView,
  state: FormState,
  defaultCurrency: string,
): ModalView | undefined {
  const home = homeCountry(undefined, defaultCurrency);
  const owner = readPromptOwner(valueIn(state, 'msisdn'), home);
  const method = owner && owner !== 'which_country' ? networkOf(owner)?.method : undefined;
  const shown = valueIn(state, 'payment_method');
  if (!method || method === shown || shown !== suggestedIn(form.blocks)) return undefined;
  return withMethod(form, method);
}

/** The method with which its field was shown; another one in it was chosen by the person. */
function suggestedIn(blocks: readonly AnyBlock[]): string | undefined {
  for (const block of blocks)
    if (fieldOf(block) === 'payment_method' && 'element' in block && block.element.type === 'static_select')
      return block.element.initial_option?.value;
  return undefined;
}
