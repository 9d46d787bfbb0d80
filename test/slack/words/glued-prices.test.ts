// How many are sold is no amount where a price stands beside it, though a mark is glued to the price; nor is the price of one.
import { describe, expect, test } from 'vitest';
import type { Prefill } from '#slack/words/command-words.ts';
import { readLinkWords, readPromptWords } from './kenyan-words.ts';

const READERS = [readPromptWords, readLinkWords];

describe('a number beside what may be the price', () => {
  test.each([
    ['0712345678 3 loaves @65', '3, @65'],
    ['0712345678 3 loaves@65', '3, loaves@65'],
    ['0712345678 3 loaves @ 65', '3, 65'],
    ['0712345678 3 loaves x65', '3, x65'],
    ['0712345678 3 loaves 65each', '3, 65each'],
    ['0712345678 2 shirts @500/=', '2, @500/='],
    ['0712345678 2 shirts @KES500', '2, @KES500'],
    ['0712345678 2 bags@500', '2, bags@500'],
    ['0712345678 2 bags=1500', '2, bags=1500'],
    ['0712345678 2 bags:1500', '2, bags:1500'],
    ['0712345678 2 shirts x500', '2, x500'],
    ['0712345678 2 shirts X500', '2, X500'],
    ['0712345678 2 shirts =1500', '2, =1500'],
    ['0712345678 2 shirts *1500*', '2, *1500*'],
    ['0712345678 2 shirts total:1500', '2, total:1500'],
    ['0712345678 2 shirts Ksh=1500', '2, Ksh=1500'],
    ['0712345678 2 shirts 1500/=each', '2, 1500/=each'],
    ['0712345678 2 shirts 1500-', '2, 1500-'],
  ])('%j: the count is asked about, and stays in the description', (words, named) => {
    for (const read of READERS) {
      const { amount, description, warnings } = read(words);
      expect(amount).toBeUndefined();
      expect(description).toBe(words.replace('0712345678 ', ''));
      expect(warnings).toEqual([{ field: 'amount', kind: 'unclear', text: named }]);
    }
  });

  test.each([
    ['0712345678 5 bags @ 250', '@ 250'],
    ['0712345678 3 crates @ 1,200', '@ 1,200'],
    ['0712345678 flour@ 250', 'flour@ 250'],
    ['0712345678 5 bags @ KES 250', '@ KES 250'],
    ['0712345678 5 bags @KES 250', '@KES 250'],
    ['0712345678 flour @ 250', '@ 250'],
    ['0712345678 5 bags at 250', 'at 250'],
    ['0712345678 5 bags 250 each', '250 each'],
    ['0712345678 5 bags 250/= each.', '250/= each.'],
    ['0712345678 5 bags 250 KES Each', '250 KES Each'],
    ['0712345678 5 bags 250 per bag', '250 per'],
    ['0712345678 250 each 5 bags', '250 each'],
    ['0712345678 flour 250 apiece', '250 apiece'],
    ['0712345678 mifuko 250 kila moja', '250 kila'],
    ['0712345678 2 months 3000 per month', '3000 per'],
    ['0712345678 5 bags x 250', 'x 250'],
    ['0712345678 2 x KES 500', 'x KES 500'],
    ['0712345678 2 x 500/=', 'x 500/='],
    ['0712345678 bread 3x 150', '3x 150'],
    ['0712345678 flour 500 x 3', '500 x 3'],
    ['0712345678 1500 x 2 bags', '1500 x 2'],
    ['0712345678 KES 500 × 2', 'KES 500 × 2'],
    ['0712345678 flour 500 x2', '500 x2'],
    ['0712345678 5 bags 250 bob each', '250 bob each'],
    ['0712345678 5 bags each 250', 'each 250'],
    ['0712345678 mifuko 5 kila moja 250', 'kila moja 250'],
    ['0712345678 price per bag 250', 'per bag 250'],
    ['0712345678 5kg sugar at 250', 'at 250'],
    ['0712345678 3 tickets of 500', 'tickets of 500'],
    ['0712345678 5 bags 250 a bag', '250 a bag'],
    ['0712345678 2 nights 3500 a night', '3500 a night'],
    ['0712345678 1500 +200 delivery', '1500, +200'],
    ['0712345678 3 days per day 4500', 'per day 4500'],
    ['0712345678 3 days 4500 per day', '4500 per'],
    ['0712345678 3days per day 4500', 'per day 4500'],
    ['0712345678 3days 4500 per day', '4500 per'],
    ['0712345678 2 weeks kila wiki 500', 'kila wiki 500'],
    ['0712345678 500 x 1 000', '500 x 1'],
    ['0712345678 1500 -200 discount', '1500, -200'],
    ['0712345678 1500 –200 discount', '1500, –200'],
    ['0712345678 KES 1500 + 200 delivery', 'KES 1500, + 200'],
    ['0712345678 1500/= plus 200 delivery', '1500/=, plus 200'],
    ['0712345678 1500 + 16% VAT', '1500, + 16%'],
    ['0712345678 1500 plus Ksh 200 delivery', '1500 plus Ksh 200'],
    ['0712345678 1500 + KES 200', '1500 + KES 200'],
    ['0712345678 three days 4500 per day', '4500 per'],
    ['0712345678 3 days 4500 daily', '4500 daily'],
    ['0712345678 3days, daily 4500', 'daily 4500'],
    ['0712345678 2 weeks KES 500 weekly', 'KES 500 weekly'],
    ['0712345678 siku 3 4500 kwa siku', '4500 kwa'],
    ['0712345678 siku 3 kwa siku 4500', 'kwa siku 4500'],
    ['0712345678 KES 1500 less 200', 'KES 1500, less 200'],
    ['0712345678 1500 minus 10%', '1500, minus 10%'],
    ['0712345678 1500 flour +50 delivery', '1500, +50'],
    ['0712345678 1500 +1,000 delivery', '1500, +1,000'],
    ['0712345678 1500 (+200/=)', '1500, (+200/=)'],
    ['0712345678 1500 +Ksh200 delivery', '1500, +Ksh200'],
    ['0712345678 1500 +200bob', '1500, +200bob'],
    ['0712345678 1500 +2k delivery', '1500, +2k'],
    ['0712345678 1500 -10% discount', '1500, -10%'],
    ['0712345678 discount -200 1500', '1500, -200'],
  ])('%j: the price of one is asked about, because the amount may be that of all', (words, named) => {
    for (const read of READERS) {
      const { amount, description, warnings } = read(words);
      expect(amount).toBeUndefined();
      expect(description).toBe(words.replace('0712345678 ', ''));
      expect(warnings).toEqual([{ field: 'amount', kind: 'unclear', text: named }]);
    }
  });

  test.each([
    ['0712345678 rent May 2026 KES 1500-', '2026 KES, 1500-'],
    ['0712345678 rent room 12 KES 1500-', '12 KES, 1500-'],
    ['0712345678 invoice 2041 KES 1500-', '2041 KES, 1500-'],
    ['0712345678 2 KES 1500-', '2 KES, 1500-'],
  ])('%j: a currency between the two may be either’s, so it is asked about', (words, named) => {
    for (const read of READERS) {
      expect(read(words)).not.toHaveProperty('amount');
      expect(read(words).warnings).toEqual([{ field: 'amount', kind: 'unclear', text: named }]);
    }
  });

  test.each(['2 500ml. milk', '2 (500ml) milk'])('%j: a measure may have marks around it', (words) => {
    for (const read of READERS) {
      expect(read(words)).not.toHaveProperty('amount');
      expect(read(words).warnings).toEqual([{ field: 'amount', kind: 'unclear', text: '2' }]);
    }
  });
});

describe('an amount beside digits that are no price', () => {
  test.each<[string, Prefill]>([
    ['0712345678 50 flour 2kg', { amount: '50', description: 'flour 2kg' }],
    ['0712345678 50 water 500ml.', { amount: '50', description: 'water 500ml.' }],
    ['0712345678 50 A4 paper', { amount: '50', description: 'A4 paper' }],
    ['0712345678 50 room B12', { amount: '50', description: 'room B12' }],
    ['0712345678 50 parking KCA 123B', { amount: '50', description: 'parking KCA 123B' }],
    ['0712345678 50 parking KCA123B', { amount: '50', description: 'parking KCA123B' }],
    ['0712345678 50 cabin 14C', { amount: '50', description: 'cabin 14C' }],
    ['0712345678 50 room 12', { amount: '50', description: 'room 12' }],
    ['0712345678 50 tea 21 Nov', { amount: '50', description: 'tea 21 Nov' }],
    ['0712345678 50 tea 21st Nov', { amount: '50', description: 'tea 21st Nov' }],
    ['0712345678 50 bus 21/11', { amount: '50', description: 'bus 21/11' }],
    ['0712345678 50 bus 21/11/2026.', { amount: '50', description: 'bus 21/11/2026.' }],
    ['0712345678 50 bus 21-11-26', { amount: '50', description: 'bus 21-11-26' }],
    ['0712345678 50 bus 2026-11-21', { amount: '50', description: 'bus 2026-11-21' }],
    ['0712345678 KES 50 shirts @25', { amount: '50', currency: 'KES', description: 'shirts @25' }],
    ['0712345678 50 KES shirts @25', { amount: '50', currency: 'KES', description: 'shirts @25' }],
    ['0712345678 50/= shirts @25', { amount: '50', description: 'shirts @25' }],
    ['0712345678 1500 2 shirts @750', { amount: '1500', description: '2 shirts @750' }],
    ['0712345678 1500 KES 2-piece suit', { amount: '1500', currency: 'KES', description: '2-piece suit' }],
    ['0712345678 1500 flour @ 75', { amount: '1500', description: 'flour @ 75' }],
    ['0712345678 2 bags 1500', { amount: '1500', description: '2 bags' }],
    ['0712345678 lunch at 1500', { amount: '1500', description: 'lunch at' }],
    ['0712345678 gym KES 500 per month', { amount: '500', currency: 'KES', description: 'gym per month' }],
    ['0712345678 1500 per week, rent', { amount: '1500', description: 'per week, rent' }],
    ['0712345678 gym 1500 a month', { amount: '1500', description: 'gym a month' }],
    ['0712345678 1500 a pair of shoes', { amount: '1500', description: 'a pair of shoes' }],
    ['0712345678 as per quote 1500', { amount: '1500', description: 'as per quote' }],
    ['0712345678 rent per month 1500', { amount: '1500', description: 'rent per month' }],
    ['0712345678 rent kila mwezi 1500', { amount: '1500', description: 'rent kila mwezi' }],
    ['0712345678 Unga x1 250', { amount: '250', description: 'Unga x1' }],
    ['0712345678 Unga 1x 500', { amount: '500', description: 'Unga 1x' }],
    ['0712345678 1 x 500 Unga', { amount: '500', description: '1 x Unga' }],
    ['0712345678 500 x1 Unga', { amount: '500', description: 'x1 Unga' }],
    ['0712345678 500 x 1 Unga', { amount: '500', description: 'x 1 Unga' }],
    ['0712345678 INV -0023 1500', { amount: '1500', description: 'INV -0023' }],
    ['0712345678 hotel 12 -14 Dec 9000', { amount: '9000', description: 'hotel 12 -14 Dec' }],
    ['0712345678 table for 2 +1 1500', { amount: '1500', description: 'table for 2 +1' }],
    ['0712345678 1500 INV -0023', { amount: '1500', description: 'INV -0023' }],
    ['0712345678 rent Nov 2026 1500 monthly', { amount: '1500', description: 'rent Nov 2026 monthly' }],
    ['0712345678 daily 1500 rent', { amount: '1500', description: 'daily rent' }],
    ['0712345678 1500 kwa siku', { amount: '1500', description: 'kwa siku' }],
    ['0712345678 1500 kwa unga 2kg', { amount: '1500', description: 'kwa unga 2kg' }],
    ['0712345678 DStv Compact Plus 6200', { amount: '6200', description: 'DStv Compact Plus' }],
    ['0712345678 Family Plus KES 1500', { amount: '1500', currency: 'KES', description: 'Family Plus' }],
    ['0712345678 KES 1500 plus 2 bags', { amount: '1500', currency: 'KES', description: 'plus 2 bags' }],
    ['0712345678 KES 1500 - 2 bags', { amount: '1500', currency: 'KES', description: '2 bags' }],
    ['0712345678 1500 flour + milk', { amount: '1500', description: 'flour + milk' }],
    ['0712345678 May 2026 rent of 1500', { amount: '1500', description: 'May 2026 rent of' }],
    ['0712345678 1500 x-ray', { amount: '1500', description: 'x-ray' }],
    ['0712345678 from @ann 1500', { amount: '1500', description: 'from @ann' }],
  ])('%j is certain', (words, found) => {
    for (const read of READERS) {
      expect(read(words)).toMatchObject(found);
      expect(read(words)).not.toHaveProperty('warnings');
    }
  });
});
