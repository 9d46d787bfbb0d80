// Whatever people type becomes one line that can be seen, and no text is shown backwards.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneLine } from '#lib/one-line.ts';

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
