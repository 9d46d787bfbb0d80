// What our forms are built from: the frame, the inputs, and how a value is read back. A field's name is its action_id and,
// unless the field was changed while the form was open, its block_id.
import type { ViewOutput } from '@slack/bolt';
import type { AnyBlock, FileInput, InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import type { z } from 'zod';
import { type AmountFault, type Money, parseAmount } from '#lib/money.ts';
import type { Result } from '#lib/result.ts';
import { oneLine, parseJson, withoutInvisible, withoutShortcodes } from '#lib/text.ts';
import { shorten } from '#slack/text/escape.ts';
import { readAmount } from '#slack/words/amount-words.ts';
import { wordsOutside } from '#slack/words/typed-words.ts';
import { MAX_TEXT_LENGTH } from './line.ts';

/** What Slack sends back: block_id → action_id → the element's state. */
export type FormState = Record<string, Record<string, FieldState>>;

/** A file that was chosen in a form. Slack leaves out the address of one from another workspace. */
export type ChosenFile = { readonly id: string; readonly url_private_download?: string | undefined };

type FieldState = {
  value?: string | null;
  selected_option?: { value: string } | null;
  selected_options?: readonly { value: string }[] | null;
  selected_date?: string | null;
  selected_conversation?: string | null;
  files?: readonly ChosenFile[] | null;
};

/** Field name → sentence to show at it. */
export type FieldErrors = Record<string, string>;

/** What was read from a submitted form. */
export type FormResult<Input> =
  | { readonly status: 'valid'; readonly input: Input }
  | { readonly status: 'invalid'; readonly errors: FieldErrors };

/**
 * A form. Title and labels have at most 24 characters (Slack, Limits). `memory` goes to private_metadata, which Slack sends back with the
 * submission: nothing personal.
 */
export function form(
  id: string,
  { title, submit, close, memory }: { title: string; submit: string; close: string; memory: string },
  blocks: KnownBlock[],
): ModalView {
  return {
    type: 'modal',
    callback_id: id,
    title: { type: 'plain_text', text: title },
    submit: { type: 'plain_text', text: submit },
    close: { type: 'plain_text', text: close },
    private_metadata: memory,
    blocks,
  };
}

/** What a form remembers, written as the schema says and nothing else. `read`: undefined for what `write` has not written. */
export function memoryLike<Memory>(schema: z.ZodType<Memory>) {
  return {
    write: (memory: Memory): string => JSON.stringify(schema.parse(memory)),
    read: (text: string): Memory | undefined => schema.safeParse(parseJson(text)).data,
  };
}

/** A form as Slack sent it back, to be shown again. No field gets the focus, because the person is in one already. */
export function modalOf(view: ViewOutput): ModalView {
  const { callback_id, title, submit, close, private_metadata } = view;
  return {
    type: 'modal',
    ...{ callback_id, title, private_metadata },
    ...(submit ? { submit } : {}),
    ...(close ? { close } : {}),
    blocks: view.blocks.map((block) =>
      block.type === 'input' ? focused(block as InputBlock, false) : block,
    ),
  };
}

/** The form with the focus on its first empty field. The optional ones are passed over, but for those in `wanted`. */
export function withFocus(view: ModalView, wanted: readonly string[]): ModalView {
  const isEmpty = ({ element }: InputBlock) =>
    !Object.keys(element).some((key) => key.startsWith('initial_'));
  const inputs = view.blocks.filter((block): block is InputBlock => block.type === 'input');
  const first = inputs.find(
    (block) => (!block.optional || wanted.includes(fieldOf(block))) && isEmpty(block),
  );
  return {
    ...view,
    blocks: view.blocks.map((block) => (first && block === first ? focused(first, true) : block)),
  };
}

function focused(block: InputBlock, isFocused: boolean): InputBlock {
  const { focus_on_load: before, ...element } = block.element as Focusable;
  return { ...block, element: isFocused ? { ...element, focus_on_load: true } : element };
}

type Focusable = Exclude<InputBlock['element'], FileInput>;

type FieldOptions = { label: string; hint?: string; optional?: boolean; initial?: string | undefined };

export function textField(
  name: string,
  /** `isReported`: Slack reports what is typed there while it is typed. */
  options: FieldOptions & { placeholder?: string; max?: number; isReported?: boolean },
): InputBlock {
  const reported = { dispatch_action_config: { trigger_actions_on: ['on_character_entered' as const] } };
  const field = input(name, options, {
    type: 'plain_text_input',
    action_id: name,
    // A cut value ends in an ellipsis, so that half of a number is not taken for a number.
    ...(options.initial
      ? { initial_value: shorten(oneLine(options.initial), options.max ?? MAX_TEXT_LENGTH) }
      : {}),
    ...(options.placeholder ? { placeholder: { type: 'plain_text', text: options.placeholder } } : {}),
    ...(options.max ? { max_length: options.max } : {}),
    ...(options.isReported ? reported : {}),
  });
  return options.isReported ? { ...field, dispatch_action: true } : field;
}

export function emailField(name: string, options: FieldOptions): InputBlock {
  return input(name, options, {
    type: 'email_text_input',
    action_id: name,
    ...(options.initial ? { initial_value: options.initial } : {}),
  });
}

export function dateField(name: string, options: FieldOptions): InputBlock {
  return input(name, options, {
    type: 'datepicker',
    action_id: name,
    ...(options.initial ? { initial_date: options.initial } : {}),
  });
}

export function choiceField(
  name: string,
  options: FieldOptions,
  values: readonly (readonly [value: string, label: string])[],
): InputBlock {
  const choices = values.map(
    ([value, text]): PlainTextOption => ({ text: { type: 'plain_text', text }, value }),
  );
  const chosen = choices.find(({ value }) => value === options.initial);
  return input(name, options, {
    type: 'static_select',
    action_id: name,
    options: choices,
    ...(chosen ? { initial_option: chosen } : {}),
  });
}

/** A select whose options Teller looks up for the letters typed so far. Slack reports each choice at once. */
export function searchField(
  name: string,
  options: FieldOptions & { placeholder: string; chosen: PlainTextOption | undefined },
): InputBlock {
  return {
    ...input(name, options, {
      type: 'external_select',
      action_id: name,
      min_query_length: 0,
      placeholder: { type: 'plain_text', text: options.placeholder },
      ...(options.chosen ? { initial_option: options.chosen } : {}),
    }),
    dispatch_action: true,
  };
}

/** Where the card goes. Slack reports each choice at once. */
export function channelField(initial: string | undefined): InputBlock {
  const field = input(
    'channel',
    { label: 'Channel' },
    {
      type: 'conversations_select',
      action_id: 'channel',
      filter: { include: ['public', 'private', 'im'] },
      ...(initial ? { initial_conversation: initial } : {}),
    },
  );
  return { ...field, dispatch_action: true };
}

/** Whether the form shows the field, filled in or empty. */
export function isIn(state: FormState, name: string): boolean {
  return Object.values(state).some((block) => Object.hasOwn(block, name));
}

/**
 * The field's value as trimmed text; '' when empty or not in the form. Marks that show nothing come along when something is
 * copied from a phone's contacts, from a web page or from a card.
 */
export function valueIn(state: FormState, name: string): string {
  const field = Object.values(state).find((block) => Object.hasOwn(block, name))?.[name];
  const value =
    field?.value ?? field?.selected_option?.value ?? field?.selected_date ?? field?.selected_conversation;
  return withoutInvisible(value ?? '').trim();
}

/** The value of a field that customers read: without emoji, which Slack hands over as `:bread:`. */
export function customerTextIn(state: FormState, name: string): string {
  return withoutShortcodes(valueIn(state, name)).trim();
}

/** A field's name: its block_id without the number that it gets when Teller changes it while the form is open. */
export function fieldOf({ block_id: id = '' }: { readonly block_id?: string }): string {
  return id.split('.')[0] ?? '';
}

/**
 * Puts other blocks in the place of these fields. Each gets the next number behind its block_id, because Slack keeps what a
 * field under the same id held.
 */
export function replaceFields(
  blocks: readonly AnyBlock[],
  fields: Readonly<Record<string, KnownBlock | undefined>>,
): AnyBlock[] {
  return blocks.map((block) => {
    const name = fieldOf(block);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const number = Number(block.block_id?.split('.')[1] ?? 1);
    return field ? { ...field, block_id: `${name}.${number + 1}` } : block;
  });
}

/**
 * The block_id of a field in a form that Slack sent back, by its name or by that id; the id of `instead` where the form does
 * not show it.
 */
export function blockIdIn(
  blocks: readonly { readonly block_id?: string; readonly type: string }[],
  name: string,
  instead: string,
): string {
  const idOf = (wanted: string) =>
    blocks.find((block) => block.type === 'input' && [block.block_id, fieldOf(block)].includes(wanted))
      ?.block_id;
  return idOf(name) ?? idOf(instead) ?? name;
}

function input(name: string, options: FieldOptions, element: InputBlock['element']): InputBlock {
  return {
    type: 'input',
    block_id: name,
    label: { type: 'plain_text', text: options.label },
    element,
    optional: options.optional ?? false,
    ...(options.hint ? { hint: { type: 'plain_text', text: options.hint } } : {}),
  };
}

/** Nothing is guessed: one amount in `currency`, without a doubt and with no other word beside it, or a fault. */
export function readAmountField(
  typed: string,
  currency: string,
): Result<Money, AmountFault | 'other_currency'> {
  const digits = parseAmount(typed, currency);
  // A bracket makes an amount a negative one to accountants, and 1.. may be a slip for 1.5.
  if (digits.ok || digits.fault !== 'not_a_number' || /[()]|\.\./.test(typed)) return digits;
  const { amount, place, doubts, currency: named } = readAmount(wordsOutside(typed, []), typed, currency);
  const isOther = (named ?? currency) !== currency || doubts.some(({ kind }) => kind === 'other_currency');
  if (isOther) return { ok: false, fault: 'other_currency' };
  const isWhole = place && typed.slice(0, place.start).trim() === '' && typed.slice(place.end).trim() === '';
  return amount !== undefined && isWhole && doubts.length === 0 ? parseAmount(amount, currency) : digits;
}
