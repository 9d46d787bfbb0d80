// Whatever people type becomes one line of usual letters, digits and blanks, and no number becomes another.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneLine, plainText, withoutShortcodes } from '#lib/text.ts';

test.each([
  ['１５００　ＫＥＳ', '1500 KES'],
  ['１，５００．５０', '1,500.50'],
  ['＋２５４ （７１２）', '+254 (712)'],
  ['١٢٣ ۴۵۶ १२३ 𝟘𝟙𝟡 𝟎𝟏', '123 456 123 019 01'],
  ['1\u00a0500', '1 500'],
  ['Unga wa ugali – 2kg, 😀', 'Unga wa ugali – 2kg, 😀'],
])('%j is read as %j', (text, read) => {
  expect(plainText(text)).toBe(read);
});

test.each(['10²', '1½', '15①', 'H₂O'])('%j stays as it is', (text) => {
  expect(plainText(text)).toBe(text);
});

test.each([
  [':bread: Bread and :flag-ke: tea', ' Bread and tea'],
  ['Bread :bread:, tea :tea:.', 'Bread, tea.'],
  ['Bread:bread: and tea :+1::skin-tone-3:', 'Bread and tea'],
  ['Bread :bread:tea', 'Bread tea'],
  ['Order::bread: 7 :100:', 'Order: 7'],
  [':パン: Bread :woman-running::skin-tone-3:', ' Bread'],
])('%j is read without emoji as %j', (text, read) => {
  expect(withoutShortcodes(text)).toBe(read);
});

test.each([
  '10:30:45',
  'at 10:30am: tea',
  'a:b:c',
  '3:2:1',
  'std::vector::x',
  'a: b: :c',
  ':Bread:',
  ': :',
  '🍞',
])('%j has no emoji that Slack named', (text) => {
  expect(withoutShortcodes(text)).toBe(text);
});

test('names of emoji are found in no more time than the length of the text takes', () => {
  for (const piece of [':a', ':a:', 'x:a:', ' :', ':+', ' '])
    expect(withoutShortcodes(piece.repeat(200_000)).length).toBeLessThanOrEqual(800_000);
});

test('lines, tabs and several blanks become one blank, and none stands at the ends', () => {
  expect(oneLine(' Two\r\n\tbags\u2028of   flour\u0000 ')).toBe('Two bags of flour');
});

test('any text becomes well-formed, without direction marks and line breaks, and stays as it is the second time', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\ud83d', '\u202e', '\u2066', '\u200f'),
  );
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      const line = oneLine(parts.join(''));
      expect(line.isWellFormed()).toBe(true);
      expect(line).not.toMatch(
        /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|^ | $| {2}/u,
      );
      expect(oneLine(line)).toBe(line);
    }),
  );
});
