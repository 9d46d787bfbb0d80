// The interactive elements the stand-in knows, each with Slack's limits. A closed list: the rest is refused.
import { isDeepStrictEqual } from 'node:util';
import { asList } from '#sandbox/slack/json.ts';
import {
  anyText,
  confirm,
  conversationFilter,
  dispatchConfig,
  id,
  option,
  overflowOption,
  placeholder,
  plainText,
  selectOption,
  url,
} from './composition.ts';
import { all, also, calendarDate, flag, list, oneOf, type Rule, shape, text, wholeNumber } from './schema.ts';

const choiceOption = option(anyText(75));
const focus = { focus_on_load: flag };
const typing = { placeholder, dispatch_action_config: dispatchConfig, ...focus };

const button = shape(
  { text: plainText(75), action_id: id },
  { url, value: text(2000), style: oneOf('primary', 'danger'), confirm, accessibility_label: text(75) },
);

const overflow = shape({ action_id: id, options: list(overflowOption, 5) }, { confirm });

const staticSelect = all(
  shape(
    { action_id: id, options: list(selectOption, 100) },
    { initial_option: selectOption, placeholder, confirm, ...focus },
  ),
  initialAmongOptions,
);

const externalSelect = shape(
  { action_id: id },
  { placeholder, initial_option: selectOption, min_query_length: wholeNumber(0, 75), confirm, ...focus },
);

const conversationsSelect = shape(
  { action_id: id },
  { placeholder, initial_conversation: id, filter: conversationFilter, confirm, ...focus },
);

const datepicker = shape({ action_id: id }, { placeholder, initial_date: calendarDate, confirm, ...focus });

const checkboxes = shape({ action_id: id, options: list(choiceOption, 10) }, { confirm, ...focus });

const plainTextInput = shape(
  { action_id: id },
  { initial_value: text(3000, 0), max_length: wholeNumber(1, 3000), ...typing },
);

const emailInput = shape({ action_id: id }, { initial_value: text(3000, 0), ...typing });

/** Only modals have it. The app needs the scope files:read (Slack, File input element). */
const fileInput = shape({}, { action_id: id, filetypes: list(text(20), 100), max_files: wholeNumber(1, 10) });

const choosing = {
  static_select: staticSelect,
  external_select: externalSelect,
  conversations_select: conversationsSelect,
  datepicker,
  checkboxes,
};

/** What may stand in an actions block or beside a section. */
export const actionElements: Record<string, Rule> = { button, overflow, ...choosing };

/** What may stand in an input block of the Home tab. */
export const homeInputElements: Record<string, Rule> = {
  ...choosing,
  plain_text_input: plainTextInput,
  email_text_input: emailInput,
};

/** What may stand in an input block of a modal. */
export const inputElements: Record<string, Rule> = { ...homeInputElements, file_input: fileInput };

function initialAmongOptions(value: unknown, at: string, report: Parameters<Rule>[2]): void {
  also(({ options, initial_option: initial }) => {
    if (initial !== undefined && !asList(options).some((offered) => isDeepStrictEqual(offered, initial)))
      report(`${at}/initial_option`, 'must be among the options');
  })(value, at, report);
}
