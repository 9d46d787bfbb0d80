// The form for a payment link, once or recurring: its fields, its errors, and that what it accepts keeps the provider's limits.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalsOf } from '#lib/money.ts';
import { orderRequest } from '#payments/ordering/order-request.ts';
import { CURRENCIES } from '#provider/currencies.ts';
import { FREQUENCIES } from '#provider/limits.ts';
import { validateOrder } from '#provider/requests.ts';
import { linkForm } from '#slack/order/form-fields.ts';
import { readLinkForm } from '#slack/order/forms.ts';
import { withRepeat } from '#slack/order/live-form.ts';
import { HOSTILE } from '#test/slack/every-order.ts';
import { fieldNamesOf, fillIn, type Typed } from '#test/slack/fill-in.ts';
import { expectGoodView } from '#test/slack/harmless.ts';
import { sampleOrder } from '#test/store/sample-order.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const MEMORY = { formId: '0123456789abcdef0123456789abcdef' };
const form = (own: Partial<Parameters<typeof linkForm>[0]> = {}) =>
  linkForm({
    memory: MEMORY,
    prefill: {},
    channel: undefined,
    defaultCurrency: 'KES',
    warnings: [],
    ...own,
  });
const KENYAN = { now: NOW, defaultCurrency: 'KES', timeZone: 'Africa/Nairobi' };
const GOOD: Typed = { amount: '1,500', description: 'Rent', channel: 'C1' };
const MONTHLY: Typed = { ...GOOD, frequency: 'MONTHLY', start_date: '2026-12-01', end_date: '2027-12-01' };
/** The form with all its fields, though nothing is chosen under "Repeat". */
const wholeForm = () => {
  const empty = form();
  return withRepeat(empty, fillIn(empty, { frequency: 'MONTHLY' }), NOW) ?? empty;
};
const read = (typed: Typed, now = NOW) => readLinkForm(fillIn(wholeForm(), typed), { ...KENYAN, now });

describe('the link form', () => {
  test('the link form has SPEC.md’s fields by name, and one for the card’s channel', () => {
    expect(form()).toMatchObject({ callback_id: 'create_link', private_metadata: JSON.stringify(MEMORY) });
    expect(fieldNamesOf(form())).toEqual([
      'customer', 'amount', 'currency', 'description', 'frequency', 'valid_until', 'first_name', 'last_name',
      'phone_number', 'email_address', 'language', 'id', 'channel',
    ]); // biome-ignore format: one list
    expect(fieldNamesOf(wholeForm())).toEqual([
      'customer', 'amount', 'currency', 'description', 'frequency', 'start_date', 'end_date', 'first_name',
      'last_name', 'phone_number', 'email_address', 'language', 'id', 'account_number', 'channel',
    ]); // biome-ignore format: one list
  });

  test.each(['amount', 'description', 'phone_number'] as const)(
    'the link form shows a warning right above the field %s',
    (field) => {
      const { blocks } = form({ prefill: { warnings: [{ field, kind: 'unclear', text: '15, 00' }] } });
      const place = blocks.findIndex((block) => JSON.stringify(block).includes('“15, 00”'));
      expect(blocks[place + 1]).toMatchObject({ block_id: field });
    },
  );

  test('the link form stays a form that Slack takes, whatever was typed behind the command', () => {
    const warnings = [{ field: 'amount', kind: 'not_an_amount', text: HOSTILE }] as const;
    const prefill = { amount: HOSTILE, currency: HOSTILE, description: HOSTILE, warnings };
    expectGoodView(form({ prefill, warnings: [HOSTILE] }));
  });
});

describe('a link form that was submitted', () => {
  test.each<[Typed, string, RegExp]>([
    [{ end_date: '' }, 'frequency', /Choose how often/],
    [{ start_date: '' }, 'frequency', /Choose how often/],
    [
      { start_date: '', end_date: '', account_number: 'A1' },
      'account_number',
      /recurring links.*under “Repeat”/,
    ],
  ])('a link form whose “Repeat” was cleared, with %j, has a sentence at %s', (typed, field, sentence) => {
    const state = { ...fillIn(wholeForm(), { ...GOOD, ...typed }), frequency: { frequency: {} } };
    expect(readLinkForm(state, KENYAN)).toEqual({
      status: 'invalid',
      errors: { [field]: expect.stringMatching(sentence) },
    });
  });

  test.each([{}, { language: { language: { selected_option: { value: 'tlh' } } } }])(
    'a link form that was submitted without a language that Teller knows makes an order without one',
    (language) => {
      const { language: own, ...state } = fillIn(wholeForm(), GOOD);
      const result = readLinkForm({ ...state, ...language }, KENYAN);
      expect(result).toMatchObject({ status: 'valid' });
      expect(result.status === 'valid' && 'language' in result.input).toBe(false);
    },
  );

  test.each<[Typed, string, RegExp]>([
    [{ amount: '' }, 'amount', /Enter an amount/],
    [{ amount: '1.005' }, 'amount', /2 decimals/],
    [{ currency: 'JPY', amount: '1.5' }, 'amount', /JPY has no decimals/],
    [{ description: ' ' }, 'description', /what the payment is for/],
    [{ channel: '' }, 'channel', /Choose a channel/],
    [{ id: 'a b' }, 'id', /without spaces/],
    [{ first_name: 'x'.repeat(51) }, 'first_name', /at most 50/],
    [{ last_name: 'x'.repeat(51) }, 'last_name', /at most 50/],
    [{ phone_number: '12' }, 'phone_number', /isn’t a phone number/],
    [{ phone_number: 'Ann' }, 'phone_number', /isn’t a phone number/],
    [{ email_address: 'a@b' }, 'email_address', /Enter an email address/],
    [{ email_address: `${'x'.repeat(55)}@mail.ke` }, 'email_address', /at most 60/],
  ])(
    'a link form that was submitted once, with %j, has a sentence at %s and only there',
    (typed, field, sentence) => {
      expect(read({ ...GOOD, ...typed })).toEqual({
        status: 'invalid',
        errors: { [field]: expect.stringMatching(sentence) },
      });
    },
  );

  test.each<[Typed, string, RegExp]>([
    [{ start_date: '' }, 'start_date', /Choose the first day/],
    [{ end_date: '' }, 'end_date', /Choose the last day/],
    [{ start_date: '2026-11-21' }, 'start_date', /Choose tomorrow or a later day/],
    [{ start_date: '2020-01-01' }, 'start_date', /Choose tomorrow or a later day/],
    [{ end_date: '2026-11-30' }, 'end_date', /first day or a later/],
    [{ account_number: 'x'.repeat(51) }, 'account_number', /at most 50/],
  ])(
    'a recurring link form that was submitted, with %j, has a sentence at %s and only there',
    (typed, field, sentence) => {
      expect(read({ ...MONTHLY, ...typed })).toEqual({
        status: 'invalid',
        errors: { [field]: expect.stringMatching(sentence) },
      });
    },
  );

  test.each(['', 'XXX', 'toString'])(
    'a link form that was submitted with the currency %j, which nobody is offered, is refused there',
    (value) => {
      const state = { ...fillIn(form(), GOOD), currency: { currency: { selected_option: { value } } } };
      expect(readLinkForm(state, KENYAN)).toEqual({
        status: 'invalid',
        errors: { currency: 'Use a three-letter currency code, such as KES or USD.' },
      });
    },
  );

  test('a link form that was submitted never throws, and complains only at fields that the form has', () => {
    const names = fieldNamesOf(wholeForm());
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(HOSTILE, '2026-02-30', 'MONTHLY'),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), anyText), (texts) => {
        const typed = Object.entries(texts).map(([name, value]) => [name, { [name]: { value } }]);
        const state = { currency: { currency: { value: 'KES' } }, ...Object.fromEntries(typed) };
        const result = readLinkForm(state, KENYAN);
        if (result.status === 'invalid')
          for (const name of Object.keys(result.errors)) expect(names).toContain(name);
      }),
    );
  });

  test('a link form that was submitted without errors keeps every limit of the service', () => {
    const text = (most: number) => fc.string({ unit: 'binary', maxLength: most });
    const day = fc
      .date({ min: new Date(NOW), max: new Date('2040-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const once = fc.record(
      {
        amount: fc.constantFrom('1', '1500', '0.01', '999,999.99', '1 500'),
        currency: fc.constantFrom(...CURRENCIES),
        description: text(30),
        id: fc.stringMatching(/^[\w.:-]{1,52}$/),
        first_name: text(52),
        last_name: text(52),
        phone_number: fc.constantFrom('0712345678', '+44 7400 123456', '12'),
        email_address: fc.oneof(fc.emailAddress(), text(10)),
        account_number: text(52),
      },
      { requiredKeys: ['amount', 'currency'] },
    );
    const repeat = fc.record({ frequency: fc.constantFrom(...FREQUENCIES), start_date: day, end_date: day });
    const typed = fc.tuple(once, fc.option(repeat)).map(([fields, repeated]) => ({ ...fields, ...repeated }));
    let sent = 0;
    fc.assert(
      fc.property(typed, (fields) => {
        const result = read({ ...GOOD, ...fields });
        if (result.status !== 'valid') return;
        const { reference, recurring, ...input } = result.input;
        const own = { ...input, kind: 'link', ...(reference ? { reference } : {}) } as const;
        const accountNumber = recurring?.accountNumber ?? 'SUB-1';
        const order = sampleOrder('INV-1', {
          ...own,
          ...(recurring ? { recurring: { ...recurring, accountNumber } } : {}),
        });
        const settings = { publicUrl: 'https://teller.test', branch: undefined };
        const request = orderRequest(order, settings, '84740ab4-3cd9-47da-8a4f-dd1db53494b5');
        expect(validateOrder(request, NOW)).toEqual(request);
        expect(String(request.amount)).toMatch(
          decimalsOf(request.currency) === 0 ? /^\d+$/ : /^\d+(\.\d\d?)?$/,
        );
        sent += 1;
      }),
      { numRuns: 400 },
    );
    expect(sent).toBeGreaterThan(10);
  });
});
