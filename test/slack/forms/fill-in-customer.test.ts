// What becomes of an open form when an earlier customer is chosen in it, changed, and taken back.
import type { ModalView } from '@slack/types';
import { describe, expect, test } from 'vitest';
import type { Msisdn } from '#lib/msisdn.ts';
import { NETWORK_LIMITS } from '#provider/methods.ts';
import { type ChosenCustomer, chosenValue, customerOf } from '#slack/forms/customer-choice.ts';
import { withCustomer, withCustomerNote, withDescription } from '#slack/forms/fill-in-customer.ts';
import { linkForm } from '#slack/forms/link-form.ts';
import { promptForm, readPromptForm } from '#slack/forms/prompt-form.ts';
import { EVERY_STATE_AND_KIND, HOSTILE, orderIn } from '#test/slack/every-order.ts';
import { fillIn } from '#test/slack/fill-in.ts';
import { expectGoodView, expectMasked } from '#test/slack/harmless.ts';
import { referenceOf } from '#test/store/sample-order.ts';

const opening = {
  memory: { formId: '0123456789abcdef0123456789abcdef' },
  channel: 'C1',
  defaultCurrency: 'KES',
  warnings: [],
  prefill: { amount: '350', description: 'Milk' },
};
const jane: ChosenCustomer = {
  reference: referenceOf('INV-1'),
  method: 'MpesaKE',
  phone: '254712345678' as Msisdn,
  firstName: 'Jane',
  lastName: 'Wanjiru',
};
const otieno: ChosenCustomer = {
  reference: referenceOf('INV-2'),
  method: 'AirtelKE',
  phone: '254733123456' as Msisdn,
  email: 'otieno@example.com',
};
const idsOf = ({ blocks }: ModalView) => blocks.map(({ block_id: id }) => id ?? '');
const memoryOf = (form: ModalView) => JSON.parse(form.private_metadata ?? '');

describe('a form with an earlier customer', () => {
  test('has a line for the number and new ids for what is filled in; all other fields keep theirs', () => {
    const form = promptForm(opening);
    const filled = withCustomer(form, jane);
    expect(idsOf(filled)).toEqual([
      'customer', 'msisdn.2', 'payment_method.2', 'amount', 'description', 'channel', 'id', 'first_name.2',
      'last_name.2',
    ]); // biome-ignore format: one list
    expect(filled.blocks[1]).toMatchObject({ text: { text: 'Customer’s mobile number: +254 7•• ••• 678' } });
    expect(memoryOf(filled)).toEqual({ ...opening.memory, customer: 'INV-1' });
    const state = fillIn(filled);
    expect(readPromptForm(state, NETWORK_LIMITS, jane)).toMatchObject({
      status: 'valid',
      input: {
        prompt: { msisdn: '254712345678', method: 'MpesaKE' },
        customer: { firstName: 'Jane', lastName: 'Wanjiru' },
      },
    });
  });

  test('has nothing of the customer before, when another one is chosen', () => {
    const filled = withCustomer(withCustomer(linkForm(opening), jane), otieno);
    expect(fillIn(filled)).toMatchObject({
      'first_name.3': { first_name: { value: null } },
      'last_name.3': { last_name: { value: null } },
      'email_address.2': { email_address: { value: 'otieno@example.com' } },
    });
    expect(JSON.stringify(filled)).not.toMatch(/Jane|Wanjiru/);
    expect(idsOf(filled)).toContain('phone_number.3');
  });

  test('keeps a name that was typed for a customer of whom no name is known', () => {
    expect(idsOf(withCustomer(promptForm(opening), otieno))).toContain('first_name');
  });

  test('is empty again, under new ids, when the customer is taken back', () => {
    const back = withCustomer(withCustomer(promptForm(opening), jane), undefined);
    expect(memoryOf(back)).toEqual(opening.memory);
    const state = fillIn(back, { msisdn: '0722000111' });
    expect(idsOf(back)).toEqual([
      'customer.2', 'msisdn.3', 'payment_method.2', 'amount', 'description', 'channel', 'id', 'first_name.3',
      'last_name.3',
    ]); // biome-ignore format: one list
    expect(chosenValue(state)).toBe('');
    expect(readPromptForm(state, NETWORK_LIMITS)).toMatchObject({
      input: { prompt: { msisdn: '254722000111' }, customer: {} },
    });
  });

  test('loses the notes about the number that it shows no longer, and keeps the others', () => {
    const warnings = [
      { field: 'msisdn', kind: 'not_promptable', text: '0712' },
      { field: 'amount', kind: 'counted', text: '2 500 ml' },
    ] as const;
    const form = withCustomerNote(promptForm({ ...opening, prefill: { warnings } }), 'Several.');
    expect(JSON.stringify(form)).toMatch(/0712.*2 500 ml/);
    const filled = JSON.stringify(withCustomer(form, jane));
    expect(filled).not.toMatch(/“0712”|Several/);
    expect(filled).toContain('2 500 ml');
  });

  test('comes with the customer in the select only where nobody has chosen there', () => {
    const form = withDescription(promptForm(opening), 'Bread');
    expect(fillIn(withCustomer(form, jane))).not.toHaveProperty(['customer.2']);
    const state = fillIn(withCustomer(form, jane, { isNew: true }));
    expect(chosenValue(state)).toBe('INV-1');
    expect(state).toHaveProperty(['description.2', 'description', 'value'], 'Bread');
  });

  test.each(EVERY_STATE_AND_KIND)(
    'is fit for Slack and masks the number, from an order %s, %s',
    (state, kind) => {
      for (const own of [{}, { customer: { firstName: HOSTILE, lastName: HOSTILE, phone: jane.phone } }]) {
        const customer = customerOf(orderIn(state, kind, own as object));
        for (const form of [promptForm(opening), linkForm(opening)]) {
          const filled = withCustomer(form, customer, { isNew: true });
          expectGoodView(filled);
          expectMasked(filled);
        }
      }
    },
  );
});
