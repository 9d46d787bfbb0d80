// What Slack's own client refuses before a form reaches the app: empty required fields and unreadable values.

import { asText, type Fields, isFields } from '#sandbox/slack/json.ts';
import { heldBy } from '#sandbox/slack/state/form-values.ts';
import type { View } from '#sandbox/slack/state/model.ts';

/** A sentence for each input block that can't be submitted as it is, by block id. */
export function problemsOfForm(view: View): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const block of view.blocks) {
    if (block.type !== 'input' || !isFields(block.element)) continue;
    const held = heldBy(view.state.values[block.block_id]?.[asText(block.element.action_id)]);
    const problem = held === null ? missing(block) : unreadable(block.element, held);
    if (problem !== undefined) problems[block.block_id] = problem;
  }
  return problems;
}

function missing(block: Fields): string | undefined {
  return block.optional === true ? undefined : 'Please complete this required field.';
}

function unreadable(element: Fields, held: unknown): string | undefined {
  const typed = asText(held);
  switch (element.type) {
    case 'plain_text_input':
      return tooLong(element, typed);
    case 'email_text_input':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed) ? undefined : 'Please enter a valid email address.';
    default:
      return undefined;
  }
}

function tooLong({ max_length: max = 3000 }: Fields, typed: string): string | undefined {
  return typed.length > Number(max) ? `Must be at most ${max} characters.` : undefined;
}
