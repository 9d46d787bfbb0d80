// An e-mail address among the words behind `/pay link` is the customer's, and no part of the description. It is read without
// the marks around it, there and behind `find` and `forget`.
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import type { Msisdn } from '#lib/msisdn.ts';
import { readPerson } from '#slack/erase/erase.ts';
import { readFindWords } from '#slack/find/arguments.ts';
import { readNameWords } from '#slack/words/command-words.ts';
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

// biome-ignore format: the list of marks
const AROUND = ['@,', '@.', '@:', '@;', '@!', '@...', '(@)', '(@).', '[@]', '{@}', '"@"', "'@'", '“@”,', '‘@’', '«@»', '*@*', '@/', '@-'];

test.each(AROUND)(
  'marks close around an e-mail address, %s, are no part of it and of nothing else',
  (marks) => {
    const email = "jane.o'brien+shop@mail.example.co.ke";
    const written = marks.replace('@', email);
    const found = { amount: '2500', description: 'Fees', customer: { email } };
    expect(readLinkWords(`2500 ${written} Fees`)).toEqual(found);
    expect(readLinkWords(`2500 Fees ${written}`)).toEqual(found);
    const searcher = { userId: 'U1', now: 0, timeZone: 'Africa/Nairobi' };
    expect(readFindWords(written, searcher).conditions).toEqual([[{ is: 'email', text: email }]]);
    expect(readPerson(written, 'KES')).toEqual({ is: 'email', text: email });
  },
);

test('whoever is to be forgotten is nobody else, whatever stands beside an e-mail address', () => {
  for (const words of [
    'jane@example.com 0712345678',
    'jane@example.com kip@example.com',
    'not jane@example.com',
  ])
    expect(readPerson(words, 'KES')).toBeTypeOf('string');
  // The form for a link takes such an address as well.
  expect(readPerson('a:b@example.com', 'KES')).toEqual({ is: 'email', text: 'a:b@example.com' });
});
