// What people write after `digest`, read kindly.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WEEKDAYS } from '#payments/reports/digest-schedule.ts';
import { readDigestWords } from '#slack/digest/digest.ts';
import { mrkdwnOf } from '#slack/ui/say.ts';

const faultOf = (words: string): string => {
  const read = readDigestWords(words);
  return read.ok ? '' : mrkdwnOf(read.fault);
};

describe('the words of a digest', () => {
  test.each([
    ['daily 18:00', { time: '18:00' }],
    ['daily at 6pm', { time: '18:00' }],
    ['Daily 6 PM', { time: '18:00' }],
    ['daily 6 p.m.', { time: '18:00' }],
    ['daily 18.00', { time: '18:00' }],
    ['daily 18h30', { time: '18:30' }],
    ['daily 1830', { time: '18:30' }],
    ['daily 18h', { time: '18:00' }],
    ['daily 8', { time: '08:00' }],
    ['daily 8:05', { time: '08:05' }],
    ['daily 12am', { time: '00:00' }],
    ['daily 12pm', { time: '12:00' }],
    ['daily noon', { time: '12:00' }],
    ['everyday at midday', { time: '12:00' }],
    ['days 6p.m.', { time: '18:00' }],
    ['each day 6 p. m.', { time: '18:00' }],
    ['daily at 8 o’clock', { time: '08:00' }],
    ['Daily, the 8 oclock', { time: '08:00' }],
    ['daily 18 h', { time: '18:00' }],
    ['daily 1800 hrs', { time: '18:00' }],
    ['“daily” (18:00)!!', { time: '18:00' }],
    ['every day at midnight', { time: '00:00' }],
    ['18:00 daily', { time: '18:00' }],
    ['weekly mon 08:00', { time: '08:00', weekday: 'monday' }],
    ['weekly monday 8am', { time: '08:00', weekday: 'monday' }],
    ['weekly on Tues at 8.30', { time: '08:30', weekday: 'tuesday' }],
    ['every friday 17:00', { time: '17:00', weekday: 'friday' }],
    ['each week on monday and at 8', { time: '08:00', weekday: 'monday' }],
    ['a week, monday 8', { time: '08:00', weekday: 'monday' }],
    ['Mondays, 8am', { time: '08:00', weekday: 'monday' }],
    ['thurs 9', { time: '09:00', weekday: 'thursday' }],
  ])('“%s” is understood', (words, schedule) => {
    expect(readDigestWords(words)).toEqual({ ok: true, value: schedule });
  });

  test('each day of the week is known by its name, its plural and its first three letters', () => {
    for (const weekday of WEEKDAYS)
      for (const word of [weekday, `${weekday}s`, weekday.slice(0, 3), weekday.toUpperCase()])
        expect(readDigestWords(`weekly ${word} 08:00`)).toEqual({
          ok: true,
          value: { time: '08:00', weekday },
        });
  });

  test('nothing asks how it is, and off switches it off', () => {
    for (const nothing of ['', '  '])
      expect(readDigestWords(nothing)).toEqual({ ok: true, value: undefined });
    for (const off of ['OFF', 'stop', 'none', 'never'])
      expect(readDigestWords(off)).toEqual({ ok: true, value: 'off' });
  });

  test.each([
    ['daily', 'Add a time'],
    ['weekly monday', 'Add a time'],
    ['monday', 'Add a time'],
    ['weekly 18:00', 'Add a day'],
    ['18:00', 'Say how often'],
    ['on', 'Say how often'],
    ['daily 25:00', 'that isn’t a time of day'],
    ['daily 18:60', 'that isn’t a time of day'],
    ['daily 13pm', 'that isn’t a time of day'],
    ['daily 0am', 'that isn’t a time of day'],
    ['daily 8:00 18:00', 'a channel has one summary'],
    ['weekly mon tue 08:00', 'a channel has one summary'],
    ['daily weekly mon 8:00', 'a channel has one summary'],
    ['daily monday 08:00', 'a channel has one summary'],
    ['daily 18:00 off', 'a channel has one summary'],
    ['off daily', 'a channel has one summary'],
    ['off 18:00', 'a channel has one summary'],
    ['off monday', 'a channel has one summary'],
    ['weekly mon 8 never', 'a channel has one summary'],
  ])('“%s” lacks something or says too much: %s', (words, fault) => {
    expect(faultOf(words)).toMatch(new RegExp(`^Nothing changed[.:] ${fault}`));
  });

  test.each([
    ['dayly 18:00', 'dayly', 'daily'],
    ['wekly mon 8', 'wekly', 'weekly'],
    ['weekly modnay 8', 'modnay', 'monday'],
    ['of', 'of', 'off'],
    ['monthly 8', 'monthly', undefined],
    ['daily noonn', 'noonn', 'noon'],
    ['daily midnigt', 'midnigt', 'midnight'],
    ['weekly mo 8', 'mo', undefined],
    ['daily x18', 'x18', undefined],
    ['daily 18x', '18x', undefined],
  ])('of “%s” the word “%s” is not known; the nearest is %s', (words, word, nearest) => {
    expect(faultOf(words)).toContain(`I don’t know “${word}”, so nothing changed.`);
    expect(/Did you mean `(.*)`\?/.exec(faultOf(words))?.[1]).toBe(nearest);
  });

  test('every minute of the day is read as it is usually written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (hour, minute) => {
        const [hh, mm] = [hour, minute].map((part) => String(part).padStart(2, '0'));
        const half = `${hour % 12 || 12}:${mm}${hour < 12 ? 'am' : 'pm'}`;
        for (const written of [`${hh}:${mm}`, `${hour}.${mm}`, `${hh}${mm}`, half])
          expect(readDigestWords(`daily ${written}`), written).toEqual({
            ok: true,
            value: { time: `${hh}:${mm}` },
          });
      }),
    );
  });

  test('any words are understood or refused', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[dailywekmon :.\dapm]{0,20}$/)),
        (words) => {
          const read = readDigestWords(words);
          if (read.ok && typeof read.value === 'object')
            expect(read.value.time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
        },
      ),
    );
  });
});
