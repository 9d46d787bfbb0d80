// Which searches of the store find the orders that may fit conditions, and how many there are at most.
import { describe, expect, test } from 'vitest';
import { searchesFor } from '#payments/finding/search-query.ts';
import { readFindWords } from '#slack/find/arguments.ts';

const NOW = Date.parse('2026-11-22T06:00:00Z');
const searches = (words: string) =>
  searchesFor(readFindWords(words, { userId: 'U1', now: NOW, timeZone: 'Africa/Nairobi' }).conditions, NOW);

describe('the searches of the store', () => {
  test('a day is a clause of its days of UTC', () => {
    expect(searches('2026-11-20')).toEqual([
      {
        query: [['day 2026-11-19', 'day 2026-11-20', 'word 202']].map((clause) =>
          expect.arrayContaining(clause),
        ),
      },
    ]);
  });

  test('of words with a year among them another one is looked up, because most orders may have that year', () => {
    expect(searches('“may 2026”')[0]?.query.flat()).toContain('word may');
    expect(searches('“may 2026”')[0]?.query.flat()).not.toContain('word 202');
    expect(searches('“of 2026”')[0]?.query.flat()).toContain('word 202');
  });

  test('a sentence of many words is a short query', () => {
    const words = Array.from({ length: 100 }, (_, index) => `word${index}x`).join(' ');
    for (const { query } of searches(`${words} 2026-01-01..2026-04-30`))
      expect(query.length).toBeLessThan(20);
  });

  test('a long range that goes on up to now is one search, bounded by its end', () => {
    expect(searches('2026-01-01..2026-11-22 jane')).toEqual([
      { query: [expect.arrayContaining(['word jan'])], createdBefore: Date.parse('2026-11-23T21:00:00Z') },
    ]);
  });

  test('of one that is over, what was created later is looked for by its days, in parts of 62 from the last ones on', () => {
    const asked = Date.parse('2026-05-01T21:00:00Z');
    const [last, first, all, ...others] = searches('2026-01-01..2026-04-30 jane');
    expect(others).toEqual([]);
    expect(all).toEqual({ query: [expect.arrayContaining(['word jan'])], createdBefore: asked });
    expect([last?.createdFrom, first?.createdFrom]).toEqual([asked, asked]);
    const days = [first, last].map((search) => search?.query[0] ?? []);
    expect(days.map(({ length }) => length)).toEqual([59, 62]);
    expect([days[0]?.[0], days[0]?.at(-1), days[1]?.[0], days[1]?.at(-1)]).toEqual([
      'day 2025-12-31', 'day 2026-02-27', 'day 2026-02-28', 'day 2026-04-30',
    ]); // biome-ignore format: two ranges
    expect(last?.query[1]).toContain('word jan');
  });

  test('however long a range is, there are a dozen such parts at most', () => {
    expect(searches('1990-01-01..2025-12-31')).toHaveLength(13);
  });
});
