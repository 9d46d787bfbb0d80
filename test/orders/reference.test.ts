// References: typed ones, new ones, and those of charges.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chargeReference, makeReference, parseReference, parseStoredReference } from '#orders/reference.ts';

const bytes = fc.uint8Array({ minLength: 10, maxLength: 20 });

describe('a reference that a person types', () => {
  test.each(['INV-2041', 'a', 'Order_7.b:3', 'x'.repeat(50), '  INV-1 '])(
    '%j is accepted as a typed reference',
    (text) => {
      expect(parseReference(text)).toBe(text.trim());
    },
  );

  test.each(['', '   ', 'x'.repeat(51), 'INV 1', 'INV/1', 'INV#1', 'Ä1', 'a\nb', '<!channel>', '١٢'])(
    '%j is refused as a typed reference',
    (text) => {
      expect(parseReference(text)).toBeUndefined();
    },
  );

  test('a typed reference is accepted exactly when the service accepts it: 1 to 50 of the allowed characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aZ09-_.:/ é'), maxLength: 60 }), (text) => {
        const fits = /^[a-z0-9\-_.:]{1,50}$/i.test(text.trim());
        expect(parseReference(text)).toBe(fits ? text.trim() : undefined);
      }),
    );
  });
});

describe('a reference that is made', () => {
  test('a new reference can be typed, and has no letter that is easily misread', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const reference = makeReference(random);
        expect(parseReference(reference)).toBe(reference);
        expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
      }),
    );
  });

  test('two new references differ when any of their fifty random bits differs', () => {
    fc.assert(
      fc.property(bytes, fc.nat(9), fc.integer({ min: 1, max: 31 }), (random, index, change) => {
        const other = random.with(index, (random[index] ?? 0) ^ change);
        expect(makeReference(other)).not.toBe(makeReference(random));
      }),
    );
  });

  test('a new reference is refused with fewer than ten random bytes', () => {
    expect(() => makeReference(new Uint8Array(9))).toThrow(RangeError);
  });
});

describe('the key of a charge', () => {
  const typed = fc.stringMatching(/^[A-Za-z0-9\-_.:]{1,50}$/).map((text) => makeParsed(text));

  test('a charge’s reference is never one that a person can type', () => {
    fc.assert(
      fc.property(typed, fc.string(), (order, trackingId) => {
        expect(parseReference(chargeReference(order, trackingId))).toBeUndefined();
      }),
    );
  });

  test('a charge’s reference is read back from what Teller wrote, and a typed one too', () => {
    fc.assert(
      fc.property(typed, fc.string(), (order, trackingId) => {
        const charge = chargeReference(order, trackingId);
        expect(parseStoredReference(charge)).toBe(charge);
        expect(parseStoredReference(order)).toBe(order);
      }),
    );
    for (const text of ['', '/', '/track-1', 'INV 1/track-1'])
      expect(parseStoredReference(text)).toBeUndefined();
  });

  test('a charge’s reference is different for each charge and each order', () => {
    fc.assert(
      fc.property(typed, typed, fc.uuid(), fc.uuid(), (order, otherOrder, charge, otherCharge) => {
        const same = order === otherOrder && charge === otherCharge;
        expect(chargeReference(order, charge) === chargeReference(otherOrder, otherCharge)).toBe(same);
      }),
    );
  });
});

function makeParsed(text: string) {
  const reference = parseReference(text);
  if (!reference) throw new Error(`${text} is no reference`);
  return reference;
}
