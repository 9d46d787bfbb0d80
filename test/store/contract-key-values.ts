// The notes' promises: JSON in, the same JSON out, each name for itself, gone when their time is over.
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OpenSubject } from './subject.ts';

const LONG_MS = 600_000;

export function notesContract(open: OpenSubject): void {
  async function fresh() {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
    return { subject, store: subject.store };
  }

  describe('notes', () => {
    test('any JSON value under any key comes back as it was', async () => {
      const { store } = await fresh();
      const notes = store.keyValues('thread');
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: 'grapheme', minLength: 1 }),
          fc.jsonValue(),
          async (key, value) => {
            await notes.set(key, value);
            // What JSON itself makes of it: it knows no minus zero.
            expect(await notes.get(key)).toEqual(JSON.parse(JSON.stringify(value)));
          },
        ),
        { numRuns: 50 },
      );
    });

    test('a note that was never made, or was deleted, is undefined', async () => {
      const { store } = await fresh();
      const notes = store.keyValues('thread');
      expect(await notes.get('key')).toBeUndefined();
      await notes.set('key', 'value');
      await notes.delete('key');
      await notes.delete('never made');
      expect(await notes.get('key')).toBeUndefined();
    });

    test('a note is replaced by the next one under its key, time to live included', async () => {
      const { subject, store } = await fresh();
      const notes = store.keyValues('thread');
      await notes.set('key', { old: true }, 50);
      await notes.set('key', { old: false });
      await subject.letTimePass(60);
      expect(await notes.get('key')).toEqual({ old: false });
    });

    test('names are kept apart, also where name and key together read the same', async () => {
      const { store } = await fresh();
      const places = [
        ['a', 'b:c'],
        ['a:b', 'c'],
        ['a', 'c'],
        ['a', 'a:c'],
        ['c', 'a'],
      ] as const;
      for (const [name, key] of places) await store.keyValues(name).set(key, `${name} ${key}`);
      for (const [name, key] of places) expect(await store.keyValues(name).get(key)).toBe(`${name} ${key}`);
      await store.keyValues('a').delete('c');
      expect(await store.keyValues('a').get('c')).toBeUndefined();
      expect(await store.keyValues('a').get('a:c')).toBe('a a:c');
      expect(await store.keyValues('a:b').get('c')).toBe('a:b c');
    });

    test('a note ends when its time to live is over, and not before', async () => {
      const { subject, store } = await fresh();
      const notes = store.keyValues('token');
      await notes.set('short', 1, 50);
      await notes.set('long', 2, LONG_MS);
      await notes.set('for ever', 3);
      expect(await notes.get('long')).toBe(2);
      await subject.letTimePass(60);
      expect(await notes.get('short')).toBeUndefined();
      expect(await notes.get('long')).toBe(2);
      expect(await notes.get('for ever')).toBe(3);
    });

    test.each([0, -5, 0.5])('a time to live of %d ms is no time, not for ever', async (ttlMs) => {
      const { subject, store } = await fresh();
      const notes = store.keyValues('token');
      await notes.set('key', 'value', ttlMs);
      await subject.letTimePass(10);
      expect(await notes.get('key')).toBeUndefined();
    });

    test('notes are shared by replicas and outlive a restart', async () => {
      const { subject, store } = await fresh();
      const other = await subject.another();
      await store.keyValues('token').set('key', { token: 'x' }, LONG_MS);
      expect(await other.keyValues('token').get('key')).toEqual({ token: 'x' });
      const reopened = await subject.reopen();
      expect(await reopened.keyValues('token').get('key')).toEqual({ token: 'x' });
    });
  });
}
