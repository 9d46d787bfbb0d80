// References: typed ones, new ones, and those of charges.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalReference,
  chargeReference,
  foldReference,
  makeReference,
  parseReference,
  parseStoredReference,
} from '#orders/reference.ts';

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
        // One of digits alone gets a letter in front, which another may have by chance.
        fc.pre([random, other].every((drawn) => drawn.slice(0, 10).some((byte) => byte % 32 >= 10)));
        expect(makeReference(other)).not.toBe(makeReference(random));
      }),
    );
  });

  test('a new reference has a letter, so that it is no phone number', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10, max: 9 }), (digits) => {
        expect(makeReference(digits)).toMatch(/^[A-K]\d{4}-\d{5}$/);
      }),
    );
  });

  test('a new reference is refused with fewer than ten random bytes', () => {
    expect(() => makeReference(new Uint8Array(9))).toThrow(RangeError);
  });
});

describe('a reference that is quoted', () => {
  /** Every letter in either case, and anything that people put between them. */
  function spellingsOf(letters: string): fc.Arbitrary<string> {
    const separator = fc.constantFrom('', '', '', '-', ' ', ' - ', '–', '\u2011', '\u00a0', '\n');
    const letter = (upper: string) => fc.constantFrom(upper, upper.toLowerCase());
    return fc
      .tuple(...[...letters].flatMap((one) => [separator, letter(one)]), separator)
      .map((parts) => parts.join(''));
  }
  const lookalikes: Record<string, string> = { '1': '1iIlL', '0': '0oO' };

  test('that Teller made is read in any case, with dashes or spaces anywhere or none', () => {
    const quoted = bytes.chain((random) => {
      const reference = makeReference(random);
      return spellingsOf(reference.replace('-', '')).map((text) => ({ reference, text }));
    });
    fc.assert(
      fc.property(quoted, ({ reference, text }) => {
        expect(canonicalReference(text)).toBe(reference);
      }),
    );
  });

  test('that Teller made is read with I or L in the place of 1, and O in that of 0', () => {
    const quoted = bytes.chain((random) => {
      const reference = makeReference(random);
      const letters = [...reference].map((letter) => fc.constantFrom(...(lookalikes[letter] ?? letter)));
      return fc.tuple(...letters).map((parts) => ({ reference, text: parts.join('') }));
    });
    fc.assert(
      fc.property(quoted, ({ reference, text }) => {
        expect(canonicalReference(text)).toBe(reference);
      }),
    );
  });

  test('is one that Teller could have made, or none', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[A-Za-z0-9\- ]{8,12}$/),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(text, (quoted) => {
        const read = canonicalReference(quoted);
        const count = quoted.replace(/[\s\p{Pd}]/gu, '').length;
        if (read === undefined) return;
        expect(count).toBe(10);
        expect(read).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
        expect(canonicalReference(read)).toBe(read);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    '',
    '-----',
    'BR6ZC-VV9H',
    'BR6ZC-VV9H12',
    'BR6ZC-VV9HU',
    'BR6ZC_VV9H1',
    'BR6ZC-VV9H1/t',
    'ſR6ZC-VV9H1',
  ])('%j is none that Teller made', (text) => {
    expect(canonicalReference(text)).toBeUndefined();
  });

  test('that a person chose is the same in any case, with or without its dashes, and different in all else', () => {
    const typed = fc.stringMatching(/^[A-Za-z0-9\-_.:]{1,50}$/);
    const changeCase = (text: string, random: readonly boolean[]) =>
      [...text].map((one, index) => (random[index] ? one.toUpperCase() : one.toLowerCase())).join('');
    fc.assert(
      fc.property(typed, typed, fc.array(fc.boolean(), { maxLength: 50 }), (reference, other, cases) => {
        const folded = foldReference(reference);
        expect(foldReference(changeCase(reference, cases))).toBe(folded);
        expect(foldReference(reference.replaceAll('-', ''))).toBe(folded);
        expect(foldReference(` ${reference.replaceAll('-', '–')} `)).toBe(folded);
        const plain = (text: string) => text.replaceAll('-', '').toLowerCase();
        expect(foldReference(other) === folded).toBe(plain(other) === plain(reference));
      }),
    );
  });

  test.each(['', ' ', '-', '– –', 'INV 77', 'INV/77', 'ſ-1', 'x'.repeat(51)])(
    '%j is none that a person chose',
    (text) => {
      expect(foldReference(text)).toBeUndefined();
    },
  );
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
