// How work of this process runs beside other work: one after the other, shared, ahead of its need, and awaited when it stops.

/** Runs `work` when all work that was begun before under one of `keys` has ended. Settles as `work` does. */
export type InTurn<Key> = <Value>(keys: readonly Key[], work: () => Promise<Value>) => Promise<Value>;

export function createInTurn<Key>(): InTurn<Key> {
  /** For each key the end of the work that was begun last; it never rejects. */
  const ends = new Map<Key, Promise<void>>();
  return (keys, work) => {
    const done = Promise.all(keys.map((key) => ends.get(key))).then(work);
    // All keys are taken in this one step, so two callers never wait for each other.
    const end = done.then(
      () => release(),
      () => release(),
    );
    for (const key of keys) ends.set(key, end);
    function release() {
      for (const key of keys) if (ends.get(key) === end) ends.delete(key);
    }
    return done;
  };
}

/** Wraps `work` so that calls that overlap in time share one run; with keys, those with the same key. */
export function singleFlight<Value, Key = void>(
  work: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const running = new Map<Key, Promise<Value>>();
  return (key) => {
    const already = running.get(key);
    if (already) return already;
    const run = work(key).finally(() => running.delete(key));
    running.set(key, run);
    return run;
  };
}

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

export type InFlight = ReturnType<typeof createInFlight>;

export function createInFlight() {
  const running = new Set<Promise<unknown>>();
  return {
    /** Remembers `work` until it ends. The result is that of `work`. */
    track<Value>(work: Promise<Value>): Promise<Value> {
      running.add(work);
      return work.finally(() => running.delete(work));
    },
    /** Resolves when everything that is tracked now has resolved or rejected. Never rejects. */
    async settled(): Promise<void> {
      await Promise.allSettled(running);
    },
  };
}

/** `read` is given where a page begins: nothing for the first one, then the `next` of the page before. */
export async function* pagesOf<Page extends { readonly next: string | undefined }>(
  read: (from: { readonly after?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  let page = await read({});
  yield page;
  while (page.next !== undefined) {
    page = await read({ after: page.next });
    yield page;
  }
}

/**
 * The whole body, unpacked; undefined when it is longer than `maxBytes`, and then not read on. Rejects when it breaks off, or
 * `signal` aborts. fetch forgets the signal of its request as soon as the request itself is garbage, which may be before the body has
 * come; so the signal ends the reading here.
 */
export async function readAtMost(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  // A body that is cancelled closes its connection, and reads as one that has ended.
  const cancel = () => void reader?.cancel(signal.reason).catch(() => undefined);
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel);
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      size += read.value.byteLength;
      if (size > maxBytes) {
        cancel();
        return undefined;
      }
      chunks.push(read.value);
    }
    signal.throwIfAborted();
    return Buffer.concat(chunks);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
