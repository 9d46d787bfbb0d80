// An amount in groups of three that is broken off: something is glued to one of its groups, or a comma stands before the blank.
import { describe, expect, test } from 'vitest';
import type { Prefill } from '#slack/words/command-words.ts';
import { readLinkWords, readPromptWords } from './kenyan-words.ts';

const READERS = [readPromptWords, readLinkWords];

const digitsOf = (text = '') => text.replace(/\D/g, '');

describe('an amount of which only a group can be read', () => {
  test.each([
    ['0712345678 10 000/flour', '10 000/flour'],
    ['0712345678 1 500/=flour', '1 500/=flour'],
    ['0712345678 1 500-flour', '1 500-flour'],
    ['0712345678 1 500- flour', '1 500-'],
    ['0712345678 1 500(flour)', '1 500(flour)'],
    ['0712345678 2 500for flour', '2 500for'],
    ['0712345678 1 500only', '1 500only'],
    ['0712345678 10 000* flour', '10 000*'],
    ['0712345678 1 500 000-flour', '1 500 000-flour'],
    ['0712345678 KES1 500-flour', 'KES1 500-flour'],
    ['10 000,2 bags 0712345678', '10 000,2'],
    ['KES 10 000,2kg flour', 'KES 10 000,2kg'],
    ['KES 1 500,50 flour 0712345678', 'KES 1 500,50'],
    ['10 000/0712345678 flour', '10 000/'],
    ['1 500-0712345678 flour', '1 500-'],
    ['0712345678 KES 1, 500 flour', 'KES 1 500'],
    ['0712345678 KES 12, 000 rent', 'KES 12 000'],
    ['0712345678 KES 1. 500 flour', 'KES 1. 500'],
    ['0712345678 KES 15 00 flour', 'KES 15 00'],
    ['1, 500 KES flour', '1 500 KES'],
    ['0712345678:1 500', ':1 500'],
    ['0712345678=1 500 flour', '=1 500'],
    ['0712345678 flour:1 500', 'flour:1 500'],
    ['0712345678 A4:1 500', 'A4:1 500'],
    ['0712345678 rent-12 345', 'rent-12 345'],
    ['flour *1 500 000* 0712345678', '*1 500 000*'],
  ])('%j is asked about, and stays in the description', (words, named) => {
    for (const read of READERS) {
      const { amount, description, warnings } = read(words);
      expect(amount).toBeUndefined();
      expect(warnings).toContainEqual({ field: 'amount', kind: 'unclear', text: named });
      expect(digitsOf(description)).toContain(digitsOf(named));
    }
  });

  test.each([
    ['10 000,071234567,flour', '000,071234567', '10'],
    ['10 000-071234567 flour', '000-071234567', '10'],
    ['1 500 000,071234567,flour', '000,071234567', '1500'],
    ['10 000,0202345678,flour', '000,0202345678', '10'],
  ])('in %j the group before a number that is none is not left out of the amount', (words, broken, left) => {
    for (const read of READERS) {
      const { amount, warnings } = read(words);
      expect(amount).toBeUndefined();
      expect(warnings).toContainEqual(expect.objectContaining({ text: broken }));
      expect(warnings).toContainEqual({ field: 'amount', kind: 'unclear', text: left });
    }
  });
});

describe('an amount beside digits that are none of its groups', () => {
  test.each<[string, Prefill]>([
    ['0712345678 150 500ml water', { amount: '150', description: '500ml water' }],
    ['0712345678 KES 50 (500ml) water', { amount: '50', description: '(500ml) water' }],
    ['0712345678 150 100% juice', { amount: '150', description: '100% juice' }],
    ['0712345678 1,500.50 200x300 frame', { amount: '1500.50', description: '200x300 frame' }],
    ['0712345678 500 KES 200-page book', { amount: '500', description: '200-page book' }],
    ['0712345678 500 2026-11-21', { amount: '500', description: '2026-11-21' }],
    ['0712345678 rent 21/11 500', { amount: '500', description: 'rent 21/11' }],
    ['0712345678 rent 21/11/2026 500', { amount: '500', description: 'rent 21/11/2026' }],
    ['0712345678 A/12/3 500', { amount: '500', description: 'A/12/3' }],
    ['0712345678 room #5 500', { amount: '500', description: 'room #5' }],
    ['0712345678 A4 500', { amount: '500', description: 'A4' }],
    ['0712345678 INV-2041 500', { amount: '500', description: 'INV-2041' }],
    ['flour 1500, 071-234-567', { amount: '1500', description: 'flour' }],
    ['1,500/= flour 2kg', { amount: '1500', description: 'flour 2kg' }],
    ['10 000/=, flour', { amount: '10000', description: 'flour' }],
  ])('%j is certain', (words, found) => {
    for (const read of READERS) {
      expect(read(words)).toMatchObject(found);
      expect(read(words).warnings?.filter(({ field }) => field === 'amount') ?? []).toEqual([]);
    }
  });
});
