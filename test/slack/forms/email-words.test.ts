// An e-mail address among the words behind `/pay link` is the customer's, and no part of the description.
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import type { Msisdn } from '#lib/msisdn.ts';
import { readNameWords } from '#slack/forms/command-words.ts';
import { readLinkWords, readPromptWords } from './kenyan-words.ts';

const PHONE = '254712345678' as Msisdn;

it.each([
  [
    '2500 jane@example.com Fees',
    { amount: '2500', description: 'Fees', customer: { email: 'jane@example.com' } },
  ],
  [
    'Fees 2500, 0712345678, jane.0722000111@example.co.ke.',
    {
      amount: '2500',
      description: 'Fees',
      customer: { phone: PHONE, email: 'jane.0722000111@example.co.ke' },
    },
  ],
  ['2500 Fees a@b.co c@d.co', { amount: '2500', description: 'Fees c@d.co', customer: { email: 'a@b.co' } }],
  ['2500 flour @ 50', { amount: '2500', description: 'flour @ 50' }],
])('"%s" is read into fields', (text, found) => {
  expect(readLinkWords(text)).toMatchObject(found);
});

it('an address names the customer, so that no name is looked for', () => {
  expect(readNameWords('Jane jane@example.com 2500 Fees', 'link')).toBeUndefined();
  expect(readNameWords('Jane 2500 Fees', 'link')).toEqual({ words: 'Jane', description: 'Fees' });
});

it('the form for a prompt has no field for it: it stays in the description', () => {
  expect(readPromptWords('0712345678 1500 to jane@example.com')).toMatchObject({
    amount: '1500',
    description: 'to jane@example.com',
  });
});

test('whatever its digits, an address is neither amount nor phone number', () => {
  const name = fc.stringMatching(/^[a-z0-9]{1,12}$/);
  fc.assert(
    fc.property(name, name, (person, host) => {
      const email = `${person}@${host}.com`;
      const found = { amount: '2500', description: 'Fees', customer: { email } };
      expect(readLinkWords(`2500 ${email} Fees`)).toEqual(found);
    }),
  );
});
