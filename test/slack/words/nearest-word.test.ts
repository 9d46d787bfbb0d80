// Which word a misspelt one is taken for: the word that "Did you mean" suggests, or none.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestWord } from '#slack/words/typed-words.ts';

const WORDS = ['link', 'find', 'refund', 'report', 'cancel', 'settings'];

describe('a misspelt word', () => {
  test.each([
    ['cancle', 'cancel'],
    ['acncel', 'cancel'],
    ['canecl', 'cancel'],
    ['ancel', 'cancel'],
    ['cance', 'cancel'],
    ['ccancel', 'cancel'],
    ['cancell', 'cancel'],
    ['cansel', 'cancel'],
    ['lnik', 'link'],
    ['setings', 'settings'],
    ['esttings', 'settings'],
  ])('%s is taken for %s', (word, meant) => {
    expect(nearestWord(word, WORDS)).toBe(meant);
  });

  test('of two words that are near enough the nearer is meant, whichever comes first', () => {
    expect(nearestWord('refunds', ['refute', 'refund'])).toBe('refund');
    expect(nearestWord('refunds', ['refund', 'refute'])).toBe('refund');
  });

  test('of a word of three letters or fewer one letter may be wrong, and no second', () => {
    expect(nearestWord('by', ['my'])).toBe('my');
    expect(nearestWord('sit', ['set'])).toBe('set');
    expect(nearestWord('sat', ['sip'])).toBeUndefined();
  });

  test('a third of the letters of the shorter word may be wrong, and no more', () => {
    expect(nearestWord('xxncel', ['cancel'])).toBe('cancel');
    expect(nearestWord('xxxcel', ['cancel'])).toBeUndefined();
    expect(nearestWord('xxnce', ['cancel'])).toBeUndefined();
    expect(nearestWord('cancelxx', ['cancel'])).toBe('cancel');
    expect(nearestWord('cancelxxx', ['cancel'])).toBeUndefined();
  });

  test.each(['knil', 'nilk', 'lixn', 'likx', 'xxlink', 'xlnik', 'linkxx'])(
    '%s has two faults, so it is not taken for link',
    (word) => {
      expect(nearestWord(word, ['link'])).toBeUndefined();
    },
  );

  test('a word of thirty letters may be misspelt, and a longer one is no word at all', () => {
    const long = 'abcdefghijklmnopqrstuvwxyzabcd';
    expect(nearestWord(`${long.slice(0, -1)}e`, [long])).toBe(long);
    expect(nearestWord(`${long}d`, [long])).toBeUndefined();
  });

  test('with no words there is none that was meant', () => {
    expect(nearestWord('link', [])).toBeUndefined();
  });
});

const word = fc.stringMatching(/^[a-z]{1,20}$/);

test('every word is the nearest to itself', () => {
  fc.assert(fc.property(word, fc.array(word), (one, others) => nearestWord(one, [...others, one]) === one));
});

test('a word in which two neighbours are swapped, or to which a letter is added, is always recognised', () => {
  fc.assert(
    fc.property(word, fc.nat(), fc.constantFrom(...'abcxyz'), (meant, place, letter) => {
      const at = place % meant.length;
      const added = `${meant.slice(0, at)}${letter}${meant.slice(at)}`;
      const swapped = `${meant.slice(0, at)}${meant[at + 1] ?? ''}${meant[at]}${meant.slice(at + 2)}`;
      expect([nearestWord(added, [meant]), nearestWord(swapped, [meant])]).toEqual([meant, meant]);
    }),
  );
});
