// Days, weeks and months in the words of a search, in the ways in which people write them.
import { describe, expect, test } from 'vitest';
import { readFindWords } from '#slack/find/arguments.ts';
import { findDays } from '#slack/find/meanings.ts';

/** 09:00 in Nairobi. */
const NOW = Date.parse('2026-11-22T06:00:00Z');
const HERE = { now: NOW, timeZone: 'Africa/Nairobi' };

describe('days in a search', () => {
  test.each([
    ['22/11/2026', '22 Nov 2026'],
    ['22.11.26', '22 Nov 2026'],
    ['11/22/2026', '22 Nov 2026'],
    ['22 Nov', '22 Nov 2026'],
    ['22nd of November', '22 Nov 2026'],
    ['22 November 2026', '22 Nov 2026'],
    ['Nov. 3, 2026', '3 Nov 2026'],
    ['23 Nov', '23 Nov 2025'],
    ['October 2026', '1 Oct 2026 to 31 Oct 2026'],
    ['this week', 'this week'],
    ['Last Month', 'last month'],
    ['yesterday..today', '21 Nov 2026 to 22 Nov 2026'],
    ['1 Nov to yesterday', '1 Nov 2026 to 21 Nov 2026'],
    ['1 Nov..yesterday', '1 Nov 2026 to 21 Nov 2026'],
    ['Nov. 3 … 5 Nov.', '3 Nov 2026 to 5 Nov 2026'],
    ['1 Oct. – 5 Nov.', '1 Oct 2026 to 5 Nov 2026'],
    ['Oct 2025...Oct 2026', '1 Oct 2025 to 31 Oct 2026'],
    ['01/11/2026 – 15/11/2026 Jane', '1 Nov 2026 to 15 Nov 2026 · “Jane”'],
    ['Jane 3 November 1500', '“Jane” · 3 Nov 2026 · 1,500 or “1500”'],
    ['12/34/5678', '“12/34/5678”'],
  ])('“%s” is understood as %s', (words, understood) => {
    expect(readFindWords(words, { userId: 'UME', ...HERE }).said.join(' · ')).toBe(understood);
  });

  test.each(['12-34-56', '500 November rain', 'SJK7/11/2026x', 'maybe 5', 'in march', '1.5.2.6'])(
    'there is none in “%s”',
    (words) => {
      expect(findDays(words, HERE)).toEqual([]);
    },
  );

  test('a day without its year is the last such day, and 29 February may be none', () => {
    const days = (words: string) =>
      findDays(words, HERE).map(({ read }) => (read.ok ? read.value.firstDay : read.fault));
    expect(days('22 November')).toEqual(['2026-11-22']);
    expect(days('24 Dec, 1 Jan')).toEqual(['2025-12-24', '2026-01-01']);
    expect(days('29 Feb')).toEqual(['no_such_day']);
    expect(days('29 Feb 2024')).toEqual(['2024-02-29']);
  });
});
