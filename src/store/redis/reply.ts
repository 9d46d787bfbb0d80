// Checks that an answer of Redis has the form that is expected.

/** A list of texts, with undefined where there is none. */
export function textsIn(reply: unknown): (string | undefined)[] {
  return listIn(reply).map((item) => {
    if (item === null) return undefined;
    if (typeof item !== 'string') throw new TypeError('Redis answered with something that is no text');
    return item;
  });
}

export function listIn(reply: unknown): unknown[] {
  if (!Array.isArray(reply)) throw new TypeError('Redis answered with something that is no list');
  return reply;
}
