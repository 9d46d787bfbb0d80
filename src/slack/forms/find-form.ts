// The form that finds a payment. Pure.
import type { ModalView } from '@slack/types';
import { plainSection } from '#slack/cards/blocks.ts';
import { FIND_TEXT } from '#slack/text/find.ts';
import { formView, textField } from './fields.ts';

export const FIND_TITLE = 'Find a payment';

/** A whole SMS fits. */
const MAX_LENGTH = 1_000;

/** `memory` comes back with the submission. `warnings`: sentences above the field. */
export function findForm(memory: string, warnings: readonly string[]): ModalView {
  return formView({
    callbackId: 'look_up',
    title: FIND_TITLE,
    submit: 'Find',
    close: 'Close',
    memory,
    blocks: [...warnings.map(plainSection), textField('id', { ...FIND_TEXT.field, max: MAX_LENGTH })],
  });
}
