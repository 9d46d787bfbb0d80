// The memory of a form: its id, and the failed order that it sends again.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMemory, writeMemory } from '#slack/forms/form-memory.ts';

const formId = fc.stringMatching(/^[0-9a-f]{32}$/);

describe('the memory of a form', () => {
  test('the memory of a form is read back as it was written', () => {
    fc.assert(
      fc.property(formId, (id) => {
        expect(readMemory(writeMemory({ formId: id }))).toEqual({ formId: id });
      }),
    );
  });

  test.each(['', '{}', 'null', '[]', '{"formId":"x"}', '{"formId":5}', '{"formId"'])(
    'the text %s is no memory of a form',
    (text) => {
      expect(readMemory(text)).toBeUndefined();
    },
  );

  test('the memory of a form is read from no other text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readMemory(text)).toBeUndefined();
      }),
    );
  });
});
