// In which language somebody last wrote to a customer: a suggestion that nothing may wait or fail for.
import { expect, onTestFinished, test } from 'vitest';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { createLastLanguage } from '#slack/tasks/last-language.ts';
import type { KeyValueStore } from '#store/store.ts';
import { openSqliteSubject } from '#test/store/sqlite-subject.ts';

async function fresh(own: Partial<KeyValueStore> = {}) {
  const subject = await openSqliteSubject();
  onTestFinished(() => subject.cleanUp());
  const stored = subject.store.keyValues('last-language');
  const clock = createMovingClock();
  const errors: unknown[] = [];
  const language = createLastLanguage({
    keyValues: {
      get: (key) => stored.get(key),
      set: (key, value) => stored.set(key, value),
      delete: (key) => stored.delete(key),
      ...own,
    },
    clock,
    reporter: { error: (error) => String(errors.push(error)) },
  });
  return { stored, clock, errors, language };
}

test('the last language is each person’s own, and English before there is one', async () => {
  const { language } = await fresh();
  await language.remember('U1', 'sw');
  await language.remember('U1', 'fr');
  expect([await language.of('U1'), await language.of('U2')]).toEqual(['fr', 'en']);
});

test('the last language is English when the store has something else', async () => {
  const { language, stored } = await fresh();
  await stored.set('U1', 'tlh');
  expect(await language.of('U1')).toBe('en');
});

test('the last language is English when the store is down, which is reported only where something is lost', async () => {
  const down = () => Promise.reject(new Error('down'));
  const { language, errors } = await fresh({ get: down, set: down });
  expect(await language.of('U1')).toBe('en');
  expect(errors).toEqual([]);
  await language.remember('U1', 'sw');
  expect(errors).toHaveLength(1);
});

test('the last language is English when the store takes longer than a form can wait', async () => {
  const { language, clock } = await fresh({ get: () => new Promise(() => {}) });
  const asked = language.of('U1');
  clock.advance(1_200);
  expect(await asked).toBe('en');
});
