// What only a recurring link needs in its form: it appears once somebody chooses under "Repeat" how often, in place of the
// deadline, which only a link for one payment has. Pure.
import type { InputBlock, ModalView } from '@slack/types';
import { FREQUENCIES, LIMITS } from '#provider/limits.ts';
import type { Prefill } from './command-words.ts';
import { choiceField, dateField, type FormState, fieldOf, isIn, textField, valueIn } from './fields.ts';

/** The field's name. */
export const FREQUENCY = 'frequency';

/** The field's name. */
export const DEADLINE = 'valid_until';

/** The value of the option with which the link is paid once; no frequency of SPEC.md. */
export const ONCE = 'ONCE';

/** Slack reports each choice at once. */
export function frequencyField(initial: string | undefined): InputBlock {
  const choices = FREQUENCIES.map(
    (value) => [value, value.charAt(0) + value.slice(1).toLowerCase()] as const,
  );
  return {
    ...choiceField(FREQUENCY, { label: 'Repeat', optional: true, initial }, [[ONCE, 'Once'], ...choices]),
    dispatch_action: true,
  };
}

export function recurringFields(recurring: Prefill['recurring']): InputBlock[] {
  return [
    dateField('start_date', { label: 'First day', initial: recurring?.startDay }),
    dateField('end_date', { label: 'Last day', initial: recurring?.endDay }),
    textField('account_number', {
      label: 'Account number of the subscriber',
      hint: 'You choose it, a different one for each payment that repeats. Left empty, Teller uses the reference.',
      optional: true,
      max: LIMITS.account_number,
    }),
  ];
}

export function deadlineField(): InputBlock {
  return dateField(DEADLINE, {
    label: 'Deadline',
    hint: 'The last day on which the link can be paid. When that day is over, Teller cancels the link.',
    optional: true,
  });
}

/**
 * The form with the fields that fit what is chosen under "Repeat"; undefined where it is right as it is. `state`: what stands in
 * its fields.
 */
export function withRepeat(form: ModalView, state: FormState): ModalView | undefined {
  const [wanted, unwanted] = doesRepeat(state)
    ? [recurringFields(undefined), [deadlineField()]]
    : [[deadlineField()], recurringFields(undefined)];
  const hasAny = (fields: readonly InputBlock[]) => {
    const names = new Set(fields.map(fieldOf));
    return form.blocks.some((block) => names.has(fieldOf(block)));
  };
  if (hasAny(wanted) && !hasAny(unwanted)) return undefined;
  const names = new Set([...wanted, ...unwanted].map(fieldOf));
  return {
    ...form,
    blocks: form.blocks
      .filter((block) => !names.has(fieldOf(block)))
      .flatMap((block) => (fieldOf(block) === FREQUENCY ? [block, ...wanted] : [block])),
  };
}

/** True when the form was sent before its fields for a recurring link came. */
export function lacksRepeatFields(state: FormState): boolean {
  return doesRepeat(state) && !isIn(state, 'start_date');
}

/** True when somebody has chosen how often it repeats. */
export function doesRepeat(state: FormState): boolean {
  const frequency = valueIn(state, FREQUENCY);
  return frequency !== '' && frequency !== ONCE;
}
