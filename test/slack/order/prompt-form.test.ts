// The form for a PIN prompt: what it shows, what it takes, and the sentence at each field that is wrong.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCIES } from '#provider/currencies.ts';
import { NETWORK_LIMITS } from '#provider/methods.ts';
import { asText, isFields } from '#sandbox/slack/json.ts';
import { promptForm } from '#slack/order/form-fields.ts';
import { readPromptForm } from '#slack/order/forms.ts';
import { HOSTILE } from '#test/slack/every-order.ts';
import { fieldNamesOf, fillIn, type Typed } from '#test/slack/fill-in.ts';
import { expectGoodView } from '#test/slack/harmless.ts';

const MEMORY = { formId: '0123456789abcdef0123456789abcdef' };
const form = (own: Partial<Parameters<typeof promptForm>[0]> = {}) =>
  promptForm({
    memory: MEMORY,
    prefill: {},
    channel: undefined,
    defaultCurrency: 'KES',
    warnings: [],
    ...own,
  });
const GOOD: Typed = { msisdn: '0712 345 678', amount: '1,500', description: 'Two bags', channel: 'C1' };
const read = (typed: Typed) => readPromptForm(fillIn(form(), typed), NETWORK_LIMITS);

describe('the prompt form', () => {
  test('the prompt form has SPEC.md’s fields by name, and one for the card’s channel', () => {
    expect(form()).toMatchObject({ callback_id: 'send_prompt' });
    expect(fieldNamesOf(form())).toEqual([
      'customer', 'msisdn', 'amount', 'payment_method', 'description', 'first_name', 'last_name', 'id',
      'channel',
    ]); // biome-ignore format: one list
  });

  test('the prompt form shows and takes a name from right to left as it is written, without the marks that isolate it on cards', () => {
    const shown = form({ prefill: { amount: '1500', description: 'קמח 2 ק״ג' } });
    expect(JSON.stringify(shown)).toContain('"initial_value":"קמח 2 ק״ג"');
    const copied = { ...GOOD, description: 'קמח', first_name: '\u2068יעל\u2069' };
    expect(read(copied)).toMatchObject({ input: { description: 'קמח', customer: { firstName: 'יעל' } } });
  });

  test.each(['msisdn', 'amount', 'description'] as const)(
    'the prompt form shows a warning right above the field %s',
    (field) => {
      const { blocks } = form({ prefill: { warnings: [{ field, kind: 'unclear', text: '15, 00' }] } });
      const place = blocks.findIndex((block) => JSON.stringify(block).includes('“15, 00”'));
      expect(blocks[place + 1]).toMatchObject({ block_id: field });
    },
  );

  test('the prompt form stays a form that Slack takes, whatever was typed behind the command', () => {
    const prefill = {
      phone: HOSTILE,
      amount: HOSTILE,
      description: HOSTILE,
      warnings: [{ field: 'amount', kind: 'not_an_amount', text: HOSTILE }],
    } as const;
    const view = form({ prefill, warnings: [HOSTILE] });
    expectGoodView(view);
    for (const block of view.blocks) {
      if (!('element' in block) || block.element.type !== 'plain_text_input') continue;
      const { initial_value: initial = '', max_length: most = 3_000 } = block.element;
      expect(initial.length).toBeLessThanOrEqual(most);
      expect(initial.isWellFormed()).toBe(true);
    }
  });

  test('the prompt form never prefills another amount than was typed: one too long to show is refused at its field', () => {
    const prefill = { phone: '0712345678', amount: `${'0'.repeat(28)}1500`, description: 'x' };
    const read = readPromptForm(fillIn(form({ prefill, channel: 'C1' })), NETWORK_LIMITS);
    expect(read.status === 'invalid' && read.errors['amount']).toBeTruthy();
  });
});

test('the prompt form has at most 40 words, with everything behind More as well', () => {
  const { title, submit, close, blocks } = form();
  const shown = [title, submit, close, ...blocks.flatMap((block) => textsIn(block))];
  const words = shown.flatMap((text) => text?.text.match(/[\p{L}\d][^\s]*/gu) ?? []);
  expect(words.length).toBeLessThanOrEqual(40);
});

type Text = { readonly text: string };

/** The label, hint and placeholder of a field, and the method that is chosen. */
function textsIn(block: unknown): Text[] {
  if (!isFields(block) || !isFields(block.element)) return [];
  const { placeholder, initial_option: chosen } = block.element;
  const texts = [block.label, block.hint, placeholder, isFields(chosen) ? chosen.text : undefined];
  return texts.flatMap((text) => (isFields(text) ? [{ text: asText(text.text) }] : []));
}

describe('a prompt form that was submitted', () => {
  test('a prompt form that was submitted gives what its fields hold', () => {
    expect(read({ ...GOOD, first_name: ' Amina ', id: 'INV-7' })).toEqual({
      status: 'valid',
      input: {
        kind: 'prompt',
        channel: 'C1',
        amount: { amount: '1500', currency: 'KES' },
        description: 'Two bags',
        customer: { firstName: 'Amina' },
        prompt: { msisdn: '254712345678', method: 'MpesaKE' },
        reference: 'INV-7',
      },
    });
  });

  test.each<[string, string, RegExp]>([
    ['msisdn', '', /Enter a phone number/],
    ['msisdn', '0712', /isn’t a mobile number.*0712 345 678/],
    ['msisdn', '020 2222222', /isn’t a mobile number/],
    ['msisdn', '+256 752 123456', /M-PESA Kenya doesn’t reach.*choose another method/],
    ['msisdn', '+256 772 123456', /Prompts don’t reach this number.*Create a link instead/],
    ['msisdn', '+49 151 12345678', /Prompts don’t reach this number.*Create a link instead/],
    ['amount', '', /Enter an amount/],
    ['amount', '0', /above zero/],
    ['amount', '-5', /above zero/],
    ['amount', '1e3', /in digits/],
    ['amount', '1,50', /in digits/],
    ['amount', '10.005', /KES has 2 decimals/],
    ['amount', '9999999999999999', /too large/],
    ['description', '', /what the payment is for/],
    ['description', '   ', /what the payment is for/],
    ['channel', '', /Choose a channel/],
    ['id', 'INV 7', /without spaces/],
    ['id', 'x'.repeat(51), /at most 50/],
    ['first_name', 'x'.repeat(51), /at most 50/],
    ['last_name', 'x'.repeat(51), /at most 50/],
  ])(
    'a prompt form that was submitted with %s %j has a sentence at that field, and only there',
    (field, text, sentence) => {
      const result = read({ ...GOOD, [field]: text });
      expect(result).toEqual({ status: 'invalid', errors: { [field]: expect.stringMatching(sentence) } });
    },
  );

  test('a prompt form that was submitted in a currency without decimals takes whole amounts only', () => {
    const typed = { ...GOOD, payment_method: 'AirtelUG', msisdn: '+256772123456', amount: '10.5' };
    expect(read(typed)).toEqual({
      status: 'invalid',
      errors: { amount: expect.stringContaining('UGX has no decimals') },
    });
  });

  test.each(['toString', '', 'MpesaTZ'])(
    'a prompt form that was submitted with the method %j, which nobody is offered, is refused there',
    (value) => {
      const state = {
        ...fillIn(form(), GOOD),
        payment_method: { payment_method: { selected_option: { value } } },
      };
      expect(readPromptForm(state, NETWORK_LIMITS)).toEqual({
        status: 'invalid',
        errors: { payment_method: 'Use one of MpesaKE, AirtelKE, AirtelUG.' },
      });
    },
  );

  test('a prompt form that was submitted never throws, and complains only at fields that the form has', () => {
    const names = fieldNamesOf(form());
    const anyState = fc.dictionary(
      fc.constantFrom(...names),
      fc.oneof(fc.string({ unit: 'binary' }), fc.constant(HOSTILE), fc.constantFrom(...CURRENCIES)),
    );
    fc.assert(
      fc.property(anyState, fc.constantFrom('MpesaKE', 'AirtelKE', 'AirtelUG'), (texts, value) => {
        const typed = Object.entries(texts).map(([name, value]) => [name, { [name]: { value } }]);
        const method = { payment_method: { payment_method: { selected_option: { value } } } };
        const result = readPromptForm({ ...Object.fromEntries(typed), ...method }, NETWORK_LIMITS);
        if (result.status !== 'invalid') return;
        for (const [name, sentence] of Object.entries(result.errors)) {
          expect(names).toContain(name);
          expect(sentence).toMatch(/\.$/);
        }
      }),
    );
  });

  test('a prompt form that was submitted gives the description, the number and the amount as they were typed', () => {
    // What stands between colons is an emoji to Slack, and is left out.
    const name = fc
      .string({ minLength: 1, maxLength: 50 })
      .filter((text) => text.trim() !== '' && !text.includes(':'));
    const number = fc.stringMatching(/^7[12]\d{7}$/);
    const cents = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(number, cents, name, name, (national, amount, description, lastName) => {
        const text = (amount / 100).toFixed(2);
        const result = read({
          ...GOOD,
          msisdn: `0${national}`,
          amount: text,
          description,
          last_name: lastName,
        });
        expect(result).toMatchObject({
          input: {
            description: description.trim(),
            customer: { lastName: lastName.trim() },
            prompt: { msisdn: `254${national}` },
            amount: { amount: String(amount / 100) },
          },
        });
      }),
    );
  });
});
