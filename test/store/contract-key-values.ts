// What the store promises of key values: JSON in, the same JSON out, each name for itself, gone when their time is over.
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OpenSubject } from './subject.ts';

const LONG_MS = 600_000;

export function keyValuesContract(open: OpenSubject): void {
  async function fresh() {
    const subject = await open();
    onTestFinished(() => subject.cleanUp());
    return { subject, store: subject.store };
  }

  describe('key values', () => {
    test('any JSON value under any key comes back as it was', async () => {
      const { store } = await fresh();
      const values = store.keyValues('thread');
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: 'grapheme', minLength: 1 }),
          fc.jsonValue(),
          async (key, value) => {
            await values.set(key, value);
            // What JSON itself makes of it: it knows no minus zero.
            expect(await values.get(key)).toEqual(JSON.parse(JSON.stringify(value)));
          },
        ),
        { numRuns: 50 },
      );
    });

    test('a value that was never set, or was deleted, is undefined', async () => {
      const { store } = await fresh();
      const values = store.keyValues('thread');
      expect(await values.get('key')).toBeUndefined();
      await values.set('key', 'value');
      await values.delete('key');
      await values.delete('never made');
      expect(await values.get('key')).toBeUndefined();
    });

    test('a value is replaced by the next one under its key, time to live included', async () => {
      const { subject, store } = await fresh();
      const values = store.keyValues('thread');
      await values.set('key', { old: true }, 50);
      await values.set('key', { old: false });
      await subject.letTimePass(60);
      expect(await values.get('key')).toEqual({ old: false });
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

    test('a value ends when its time to live is over, and not before', async () => {
      const { subject, store } = await fresh();
      const values = store.keyValues('token');
      await values.set('short', 1, 50);
      await values.set('long', 2, LONG_MS);
      await values.set('for ever', 3);
      expect(await values.get('long')).toBe(2);
      await subject.letTimePass(60);
      expect(await values.get('short')).toBeUndefined();
      expect(await values.get('long')).toBe(2);
      expect(await values.get('for ever')).toBe(3);
    });

    test.each([0, -5, 0.5])('a time to live of %d ms is no time, not for ever', async (ttlMs) => {
      const { subject, store } = await fresh();
      const values = store.keyValues('token');
      await values.set('key', 'value', ttlMs);
      await subject.letTimePass(10);
      expect(await values.get('key')).toBeUndefined();
    });

    test('key values are shared by replicas and outlive a restart', async () => {
      const { subject, store } = await fresh();
      const other = await subject.another();
      await store.keyValues('token').set('key', { token: 'x' }, LONG_MS);
      expect(await other.keyValues('token').get('key')).toEqual({ token: 'x' });
      const reopened = await subject.reopen();
      expect(await reopened.keyValues('token').get('key')).toEqual({ token: 'x' });
    });
  });
}
