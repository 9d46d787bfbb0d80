// The interactive elements the stand-in knows, each with Slack's limits. A closed list: the rest is refused.
import { isDeepStrictEqual } from 'node:util';
import { asFieldsList, asList } from '#sandbox/slack/json.ts';
import {
  anyText,
  confirm,
  conversationFilter,
  dispatchConfig,
  id,
  option,
  optionGroup,
  overflowOption,
  placeholder,
  plainText,
  selectOption,
  url,
} from './composition.ts';
import {
  all,
  also,
  calendarDate,
  flag,
  list,
  numberText,
  oneOf,
  type Rule,
  shape,
  text,
  wholeNumber,
} from './schema.ts';

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
    { action_id: id },
    {
      options: list(selectOption, 100),
      option_groups: list(optionGroup, 100),
      initial_option: selectOption,
      placeholder,
      confirm,
      ...focus,
    },
  ),
  also((element, at, report) => {
    if ((element.options === undefined) === (element.option_groups === undefined)) {
      report(at, 'must define either `options` or `option_groups`');
    }
  }),
  initialAmongOptions,
);

const externalSelect = shape(
  { action_id: id },
  { placeholder, initial_option: selectOption, min_query_length: wholeNumber(0, 75), confirm, ...focus },
);

const conversationsSelect = shape(
  { action_id: id },
  {
    placeholder,
    initial_conversation: id,
    default_to_current_conversation: flag,
    response_url_enabled: flag,
    filter: conversationFilter,
    confirm,
    ...focus,
  },
);

const usersSelect = shape({ action_id: id }, { placeholder, initial_user: id, confirm, ...focus });

const datepicker = shape({ action_id: id }, { placeholder, initial_date: calendarDate, confirm, ...focus });

const radioButtons = all(
  shape(
    { action_id: id, options: list(choiceOption, 10) },
    { initial_option: choiceOption, confirm, ...focus },
  ),
  initialAmongOptions,
);

const checkboxes = all(
  shape(
    { action_id: id, options: list(choiceOption, 10) },
    { initial_options: list(choiceOption, 10), confirm, ...focus },
  ),
  initialAmongOptions,
);

const plainTextInput = all(
  shape(
    { action_id: id },
    {
      initial_value: text(3000, 0),
      multiline: flag,
      min_length: wholeNumber(0, 3000),
      max_length: wholeNumber(1, 3000),
      ...typing,
    },
  ),
  also((element, at, report) => {
    if (Number(element.min_length ?? 0) > Number(element.max_length ?? 3000)) {
      report(`${at}/min_length`, 'must not be more than max_length');
    }
  }),
);

const numberInput = all(
  shape(
    { action_id: id, is_decimal_allowed: flag },
    { initial_value: numberText, min_value: numberText, max_value: numberText, ...typing },
  ),
  also((element, at, report) => {
    const { initial_value: initial, min_value: min, max_value: max } = element;
    if (initial === undefined) return;
    if (element.is_decimal_allowed === false && String(initial).includes('.')) {
      report(`${at}/initial_value`, 'must not have decimals');
    }
    if (min !== undefined && Number(initial) < Number(min))
      report(`${at}/initial_value`, 'must not be below min_value');
    if (max !== undefined && Number(initial) > Number(max))
      report(`${at}/initial_value`, 'must not be above max_value');
  }),
);

const emailInput = shape({ action_id: id }, { initial_value: text(3000, 0), ...typing });

/** Only modals have it. The app needs the scope files:read (Slack, File input element). */
const fileInput = shape({}, { action_id: id, filetypes: list(text(20), 100), max_files: wholeNumber(1, 10) });

const choosing = {
  static_select: staticSelect,
  external_select: externalSelect,
  conversations_select: conversationsSelect,
  users_select: usersSelect,
  datepicker,
  radio_buttons: radioButtons,
  checkboxes,
};

/** What may stand in an actions block or beside a section. */
export const actionElements: Record<string, Rule> = { button, overflow, ...choosing };

/** What may stand in an input block of the Home tab. */
export const homeInputElements: Record<string, Rule> = {
  ...choosing,
  plain_text_input: plainTextInput,
  number_input: numberInput,
  email_text_input: emailInput,
  url_text_input: emailInput,
};

/** What may stand in an input block of a modal. */
export const inputElements: Record<string, Rule> = { ...homeInputElements, file_input: fileInput };

function initialAmongOptions(value: unknown, at: string, report: (at: string, what: string) => void): void {
  also((element) => {
    const offered = [
      ...asList(element.options),
      ...asFieldsList(element.option_groups).flatMap((group) => asList(group.options)),
    ];
    const isOffered = (wanted: unknown) => offered.some((candidate) => isDeepStrictEqual(candidate, wanted));
    if (element.initial_option !== undefined && !isOffered(element.initial_option)) {
      report(`${at}/initial_option`, 'must be among the options');
    }
    if (!asList(element.initial_options).every(isOffered)) {
      report(`${at}/initial_options`, 'must be among the options');
    }
  })(value, at, report);
}
