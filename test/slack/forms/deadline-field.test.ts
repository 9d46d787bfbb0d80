// The deadline in the form for a link: from today on, at most 366 days ahead, and only of a link that is paid once.
import { describe, expect, test } from 'vitest';
import { linkForm, readLinkForm } from '#slack/forms/link-form.ts';
import { withRepeat } from '#slack/forms/repeat-fields.ts';
import { fillIn } from '#test/slack/fill-in.ts';

const KENYAN = {
  now: Date.parse('2026-11-21T09:00:00Z'),
  defaultCurrency: 'KES',
  timeZone: 'Africa/Nairobi',
};
const GOOD = { amount: '1,500', description: 'Rent', channel: 'C1' };
const form = () =>
  linkForm({
    memory: { formId: '0123456789abcdef0123456789abcdef' },
    prefill: {},
    channel: undefined,
    defaultCurrency: 'KES',
    warnings: [],
  });

describe('the deadline in a link form', () => {
  test.each([
    ['2026-11-21', 'today'],
    ['2027-11-22', '366 days ahead'],
  ])('a deadline may be %s, which is %s', (day) => {
    expect(readLinkForm(fillIn(form(), { ...GOOD, valid_until: day }), KENYAN)).toMatchObject({
      input: { validUntil: day, recurring: undefined },
    });
  });

  test.each([
    ['2026-11-20', /today or a later day/],
    ['2027-11-23', /next 366 days/],
  ])('the deadline %s is refused there', (day, sentence) => {
    expect(readLinkForm(fillIn(form(), { ...GOOD, valid_until: day }), KENYAN)).toEqual({
      status: 'invalid',
      errors: { valid_until: expect.stringMatching(sentence) },
    });
  });

  test('the days of a deadline are counted in the merchant’s time zone', () => {
    const now = Date.parse('2026-11-21T23:30:00Z');
    const state = fillIn(form(), { ...GOOD, valid_until: '2026-11-21' });
    expect(readLinkForm(state, { ...KENYAN, now })).toHaveProperty('errors.valid_until');
    expect(readLinkForm(state, { ...KENYAN, now, timeZone: 'America/New_York' })).toHaveProperty('input');
  });

  test('a link whose deadline is left empty has none, and a recurring one never has one', () => {
    expect(readLinkForm(fillIn(form(), GOOD), KENYAN)).not.toHaveProperty('input.validUntil');
    const repeated = withRepeat(form(), fillIn(form(), { frequency: 'MONTHLY' })) ?? form();
    const typed = { ...GOOD, frequency: 'MONTHLY', start_date: '2026-12-01', end_date: '2027-12-01' };
    const leftOver = fillIn(form(), { valid_until: '2020-01-01' });
    const read = readLinkForm({ ...leftOver, ...fillIn(repeated, typed) }, KENYAN);
    expect(read).toMatchObject({ status: 'valid', input: { recurring: { frequency: 'MONTHLY' } } });
    expect(read).not.toHaveProperty('input.validUntil');
  });
});
