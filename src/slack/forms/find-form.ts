// The form that asks which payment to look up, for where no message or thread says it. Pure.
import type { ModalView } from '@slack/types';
import { formView, textField } from './fields.ts';

/** Longer than our references, because other systems of the merchant may have longer ones. */
export const MAX_QUERY_LENGTH = 150;

export const FIND_TITLE = 'Look up a payment';

/** `memory` comes back with the submission. */
export function findForm(memory: string): ModalView {
  return formView({
    callbackId: 'look_up',
    title: FIND_TITLE,
    submit: 'Look up',
    close: 'Close',
    memory,
    blocks: [
      textField('id', {
        label: 'Reference or tracking id',
        hint: 'The order’s reference, or the payment service’s tracking id. Orders made elsewhere are found too.',
        placeholder: '7K3M9-QX2ZD',
        max: MAX_QUERY_LENGTH,
      }),
    ],
  });
}
