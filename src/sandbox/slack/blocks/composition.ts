// Slack's composition objects: texts, options, confirm dialogs, and what else elements are made of.
import { byType, flag, list, oneOf, type Rule, shape, text } from './schema.ts';

export function plainText(max: number): Rule {
  return byType({ plain_text: shape({ text: text(max) }, { emoji: flag }) });
}

export function anyText(max: number): Rule {
  return byType({
    plain_text: shape({ text: text(max) }, { emoji: flag }),
    mrkdwn: shape({ text: text(max) }, { verbatim: flag }),
  });
}

export const id: Rule = text(255);
export const url: Rule = text(3000);
export const placeholder: Rule = plainText(150);

/** `label` is the rule of the option's text: selects take plain text only, radio buttons and checkboxes any. */
export function option(label: Rule): Rule {
  return shape({ text: label, value: text(75) }, { description: label });
}

export const selectOption: Rule = option(plainText(75));
export const overflowOption: Rule = shape(
  { text: plainText(75), value: text(75) },
  { description: plainText(75), url },
);

/** What an app answers when a person types into an external_select. */
export const suggestedOptions: Rule = shape({ options: list(selectOption, 100, 0) });

export const confirm: Rule = shape(
  { title: plainText(100), text: anyText(300), confirm: plainText(30), deny: plainText(30) },
  { style: oneOf('primary', 'danger') },
);

export const dispatchConfig: Rule = shape({
  trigger_actions_on: list(oneOf('on_enter_pressed', 'on_character_entered'), 2),
});

export const conversationFilter: Rule = shape(
  {},
  { include: list(oneOf('im', 'mpim', 'private', 'public'), 4) },
);
