// Finds the button that a person at the terminal means: by its label or its action id, newest first.
import { elementsOf } from './slack/form-values.ts';
import { asText, isFields } from './slack/json.ts';
import type { Block, Ephemeral, Message, View } from './slack/model.ts';

export type Target = Message | Ephemeral | View;

export type Button = {
  readonly target: Target;
  readonly actionId: string;
  readonly label: string;
  /** Set when several buttons of the target share an action id. */
  readonly value: string | undefined;
  /** A link button opens this. */
  readonly url: string | undefined;
  /** What Slack asks before it lets the press through. */
  readonly question: string | undefined;
};

/** Every button on the targets, in their order. */
export function buttonsOf(targets: readonly Target[]): Button[] {
  return targets.flatMap((target) =>
    (target.blocks ?? []).flatMap((block: Block) =>
      elementsOf(block)
        .filter(({ type }) => type === 'button')
        .map(({ action_id, text, value, url, confirm }) => ({
          target,
          actionId: asText(action_id),
          label: isFields(text) ? asText(text.text) : '',
          value: asText(value) || undefined,
          url: asText(url) || undefined,
          question: isFields(confirm) && isFields(confirm.text) ? asText(confirm.text.text) : undefined,
        })),
    ),
  );
}

/** `typed` is a label or an action id, and the button's value behind it where the same button stands several times. */
export function buttonMeant(buttons: readonly Button[], typed: string): Button | undefined {
  const wanted = typed.toLowerCase();
  return buttons.find(({ actionId, label, value }) =>
    [actionId, label].some((name) =>
      [name, ...(value === undefined ? [] : [`${name} ${value}`])].some(
        (words) => words.toLowerCase() === wanted,
      ),
    ),
  );
}
