// Under whose names a refund is asked for.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refundUsername } from '#payments/ordering/refund-calls.ts';
import { LIMITS } from '#provider/limits.ts';

const AMINA = { id: 'U1', name: 'Amina' };

test('a refund names who asked and who approved', () => {
  expect(refundUsername(AMINA, { id: 'U2', name: 'Zoë Müller' })).toBe('Amina, approved by Zoe Muller');
});

test('a very long name leaves room for the other one, whatever both are', () => {
  expect(refundUsername({ id: 'U2', name: 'Otieno '.repeat(40) }, AMINA)).toMatch(/, approved by Amina$/);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      const username = refundUsername({ id: 'U1', name: one }, { id: 'U2', name: other });
      expect(username.length).toBeLessThanOrEqual(LIMITS.username);
      expect(username).toMatch(/^[\x20-\x7e]*[a-z0-9][\x20-\x7e]*, approved by [\x20-\x7e]*[a-z0-9]/i);
    }),
  );
});

test('a name without plain letters gives way to the id', () => {
  expect(refundUsername({ id: 'U7', name: 'अमीना' }, AMINA)).toBe('U7, approved by Amina');
});
