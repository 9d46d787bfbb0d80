// Whose “sh” and “Shs” are, which several countries write: in the words for a link and for a prompt, in a workflow's step and in a
// search.
import { expect, test } from 'vitest';
import { readFindWords } from '#slack/find/arguments.ts';
import { readLinkForm } from '#slack/order/forms.ts';
import { readLinkWords, readPromptWords } from '#slack/words/command-words.ts';

test.each([
  ['KES', 'TZS', 'TZS'],
  ['UGX', 'KES', 'KES'],
  ['UGX', 'USD', 'UGX'],
  ['USD', 'SOS', 'SOS'],
  ['USD', 'USD', 'KES'],
])(
  'with %s at home and links in %s, “sh” in the words for a link are %s, as in its form',
  (home, links, currency) => {
    for (const words of ['sh 50000 Fees', 'Shs50,000 Fees', 'Fees 50 000sh'])
      expect(readLinkWords(words, home, links)).toMatchObject({ amount: '50000', currency });
  },
);

test.each([
  ['UGX', 'UGX'],
  ['TZS', 'TZS'],
  ['SOS', 'SOS'],
  ['USD', 'KES'],
])('“Shs” in a workflow’s step are the shillings of a merchant with %s: %s', (defaultCurrency, currency) => {
  const inputs = { amount: '1500', currency: 'Shs', description: 'Fees', channel: 'C1' };
  const state = Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, { [name]: { value } }]),
  );
  const read = readLinkForm(state, { now: 0, defaultCurrency, timeZone: 'Africa/Nairobi' });
  expect(read).toMatchObject({ input: { amount: { amount: '1500', currency } } });
});

test.each([
  ['shs 50000', 'UGX 50,000'],
  ['sh50,000 unpaid', 'UGX 50,000 · unpaid'],
  ['Ksh 50000', 'KES 50,000'],
])('“%s” are a search of a merchant in Uganda for %s', (words, understood) => {
  const person = { userId: 'UME', now: 0, timeZone: 'Africa/Nairobi', defaultCurrency: 'UGX' };
  expect(readFindWords(words, person).said.join(' · ')).toBe(understood);
});

// As many shillings of the other country would be another sum, so that nobody but the agent can say which is meant.
test.each([
  ['+254712345678', 'UGX'],
  ['+256752345678', 'KES'],
])('“sh” beside %s, which gets no prompt in the merchant’s %s, are asked about', (number, own) => {
  const { amount, warnings } = readPromptWords(`${number} sh 50000 Flour`, own);
  expect(amount).toBeUndefined();
  expect(warnings).toEqual([{ field: 'amount', kind: 'other_currency', text: `${own} 50000` }]);
});
