import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { masked, maskedText } from '#sandbox/page/server/masking.ts';
import { dayOf, slackDate, timeOf } from '#sandbox/page/web/state/dates.ts';
import { rowsOf } from '#sandbox/page/web/workspace/file-card.ts';

const AT = Date.UTC(2026, 10, 21, 10, 36);
const NAIROBI = { zone: 'Africa/Nairobi', now: AT + 60_000 };

describe('times are shown in the reader’s zone', () => {
  it.each([
    ['{date_short_pretty} {time}', 'today 1:36 PM'],
    ['{date_num}', '2026-11-21'],
    ['{date}', 'November 21st, 2026'],
    ['{date_long}', 'Saturday, November 21st, 2026'],
    ['{nothing}', '{nothing}'],
  ])('%s as %s', (format, shown) => {
    expect(slackDate(AT / 1000, format, NAIROBI)).toBe(shown);
  });

  it('and so it may be another day there', () => {
    const now = Date.UTC(2026, 10, 21, 22);
    expect(dayOf(AT, { zone: 'UTC', now })).toBe('Today');
    expect(dayOf(AT, { zone: 'Africa/Nairobi', now })).toBe('Yesterday');
    expect(timeOf(AT, { zone: 'America/New_York' })).toBe('5:36 AM');
  });
});

describe('the preview of a CSV file', () => {
  it('gives back every cell that a careful writer has put in', () => {
    const cell = fc.string().filter((text) => text !== '');
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 }), (rows) => {
        const csv = rows
          .map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
          .join('\r\n');
        expect(rowsOf(csv)).toEqual(rows);
      }),
    );
  });
});

describe('what is shown of the wire', () => {
  it('has no key, no token, and no part of an address that nobody may guess', () => {
    const shown = JSON.stringify(
      masked({
        body: { consumer_key: 'k1', consumer_secret: 's1', token: 't1', amount: 5 },
        url: 'https://x.example/ipn/abcdef?OrderTrackingId=1',
        list: ['Bearer abc.def', 'xoxb-1-2'],
      }),
    );
    expect(shown).not.toMatch(/k1|s1|t1|abcdef|abc\.def|xoxb-1/);
    expect(shown).toContain('OrderTrackingId=1');
    expect(shown).toContain('"amount":5');
    expect(maskedText('POST http://127.0.0.1:1/response/9f9f')).toBe('POST http://127.0.0.1:1/response/•••');
  });
});
