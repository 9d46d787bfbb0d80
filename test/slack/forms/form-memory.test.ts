// What a form remembers: its own id, and nothing that is not one.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMemory, writeMemory } from '#slack/forms/form-memory.ts';

const formId = fc.stringMatching(/^[0-9a-f]{32}$/);

describe('the memory of a form', () => {
  test('comes back as it was written', () => {
    fc.assert(
      fc.property(formId, (id) => {
        expect(readMemory(writeMemory({ formId: id }))).toEqual({ formId: id });
      }),
    );
  });

  test.each(['', '{}', 'null', '[]', '{"formId":"x"}', '{"formId":5}', '{"formId"'])('is not %s', (text) => {
    expect(readMemory(text)).toBeUndefined();
  });

  test('is never guessed from anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readMemory(text)).toBeUndefined();
      }),
    );
  });
});
