// Whose a local number is, for a merchant in Kenya and one in Uganda, in words and in a form with each method.
import { describe, expect, test } from 'vitest';
import type { Msisdn } from '#lib/msisdn.ts';
import { NETWORK_LIMITS, PAYMENT_METHOD_NAMES } from '#provider/methods.ts';
import { linkForm, promptForm } from '#slack/order/form-fields.ts';
import { readLinkForm, readPromptForm } from '#slack/order/forms.ts';
import { FIELD_TEXT } from '#slack/text/fields.ts';
import { type Prefill, readLinkWords, readPromptWords } from '#slack/words/command-words.ts';
import { fillIn } from '#test/slack/fill-in.ts';

const MEMORY = { formId: '0123456789abcdef0123456789abcdef' };
const REST = { description: 'Flour', channel: 'C1', amount: '1500' };
const opening = (defaultCurrency: string, prefill: Prefill = {}) => ({
  memory: MEMORY,
  prefill,
  channel: undefined,
  defaultCurrency,
  warnings: [],
});

/** The number of the form that the words open, sent as it is; or why it is not sent. */
function promptTo(words: string, defaultCurrency: string): string | undefined {
  const prefill = readPromptWords(words, defaultCurrency);
  const state = fillIn(promptForm(opening(defaultCurrency, prefill)), { channel: 'C1' });
  const read = readPromptForm(state, NETWORK_LIMITS);
  return read.status === 'valid'
    ? `+${read.input.prompt.msisdn} ${read.input.prompt.method}`
    : (prefill.warnings?.find(({ field }) => field === 'msisdn')?.kind ?? read.errors['msisdn']);
}

describe('a local number in the words for a prompt', () => {
  test.each([
    // Safaricom here, of no known network there.
    ['0712345678', '+254712345678 MpesaKE', 'which_country'],
    // Safaricom here, Airtel there.
    ['0702345678', '+254702345678 MpesaKE', '+256702345678 AirtelUG'],
    ['702345678', '+254702345678 MpesaKE', '+256702345678 AirtelUG'],
    // “sh” are the merchant's own shillings.
    ['0752345678 sh', '+254752345678 AirtelKE', '+256752345678 AirtelUG'],
    // Airtel here and there.
    ['0752345678', '+254752345678 AirtelKE', '+256752345678 AirtelUG'],
    // Telkom here, MTN there: no method reaches either.
    ['0772345678', FIELD_TEXT.whichCountry, FIELD_TEXT.whichCountry],
    // Of no known network here, Airtel there.
    ['0744345678', 'which_country', '+256744345678 AirtelUG'],
    // Airtel here, no mobile number there.
    ['0733345678', '+254733345678 AirtelKE', 'which_country'],
    ['0110345678', '+254110345678 MpesaKE', 'which_country'],
    ['+254752345678', '+254752345678 AirtelKE', '+254752345678 AirtelKE'],
    ['256752345678', '+256752345678 AirtelUG', '+256752345678 AirtelUG'],
    ['0752345678 KES', '+254752345678 AirtelKE', '+254752345678 AirtelKE'],
    ['0752345678 UGX', '+256752345678 AirtelUG', '+256752345678 AirtelUG'],
    ['0712345678 UGX', 'which_country', 'which_country'],
    ['0733345678 KES', '+254733345678 AirtelKE', '+254733345678 AirtelKE'],
  ])('%s is prompted in Kenya: %s; in Uganda: %s', (number, inKenya, inUganda) => {
    const words = `${number} 1500 Flour`;
    expect({ inKenya: promptTo(words, 'KES'), inUganda: promptTo(words, 'UGX') }).toEqual({
      inKenya,
      inUganda,
    });
  });
});

describe('a local number in the form for a prompt', () => {
  test.each([
    ['0712345678', ['254712345678', '254712345678', FIELD_TEXT.whichCountry]],
    ['0702345678', ['254702345678', '254702345678', '256702345678']],
    ['0752345678', ['254752345678', '254752345678', '256752345678']],
    ['0772345678', [FIELD_TEXT.whichCountry, FIELD_TEXT.whichCountry, FIELD_TEXT.whichCountry]],
    ['0744345678', [FIELD_TEXT.whichCountry, FIELD_TEXT.whichCountry, '256744345678']],
    ['٠٧١٢٣٤٥٦٧٨', ['254712345678', '254712345678', FIELD_TEXT.whichCountry]],
    ['0712–345–678', ['254712345678', '254712345678', FIELD_TEXT.whichCountry]],
  ])('%s is of the country of the chosen method, or asked about: %j', (msisdn, expected) => {
    for (const merchant of ['KES', 'UGX']) {
      const read = PAYMENT_METHOD_NAMES.map((payment_method) => {
        const state = fillIn(promptForm(opening(merchant)), { ...REST, msisdn, payment_method });
        const result = readPromptForm(state, NETWORK_LIMITS);
        return result.status === 'valid' ? result.input.prompt.msisdn : result.errors['msisdn'];
      });
      expect(read).toEqual(expected);
    }
  });

  test.each([
    ['KES', 'MpesaKE'],
    ['UGX', 'AirtelUG'],
    ['USD', 'MpesaKE'],
  ])('an empty form of a merchant with %s begins with %s', (defaultCurrency, method) => {
    const state = fillIn(promptForm(opening(defaultCurrency)), { ...REST, msisdn: '0702345678' });
    expect(readPromptForm(state, NETWORK_LIMITS)).toMatchObject({ input: { prompt: { method } } });
  });

  test('the currency in the words chooses the method for a merchant of either country', () => {
    expect(readPromptWords('500 KES x', 'UGX')).toEqual({
      country: 'KE',
      amount: '500',
      currency: 'KES',
      description: 'x',
    });
    expect(readPromptWords('500 UGX x', 'UGX')).toEqual({ amount: '500', currency: 'UGX', description: 'x' });
    expect(readPromptWords('500 USD x', 'UGX').warnings).toEqual([
      { field: 'amount', kind: 'other_currency', text: 'USD 500' },
    ]);
  });
});

describe('a local number of a link', () => {
  test.each([
    ['2500', 'KES', '254752345678'],
    ['2500', 'UGX', '256752345678'],
    ['USD 25', 'KES', '254752345678'],
    ['USD 25', 'UGX', '256752345678'],
    ['KES 2500', 'UGX', '254752345678'],
    ['UGX 2500', 'KES', '256752345678'],
  ])(
    'beside %s, for a merchant with %s, it is %s in the words and in the form',
    (amount, merchant, phone) => {
      const prefill = readLinkWords(`0752345678 ${amount} Fees`, merchant);
      expect(prefill.customer).toEqual({ phone: phone as Msisdn });
      const state = fillIn(linkForm(opening(merchant, prefill)), { ...REST, phone_number: '0752345678' });
      const read = readLinkForm(state, { now: 0, defaultCurrency: merchant, timeZone: 'Africa/Nairobi' });
      expect(read).toMatchObject({ input: { customer: { phone } } });
    },
  );

  test('one that may be another country’s is asked about', () => {
    const asked = [{ field: 'phone_number', kind: 'which_country', text: '0712345678' }];
    expect(readLinkWords('0712345678 50000 Fees', 'UGX').warnings).toEqual(asked);
    expect(readLinkWords('0712345678 50000 Fees', 'UGX')).not.toHaveProperty('customer');
  });

  test.each([
    ['0712345678', 'UGX', 'which_country', FIELD_TEXT.whichCountry],
    // Airtel here, Vodacom in Tanzania.
    ['0754123456', 'TZS', 'any_country', FIELD_TEXT.anyCountry],
    ['754 123 456', 'TZS', 'any_country', FIELD_TEXT.anyCountry],
    ['0788123456', 'RWF', 'any_country', FIELD_TEXT.anyCountry],
    ['0712345678', 'ZAR', 'any_country', FIELD_TEXT.anyCountry],
  ])(
    '%s beside an amount in %s is no stranger’s number: it is asked about',
    (number, currency, kind, sentence) => {
      for (const merchant of ['KES', currency]) {
        const prefill = readLinkWords(`${number} ${currency} 50000 Fees`, merchant);
        expect(prefill).not.toHaveProperty('customer');
        expect(prefill.warnings).toEqual([{ field: 'phone_number', kind, text: number }]);
        const state = fillIn(linkForm(opening(merchant, prefill)), { ...REST, phone_number: number });
        const read = readLinkForm(state, { now: 0, defaultCurrency: merchant, timeZone: 'Africa/Nairobi' });
        expect(read).toEqual({ status: 'invalid', errors: { phone_number: sentence } });
      }
    },
  );

  test('one in a channel whose links are in another country’s currency is asked about', () => {
    const asked = [{ field: 'phone_number', kind: 'any_country', text: '0754123456' }];
    expect(readLinkWords('0754123456 50000 Fees', 'KES', 'TZS').warnings).toEqual(asked);
  });

  test('one of the currency’s own country, which neither Kenya nor Uganda has, is to be written with its code', () => {
    const state = fillIn(linkForm(opening('TZS')), { ...REST, phone_number: '0654123456' });
    const read = readLinkForm(state, { now: 0, defaultCurrency: 'TZS', timeZone: 'Africa/Nairobi' });
    expect(read).toEqual({ status: 'invalid', errors: { phone_number: FIELD_TEXT.anyCountry } });
  });
});
