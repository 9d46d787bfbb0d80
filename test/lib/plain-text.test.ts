// Letters, digits and blanks of other keyboards become the usual ones, and no number becomes another.
import { expect, test } from 'vitest';
import { plainText, withoutShortcodes } from '#lib/plain-text.ts';

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
