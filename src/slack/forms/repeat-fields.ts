// What only a recurring link needs in its form: it appears once somebody chooses under "Repeat" how often, in place of the
// deadline, which only a link for one payment has. Pure.
import type { InputBlock, ModalView } from '@slack/types';
import { dayOf } from '#lib/time.ts';
import { addDays } from '#orders/recurrence.ts';
import { FREQUENCIES, LIMITS } from '#provider/limits.ts';
import { FORM_TEXT } from '#slack/text/fields.ts';
import type { Prefill } from './command-words.ts';
import { choiceField, dateField, type FormState, fieldOf, isIn, textField, valueIn } from './fields.ts';

/** The field's name. */
export const FREQUENCY = 'frequency';

/** The field's name. */
export const DEADLINE = 'valid_until';

/** The value of the option with which the link is paid once; no frequency of SPEC.md. */
export const ONCE = 'ONCE';

/** Slack reports each choice at once. */
export function frequencyField(initial: string = ONCE): InputBlock {
  const choices = FREQUENCIES.map(
    (value) => [value, value.charAt(0) + value.slice(1).toLowerCase()] as const,
  );
  return {
    ...choiceField(FREQUENCY, { label: FORM_TEXT.repeat, optional: true, initial }, [
      [ONCE, FORM_TEXT.once],
      ...choices,
    ]),
    dispatch_action: true,
  };
}

export function recurringFields({ startDay, endDay }: Days): InputBlock[] {
  return [
    dateField('start_date', { label: FORM_TEXT.firstDay, initial: startDay }),
    dateField('end_date', { label: FORM_TEXT.lastDay, initial: endDay }),
  ];
}

type Days = Pick<NonNullable<Prefill['recurring']>, 'startDay' | 'endDay'>;

/** From tomorrow to a year later. `now`: ms. */
function suggestedDays(now: number): Days {
  const startDay = addDays(dayOf(now), 1);
  const end = new Date(startDay);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return { startDay, endDay: end.toISOString().slice(0, 10) };
}

/** Behind More, of a link that repeats. */
export function accountField(): InputBlock {
  return textField('account_number', {
    label: FORM_TEXT.accountNumber,
    placeholder: FORM_TEXT.automatic,
    optional: true,
    max: LIMITS.account_number,
  });
}

export function deadlineField(): InputBlock {
  return dateField(DEADLINE, { label: FORM_TEXT.deadline, hint: FORM_TEXT.deadlineHint, optional: true });
}

/**
 * The form with the fields that fit what is chosen under "Repeat"; undefined where it is right as it is. `state`: what stands in
 * its fields. `now`: ms.
 */
export function withRepeat(form: ModalView, state: FormState, now: number): ModalView | undefined {
  const repeats = doesRepeat(state);
  if (repeats === isIn(state, 'start_date') && repeats !== isIn(state, DEADLINE)) return undefined;
  const after: Readonly<Record<string, readonly InputBlock[]>> = repeats
    ? { [FREQUENCY]: recurringFields(suggestedDays(now)), id: [accountField()] }
    : { [FREQUENCY]: [deadlineField()] };
  return {
    ...form,
    blocks: form.blocks
      .filter((block) => !REPEAT_FIELDS.has(fieldOf(block)))
      .flatMap((block) => [block, ...(after[fieldOf(block)] ?? [])]),
  };
}

const REPEAT_FIELDS: ReadonlySet<string> = new Set(['start_date', 'end_date', 'account_number', DEADLINE]);

/** True when the form was sent before its fields for a recurring link came. */
export function lacksRepeatFields(state: FormState): boolean {
  return doesRepeat(state) && !isIn(state, 'start_date');
}

/** True when somebody has chosen how often it repeats. */
export function doesRepeat(state: FormState): boolean {
  const frequency = valueIn(state, FREQUENCY);
  return frequency !== '' && frequency !== ONCE;
}
