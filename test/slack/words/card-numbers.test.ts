// A form or a step that was filled in with a card number has a sentence at each field that holds one.
import { expect, test } from 'vitest';
import { cardNumberErrors } from '#slack/order/forms.ts';
import { CARD_NUMBER } from '#slack/text/people.ts';

test('the sentence stands at each field that holds a card number, and at no other', () => {
  expect(
    cardNumberErrors({
      description: { description: { value: 'Visa 4111 1111 1111 1111' } },
      customer: { first_name: { value: 'Jane' }, last_name: { value: '4111-1111-1111-1111' } },
      amount: { amount: { value: '1500' } },
      id: { id: { value: '4111111111111112' } },
      email: { email: { value: null } },
    }),
  ).toEqual({ description: CARD_NUMBER, customer: CARD_NUMBER });
});
