// Turns what a test or a person types ("KES", "sales", "2027-01-31") into what an element holds.

import { asText, type Fields, isFields } from '#sandbox/slack/json.ts';
import { canSee } from '#sandbox/slack/state/channel-access.ts';
import { optionsOf } from '#sandbox/slack/state/form-values.ts';
import type { User } from '#sandbox/slack/state/model.ts';
import type { WorkspaceState } from '#sandbox/slack/state/state.ts';
import { chosenFiles } from '#sandbox/slack/state/uploads.ts';

/**
 * A text, option value or label, date, channel or user; a list for checkboxes; ids of uploads for a file input; an object is
 * taken as it is; null empties.
 */
export type Typed = string | readonly string[] | Fields | null;

/**
 * Throws when the element could not hold that in Slack, since then the test is wrong. `suggested`: what an external_select
 * has offered.
 */
export function heldFrom(
  state: WorkspaceState,
  user: User,
  { element, suggested = [] }: { element: Fields; suggested?: readonly Fields[] },
  typed: Typed,
): unknown {
  if (typed === null || typed === '' || isFields(typed)) return emptyOr(element, typed);
  switch (element.type) {
    case 'static_select':
    case 'overflow':
      return offered(element, optionsOf(element), String(typed));
    case 'external_select':
      return offered(element, suggested, String(typed));
    case 'checkboxes':
      return [typed].flat().map((one) => offered(element, optionsOf(element), one));
    case 'file_input':
      return chosenFiles(state, user, element, [typed].flat());
    case 'datepicker':
      if (!/^\d{4}-\d{2}-\d{2}$/.test(String(typed))) throw new Error(`A date picker can't hold "${typed}".`);
      return typed;
    case 'conversations_select':
      return conversation(state, user, element, String(typed));
    default:
      return String(typed);
  }
}

function emptyOr(element: Fields, typed: unknown): unknown {
  if (isFields(typed)) return typed;
  return ['checkboxes', 'file_input'].includes(asText(element.type)) ? [] : null;
}

function offered(element: Fields, options: readonly Fields[], wanted: string): Fields {
  const label = (option: Fields) => (isFields(option.text) ? asText(option.text.text) : '');
  const option =
    options.find((each) => each.value === wanted) ?? options.find((each) => label(each) === wanted);
  if (option) return option;
  const choices = options.map((each) => asText(each.value)).join(', ');
  throw new Error(`${asText(element.action_id)} does not offer "${wanted}"; it offers: ${choices}.`);
}

function conversation(state: WorkspaceState, user: User, element: Fields, wanted: string): string {
  const channel =
    state.channels.get(wanted) ?? [...state.channels.values()].find((other) => other.name === wanted);
  const include = isFields(element.filter) ? element.filter.include : undefined;
  const listed = !Array.isArray(include) || (channel && include.includes(channel.kind));
  if (channel && canSee(user, channel) && listed) return channel.id;
  throw new Error(
    `${user.name} is not offered the conversation "${wanted}" in ${asText(element.action_id)}.`,
  );
}
