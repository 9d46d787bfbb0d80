// Fills in a form as Slack would: only fields that it shows, each with a value that its element can have.
import { readView } from '#sandbox/slack/blocks/surfaces.ts';
import { fieldsOf, holding, optionsOf, valuesOf } from '#sandbox/slack/state/form-values.ts';
import type { FormState } from '#slack/ui/fields.ts';

export type Typed = Readonly<Record<string, string>>;

/** What Slack would send back for `view` when a person typed this and left the rest as it was shown. */
export function fillIn(view: unknown, typed: Typed = {}): FormState {
  const { blocks } = readView(view, 'modal');
  const values = valuesOf(blocks);
  const fields = fieldsOf(blocks);
  for (const [name, text] of Object.entries(typed)) {
    const field = fields.find(({ actionId }) => actionId === name);
    if (!field) throw new Error(`the form has no field ${name}`);
    const options = optionsOf(field.element);
    const held = options.length > 0 ? options.find(({ value }) => value === text) : text;
    if (held === undefined) throw new Error(`${name} does not offer ${text}`);
    values[field.block.block_id] = { [name]: holding(field.element, held) };
  }
  return values as FormState;
}

/** The names of a form's fields, which are its block ids and its action ids. */
export function fieldNamesOf(view: unknown): string[] {
  return fieldsOf(readView(view, 'modal').blocks).map(({ block, actionId }) => {
    if (block.block_id !== actionId) throw new Error(`${block.block_id} is not ${actionId}`);
    return actionId;
  });
}
