// What src/store/driver.ts promises, for every driver.
import { describe, expect, onTestFinished, test } from 'vitest';
import { leaseKey, VALUES, valueKey } from '#store/documents.ts';
import { ANY_REV, type Doc, type Driver, type Range } from '#store/driver.ts';
import { IN_USE, markerDoc } from '#store/marker.ts';

/** `open` gives a driver over an empty store. */
export function driverContract(name: string, open: () => Promise<Driver>): void {
  async function fresh() {
    const driver = await open();
    onTestFinished(() => driver.close());
    return driver;
  }
  /** One whose marker says that Teller may use it. */
  async function inUse() {
    const driver = await fresh();
    await driver.commit({ put: [markerDoc({ status: 'own' }, new Uint8Array(32))] });
    return driver;
  }
  const doc = (key: string, sets: Doc['sets'] = {}, more: Partial<Doc> = {}): Doc => ({
    ...{ key, rev: '0', text: `text of ${key}`, sets },
    ...more,
  });
  const content = ({ rev, text }: Doc) => ({ rev, text });
  const keysOf = (entries: readonly { key: string }[]) => entries.map(({ key }) => key);
  async function scanned(driver: Driver, prefix: string): Promise<Doc[]> {
    const docs = new Map<string, Doc>();
    for await (const page of driver.scan(prefix)) for (const one of page) docs.set(one.key, one);
    return [...docs.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }
  const keysUnder = async (driver: Driver, prefix: string) => keysOf(await scanned(driver, prefix));

  describe(`the port on ${name}: documents`, () => {
    test('read answers documents in the order of the keys, and undefined for others', async () => {
      const driver = await fresh();
      const [one, two] = [doc('a:1', {}, { rev: 'x', text: '"\u0000 € \n' }), doc('a:2', {}, { text: '' })];
      expect((await driver.commit({ put: [one, two] })).size).toBe(0);
      expect(await driver.read(['a:2', 'a:3', 'a:1'])).toEqual([content(two), undefined, content(one)]);
      expect(await driver.read([])).toEqual([]);
    });

    test('a commit with anything stale writes nothing, and answers what each stale document has', async () => {
      const driver = await fresh();
      await driver.commit({ put: [doc('a:1', { s: 1 }), doc('a:2', {}, { rev: '7' }), doc('a:3')] });
      const stale = await driver.commit({
        expect: { 'a:1': '0', 'a:2': undefined, 'a:3': '1', 'a:4': '0', 'a:5': ANY_REV, 'a:6': undefined },
        put: [doc('a:1', { t: 2 }, { rev: '1' }), doc('a:6')],
        drop: ['a:3'],
      });
      expect(Object.fromEntries(stale)).toEqual({
        'a:2': '7',
        'a:3': '0',
        'a:4': undefined,
        'a:5': undefined,
      });
      expect(await keysUnder(driver, '')).toEqual(['a:1', 'a:2', 'a:3']);
      expect(keysOf(await driver.list('s'))).toEqual(['a:1']);
      expect(await driver.list('t')).toEqual([]);
    });

    test('a commit whose expectations hold puts and drops, and moves documents between their sets', async () => {
      const driver = await fresh();
      await driver.commit({ put: [doc('a:1', { s: 1, kept: 5 }), doc('a:2', { s: 2 })] });
      const changed = doc('a:1', { t: 3.25, kept: 6 }, { rev: '1', text: 'new' });
      const expected = { 'a:1': '0', 'a:2': ANY_REV, 'a:3': undefined };
      expect((await driver.commit({ expect: expected, put: [changed], drop: ['a:2', 'a:9'] })).size).toBe(0);
      expect(await driver.read(['a:1', 'a:2'])).toEqual([content(changed), undefined]);
      expect(await driver.list('s')).toEqual([]);
      expect(await driver.list('t')).toEqual([{ score: 3.25, key: 'a:1', ...content(changed) }]);
      expect(await driver.list('kept')).toEqual([{ score: 6, key: 'a:1', ...content(changed) }]);
    });

    test('of commits that expect the same revision one goes through', async () => {
      const driver = await fresh();
      await driver.commit({ put: [doc('a:1')] });
      const put = (rev: string) =>
        driver.commit({ expect: { 'a:1': '0' }, put: [doc('a:1', {}, { rev })], unsynced: true });
      const stale = await Promise.all(['1', '2', '3', '4'].map(put));
      expect(stale.filter(({ size }) => size === 0)).toHaveLength(1);
    });

    test('a score that is no number is refused before anything is stored', async () => {
      const driver = await fresh();
      const put = [doc('a:1'), doc('a:2', { s: Number.NaN })];
      await expect(driver.commit({ put })).rejects.toThrow('numbers');
      expect(await driver.read(['a:1'])).toEqual([undefined]);
    });

    test('a document with a time to live ends, and one that is put without is there for ever', async () => {
      const driver = await fresh();
      await driver.commit({ put: [doc('a:1', {}, { ttlMs: 1 }), doc('a:2', {}, { ttlMs: 600_000 })] });
      await expect.poll(() => driver.read(['a:1'])).toEqual([undefined]);
      expect((await driver.commit({ expect: { 'a:1': undefined } })).size).toBe(0);
      const [kept] = await scanned(driver, 'a:2');
      expect(kept?.ttlMs).toBeGreaterThan(590_000);
      await driver.commit({ put: [doc('a:2')] });
      expect((await scanned(driver, ''))[0]).toMatchObject({ key: 'a:2', ttlMs: undefined });
    });
  });

  describe(`the port on ${name}: lists`, () => {
    /** References differ in case, dashes and length, and some of them share a millisecond. */
    const SCORES = {
      'a:B': 1,
      'a:b': 1,
      'a:B-1': 1,
      'a:é': 1,
      'a:z': -2.5,
      'a:c': 1e13,
      'a:d': 7,
      'a:😀': 1,
    };
    const SORTED = ['a:z', 'a:B', 'a:B-1', 'a:b', 'a:é', 'a:😀', 'a:d', 'a:c'];
    async function filled() {
      const driver = await fresh();
      await driver.commit({ put: Object.entries(SCORES).map(([key, s]) => doc(key, { s })) });
      return driver;
    }
    const at = (key: keyof typeof SCORES) => ({ score: SCORES[key], key });

    test.each<[Range, string[]]>([
      [{}, SORTED],
      [{ newestFirst: true }, SORTED.toReversed()],
      [{ limit: 2 }, SORTED.slice(0, 2)],
      [{ newestFirst: true, limit: 2 }, SORTED.toReversed().slice(0, 2)],
      [{ from: 1, below: 7 }, SORTED.slice(1, 6)],
      [{ from: 7, newestFirst: true }, ['a:c', 'a:d']],
      [{ after: at('a:B-1') }, SORTED.slice(3)],
      [{ after: at('a:B-1'), below: 1 }, []],
      [{ after: at('a:B-1'), below: 7, limit: 2 }, ['a:b', 'a:é']],
      [{ after: { score: 1, key: 'a:a' }, from: 7, limit: 9 }, SORTED.slice(3)],
      [{ after: at('a:b'), newestFirst: true }, SORTED.slice(0, 3).toReversed()],
      [{ after: at('a:b'), newestFirst: true, below: -9, from: 1, limit: 1 }, ['a:B-1']],
      [{ after: at('a:b'), newestFirst: true, from: 2 }, []],
      [{ after: { score: 5, key: '' } }, ['a:d', 'a:c']],
    ])('%j', async (range, expected) => {
      expect(keysOf(await (await filled()).list('s', range))).toEqual(expected);
    });
  });

  describe(`the port on ${name}: search`, () => {
    const term = (number: number) => number.toString(16).padStart(12, '0');
    /** Each has the terms of the numbers that divide its own; two share a time. */
    const numbered = (number: number) => ({
      ...doc(`order:${number}`, { all: number }),
      index: {
        at: Math.floor(number / 2),
        terms: [1, 2, 3, 4, 5].filter((one) => number % one === 0).map(term),
      },
    });
    const ALL = Array.from({ length: 90 }, (_, index) => numbered(index + 10));
    async function filled() {
      const driver = await fresh();
      await driver.commit({ put: ALL });
      return driver;
    }

    test.each<[number[][], (number: number) => boolean]>([
      [[[1]], () => true],
      [[[3]], (one) => one % 3 === 0],
      [[[3], [2]], (one) => one % 6 === 0],
      [[[3, 5], [1], [4, 9]], (one) => one % 4 === 0 && (one % 3 === 0 || one % 5 === 0)],
      [[[1], []], () => false],
      [[[9]], () => false],
    ])('of %j: the newest first, page after page', async (clauses, fits) => {
      const driver = await filled();
      const query = clauses.map((terms) => terms.map(term));
      const found = await driver.search(query, { limit: 100 });
      const expected = ALL.toReversed().filter((_, index) => fits(99 - index));
      expect(found.map(({ score }) => score)).toEqual(expected.map(({ index }) => index.at));
      expect(keysOf(found).sort()).toEqual(keysOf(expected).sort());
      const paged: string[] = [];
      for (let after: (typeof found)[0] | undefined; ; ) {
        const page = await driver.search(query, { limit: 7, after });
        paged.push(...keysOf(page));
        after = page.at(-1);
        if (!after) break;
        // Stored again, it stays where it is, also beside a document of the same time.
        await driver.commit({ put: ALL.filter(({ key }) => key === after?.key) });
      }
      expect(paged).toEqual(keysOf(found));
      const below = await driver.search(query, { limit: 100, below: 20 });
      expect(below).toEqual(found.filter(({ score }) => score < 20));
    });

    test('answers score, revision and text, and what was dropped or changed is found no more', async () => {
      const driver = await filled();
      const [first] = await driver.search([[term(5)]], { limit: 1, below: 10 });
      expect(first).toEqual({ score: 7, ...content(numbered(15)), key: 'order:15' });
      const changed = { ...numbered(15), index: { at: 7, terms: [term(8)] } };
      await driver.commit({ put: [changed], drop: ['order:10'] });
      expect(await driver.search([[term(5)]], { limit: 1, below: 10 })).toEqual([]);
      expect(keysOf(await driver.search([[term(8), term(5)]], { limit: 9, below: 10 }))).toEqual([
        'order:15',
      ]);
    });
  });

  describe(`the port on ${name}: the whole store`, () => {
    test('scan has every document under a prefix, which may have any characters', async () => {
      const driver = await fresh();
      const many = Array.from({ length: 1_200 }, (_, index) => doc(`b:${index}`));
      const odd = ['[a]*', '[a]?*', 'a*', 'a\\', 'aa'].map((key) => doc(key, { s: 1 }));
      await driver.commit({ put: [...many, ...odd] });
      expect(await keysUnder(driver, 'b:')).toEqual(keysOf(many).sort());
      expect(await keysUnder(driver, '[a]*')).toEqual(['[a]*']);
      expect(await keysUnder(driver, 'a\\')).toEqual(['a\\']);
      expect(await scanned(driver, 'aa')).toEqual([doc('aa', { s: 1 }, { ttlMs: undefined })]);
      expect(await keysUnder(driver, '')).toHaveLength(1_205);
    });

    test('scan has values, and a commit stores them', async () => {
      const driver = await fresh();
      const key = valueKey('threads', 'a::b');
      await driver.commit({ put: [doc(key, {}, { rev: 'value', text: '{"value":1}', ttlMs: 600_000 })] });
      const [value] = await scanned(driver, VALUES);
      expect(value).toMatchObject({ key, rev: 'value', text: '{"value":1}', sets: {} });
      expect(value?.ttlMs).toBeGreaterThan(590_000);
      const values = driver.values?.('threads');
      if (values) expect(await values.get('a::b')).toBe('{"value":1}');
      await values?.set('c', 'text');
      expect(await keysUnder(driver, '')).toHaveLength(values ? 2 : 1);
      expect(await values?.delete('c')).toBe(values && true);
      await driver.commit({ drop: [key] });
      expect(await keysUnder(driver, VALUES)).toEqual([]);
    });

    test('misplaced names documents whose sets or terms are others, and passes over changed ones', async () => {
      const driver = await fresh();
      const index = { at: 1, terms: ['0123456789ab'] };
      const [placed, moved, unindexed, changed] = [
        doc('a:1', { s: 1 }, { index }),
        doc('a:2', { s: 1 }),
        doc('a:3', { s: 1 }),
        doc('a:4', { s: 1 }),
      ];
      await driver.commit({ put: [placed, moved, unindexed, changed] });
      expect(await driver.misplaced([placed, moved, unindexed, changed])).toEqual([]);
      const others = [placed, { ...moved, sets: { s: 2 } }, { ...unindexed, index }];
      const passed = [{ ...changed, sets: { t: 1 }, rev: '9' }, doc('a:5', { s: 1 })];
      expect([...(await driver.misplaced([...others, ...passed]))].sort()).toEqual(['a:2', 'a:3']);
    });

    test('what is dropped is nowhere any more', async () => {
      const driver = await fresh();
      const index = { at: 1, terms: ['0123456789ab'] };
      await driver.commit({ put: [doc('store'), doc('order:1', { s: 1 }, { index }), doc('pulse')] });
      await driver.commit({ drop: ['order:1', 'pulse', 'not there'] });
      expect(await keysUnder(driver, '')).toEqual(['store']);
      expect(await driver.list('s')).toEqual([]);
      expect(await driver.search([index.terms], { limit: 9 })).toEqual([]);
      expect(await driver.damage()).toBeUndefined();
    });
  });

  describe(`the port on ${name}: serving`, () => {
    test('a Teller that serves reads and writes', async () => {
      const driver = await inUse();
      await driver.serve('teller');
      expect(await driver.read(['store'])).toHaveLength(1);
      expect((await driver.commit({ expect: IN_USE, put: [doc('pulse')] })).size).toBe(0);
      await driver.check();
    });

    test('after close every call rejects, and closing again is no mistake', async () => {
      const driver = await inUse();
      await driver.serve('teller');
      await driver.close();
      await expect(driver.read(['store'])).rejects.toThrow();
      await expect(driver.commit({ expect: { ...IN_USE, [leaseKey('x')]: undefined } })).rejects.toThrow();
      await expect(driver.list('s')).rejects.toThrow();
      await driver.close();
    });
  });
}
