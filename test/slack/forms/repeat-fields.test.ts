// What only a recurring link needs comes into its form once somebody chooses how often it repeats, and goes again.
import { describe, expect, test } from 'vitest';
import { linkForm, readLinkForm } from '#slack/forms/link-form.ts';
import { lacksRepeatFields, withRepeat } from '#slack/forms/repeat-fields.ts';
import { fieldNamesOf, fillIn } from '#test/slack/fill-in.ts';
import { expectGoodView } from '#test/slack/harmless.ts';

const KENYAN = {
  now: Date.parse('2026-11-21T09:00:00Z'),
  defaultCurrency: 'KES',
  timeZone: 'Africa/Nairobi',
};
const form = (prefill: Parameters<typeof linkForm>[0]['prefill'] = {}) =>
  linkForm({
    memory: { formId: '0123456789abcdef0123456789abcdef' },
    prefill,
    channel: 'C1',
    defaultCurrency: 'KES',
    warnings: [],
  });
const chosen = (frequency: string) => fillIn(form(), { frequency });
const wholeForm = () => withRepeat(form(), chosen('MONTHLY')) ?? form();

describe('the fields of a recurring link', () => {
  test('the fields of a recurring link are there from the start when the form is filled in with a recurring link', () => {
    const recurring = { frequency: 'MONTHLY', startDay: '2026-12-01', endDay: '2027-12-01' } as const;
    const filled = form({ amount: '1', description: 'Rent', recurring });
    expect(fieldNamesOf(filled)).toEqual(fieldNamesOf(wholeForm()));
    expect(readLinkForm(fillIn(filled), KENYAN)).toMatchObject({ input: { recurring } });
  });

  test('the fields of a recurring link come once, right below Repeat, and go when it is for one payment again', () => {
    expectGoodView(wholeForm());
    expect(fieldNamesOf(wholeForm()).slice(-4)).toEqual([
      'frequency',
      'start_date',
      'end_date',
      'account_number',
    ]);
    expect(fieldNamesOf(wholeForm())).not.toContain('valid_until');
    expect(fieldNamesOf(form()).slice(-2)).toEqual(['frequency', 'valid_until']);
    expect(withRepeat(form(), fillIn(form()))).toBeUndefined();
    expect(withRepeat(form(), chosen('ONCE'))).toBeUndefined();
    expect(withRepeat(wholeForm(), chosen('DAILY'))).toBeUndefined();
    for (const state of [chosen('ONCE'), fillIn(form())])
      expect(fieldNamesOf(withRepeat(wholeForm(), state))).toEqual(fieldNamesOf(form()));
  });

  test('the fields of a recurring link are missing when the form is sent before they came', () => {
    expect(lacksRepeatFields(chosen('DAILY'))).toBe(true);
    expect(lacksRepeatFields(chosen('ONCE'))).toBe(false);
    expect(lacksRepeatFields(fillIn(form()))).toBe(false);
    expect(lacksRepeatFields(fillIn(wholeForm(), { frequency: 'DAILY' }))).toBe(false);
  });

  test('the fields of a recurring link are not read when it is for one payment again', () => {
    const typed = { amount: '1', description: 'Rent', frequency: 'ONCE', start_date: '2020-01-01' };
    expect(readLinkForm(fillIn(wholeForm(), typed), KENYAN)).toMatchObject({
      status: 'valid',
      input: { recurring: undefined },
    });
  });
});
