// What the fields of a view hold: Slack's `state.values`, from the blocks' initial values and from what people type.
import { asFieldsList, asText, type Fields, isFields } from '#sandbox/slack/json.ts';
import type { Block, FormValues } from './model.ts';

/** The field an element fills in `state.values`; other elements (buttons, overflow) hold nothing. */
const HELD_IN: Record<string, string> = {
  plain_text_input: 'value',
  email_text_input: 'value',
  static_select: 'selected_option',
  external_select: 'selected_option',
  checkboxes: 'selected_options',
  conversations_select: 'selected_conversation',
  datepicker: 'selected_date',
  file_input: 'files',
};

/** Every element that holds a value, with the block it stands in. */
export function fieldsOf(blocks: readonly Block[]): { block: Block; element: Fields; actionId: string }[] {
  return blocks.flatMap((block) =>
    elementsOf(block)
      .filter((element) => HELD_IN[asText(element.type)] !== undefined)
      .map((element) => ({ block, element, actionId: asText(element.action_id) })),
  );
}

/** All elements of a block, whatever the block's kind. */
export function elementsOf(block: Block): Fields[] {
  if (block.type === 'actions') return asFieldsList(block.elements);
  return [block.element, block.accessory].filter(isFields);
}

/**
 * The values of freshly shown blocks. As in Slack, a field that was there before under the same block and action id
 * keeps what it held: a new initial value changes nothing unless the block_id changes too.
 */
export function valuesOf(blocks: readonly Block[], before: FormValues = {}): FormValues {
  const values: FormValues = {};
  for (const { block, element, actionId } of fieldsOf(blocks)) {
    const kept = before[block.block_id]?.[actionId];
    const held = kept && kept.type === element.type ? kept : holding(element, initialOf(element));
    values[block.block_id] = { ...values[block.block_id], [actionId]: held };
  }
  return values;
}

/** An entry of `state.values`: `held` is a string, an option, a list of options, or null. */
export function holding(element: Fields, held: unknown): Fields {
  const type = asText(element.type);
  return { type, [HELD_IN[type] ?? 'value']: held };
}

/** What a `state.values` entry holds, null when empty. */
export function heldBy(entry: Fields | undefined): unknown {
  if (!entry) return null;
  const held = entry[HELD_IN[asText(entry.type)] ?? 'value'];
  return held === undefined || held === '' || (Array.isArray(held) && held.length === 0) ? null : held;
}

export function optionsOf(element: Fields): Fields[] {
  return asFieldsList(element.options);
}

function initialOf(element: Fields): unknown {
  switch (element.type) {
    case 'static_select':
    case 'external_select':
      return element.initial_option ?? null;
    case 'checkboxes':
    case 'file_input':
      return [];
    case 'conversations_select':
      return element.initial_conversation ?? null;
    case 'datepicker':
      return element.initial_date ?? null;
    default:
      return asText(element.initial_value) || null;
  }
}
