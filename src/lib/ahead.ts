// Reads ahead: while one page is worked on, the next ones are already on their way.

/** The same items. Up to `count` are asked for before they are needed. */
export async function* ahead<Item>(items: AsyncIterable<Item>, count: number): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  const asked: Promise<IteratorResult<Item>>[] = [];
  try {
    for (;;) {
      while (asked.length <= count) {
        const next = iterator.next();
        // It is awaited later; until then nobody would handle it.
        next.catch(() => undefined);
        asked.push(next);
      }
      const result = await asked.shift();
      if (!result || result.done) return;
      yield result.value;
    }
  } finally {
    await iterator.return?.();
  }
}
