// Asks which payment to look up, where no message or thread says it. Pure.

import type { ModalView } from '@slack/types';
import { type FormState, textField, valueIn } from './fields.ts';
import { formView } from './form-view.ts';

export const FIND_TITLE = 'Look up a payment';

/** `place` is where the answer goes, if it goes to a thread; Slack keeps it in private_metadata. */
export function findForm(place: string): ModalView {
  return formView({
    callbackId: 'look_up',
    title: FIND_TITLE,
    submit: 'Look up',
    close: 'Close',
    memory: place,
    blocks: [
      textField('id', {
        label: 'Reference or tracking id',
        hint: 'The order’s reference, or the payment service’s tracking id. Orders made elsewhere are found too.',
        placeholder: '7K3M9-QX2ZD',
        most: 150,
      }),
    ],
  });
}

export function readFindForm(state: FormState): string {
  return valueIn(state, 'id');
}
