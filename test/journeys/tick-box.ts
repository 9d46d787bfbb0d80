// The box that a form asks to tick.
import type { Fields } from '#sandbox/slack/json.ts';
import { optionsOf } from '#sandbox/slack/state/form-values.ts';
import type { View } from '#sandbox/slack/state/model.ts';

/** What to submit so that the person agrees to what the form asks; empty when it asks nothing. */
export function tickBoxOf({ blocks }: View): Record<string, string> {
  const box = blocks.find((block) => block.type === 'input' && /^again/.test(block.block_id));
  const [option] = box ? optionsOf(box.element as Fields) : [];
  return box && option ? { [box.block_id]: String(option.value) } : {};
}
