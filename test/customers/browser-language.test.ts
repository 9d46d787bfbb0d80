// Which language a browser gets.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { languageFrom } from '#customers/browser-language.ts';
import { LANGUAGES } from '#orders/order.ts';

test.each([
  ['sw', 'sw'],
  ['sw-KE,sw;q=0.9,en-GB;q=0.8', 'sw'],
  ['fr-FR,fr;q=0.9,en;q=0.8', 'fr'],
  ['FR-ca', 'fr'],
  ['en;q=0.5, fr;q=0.7', 'fr'],
  ['de-DE, de;q=0.9, sw;q=0.2', 'sw'],
  ['fr, sw', 'fr'],
  ['en;q=0.2, sw ; q=0.90', 'sw'],
  ['fr; q=0.2, sw;q=0.5', 'sw'],
  ['en;q=0.5, sw;q=0.9 ', 'sw'],
  ['en;q=0.999, fr;q=1', 'fr'],
  ['fr;xq=0', 'fr'],
])('a browser that asks for %s reads %s', (header, language) => {
  expect(languageFrom(header)).toBe(language);
});

test.each([
  undefined,
  '',
  '*',
  'de',
  'de, *;q=0.1',
  'fr;q=0',
  'fr;q=0.000, sw;q=0',
  'swa',
  'fr;q=2',
  'fr;q=x',
  'fr;q=00.5',
  'fr;q=0.5000',
  ',;,=',
])('a browser that asks for none of ours (%s) reads English', (header) => {
  expect(languageFrom(header)).toBe('en');
});

test('any header leads to one of the languages', () => {
  const word = fc.oneof(fc.string(), fc.constantFrom('fr', 'sw-KE', 'en', ';q=', '0.5', ',', '*', ' '));
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(LANGUAGES).toContain(languageFrom(words.join('')));
    }),
  );
});

test('the language with the highest weight wins, wherever it stands', () => {
  const weights = fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength: 3, maxLength: 3 });
  const order = fc.shuffledSubarray([...LANGUAGES], { minLength: 3 });
  fc.assert(
    fc.property(weights, order, (thousandths, languages) => {
      const header = languages.map((name, at) => `${name};q=${((thousandths[at] ?? 0) / 1_000).toFixed(3)}`);
      const best = thousandths.indexOf(Math.max(...thousandths));
      expect(languageFrom(header.join(', '))).toBe(languages[best]);
    }),
  );
});
