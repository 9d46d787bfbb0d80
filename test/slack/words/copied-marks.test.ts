// What was copied from a phone's contacts, a web page or a card: marks that show nothing come along with it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NETWORK_LIMITS } from '#provider/methods.ts';
import { readPerson } from '#slack/erase/erase.ts';
import { promptForm } from '#slack/order/form-fields.ts';
import { readPromptForm } from '#slack/order/forms.ts';
import { fillIn } from '#test/slack/fill-in.ts';

const FORM = promptForm({
  memory: { formId: '0123456789abcdef0123456789abcdef' },
  prefill: {},
  channel: undefined,
  defaultCurrency: 'KES',
  warnings: [],
});
const mark = fc.constantFrom(
  ...'\u00ad\u061c\u200b\u200e\u200f\u202a\u202c\u202e\u2060\u2066\u2068\u2069\ufeff',
);

/** The text with marks anywhere in it. */
function marked(text: string) {
  return fc
    .array(fc.tuple(fc.nat(text.length), mark), { minLength: 1 })
    .map((marks) => marks.reduce((left, [at, hidden]) => left.slice(0, at) + hidden + left.slice(at), text));
}

test('a form takes a number, an amount and a reference without the marks that came along', () => {
  fc.assert(
    fc.property(marked('+254712345678'), marked('1,500'), marked('INV_1'), (msisdn, amount, id) => {
      const state = fillIn(FORM, { msisdn, amount, id, description: 'Flour', channel: 'C1' });
      expect(readPromptForm(state, NETWORK_LIMITS)).toMatchObject({
        input: { prompt: { msisdn: '254712345678' }, amount: { amount: '1500' }, reference: 'INV_1' },
      });
    }),
  );
});

test('who is to be erased is read without the marks that came along', () => {
  fc.assert(
    fc.property(marked('+254 712 345 678'), marked('jane@example.com'), (number, email) => {
      expect(readPerson(number, 'KES')).toEqual({ is: 'number', msisdn: '254712345678' });
      expect(readPerson(email, 'KES')).toEqual({ is: 'email', text: 'jane@example.com' });
    }),
  );
});
