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
      return wrongLength(element, typed);
    case 'number_input':
      return notANumber(element, typed);
    case 'email_text_input':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed) ? undefined : 'Please enter a valid email address.';
    case 'url_text_input':
      return URL.canParse(typed) ? undefined : 'Please enter a valid URL.';
    default:
      return undefined;
  }
}

function wrongLength(element: Fields, typed: string): string | undefined {
  const max = Number(element.max_length ?? 3000);
  const min = Number(element.min_length ?? 0);
  if (typed.length > max) return `Must be at most ${max} characters.`;
  return typed.length < min ? `Must be at least ${min} characters.` : undefined;
}

function notANumber(element: Fields, typed: string): string | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(typed)) return 'Please enter a valid number.';
  if (element.is_decimal_allowed !== true && typed.includes('.')) return 'Please enter a whole number.';
  if (element.min_value !== undefined && Number(typed) < Number(element.min_value)) {
    return `Must be at least ${asText(element.min_value)}.`;
  }
  if (element.max_value !== undefined && Number(typed) > Number(element.max_value)) {
    return `Must be at most ${asText(element.max_value)}.`;
  }
  return undefined;
}
