// Letters, digits and blanks of other keyboards become the usual ones, and no number becomes another.
import { expect, test } from 'vitest';
import { plainText } from '#lib/plain-text.ts';

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
