import { expect, test } from 'vitest';
import { readAtMost } from '#lib/read-at-most.ts';

/** Never aborts. */
const { signal: inTime } = new AbortController();

/** An answer whose chunks of 100 bytes never end, until it is left. */
function endless() {
  const sent = { chunks: 0, isLeft: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent.chunks += 1;
      controller.enqueue(new Uint8Array(100));
    },
    cancel() {
      sent.isLeft = true;
    },
  });
  return { answer: new Response(body), sent };
}

test('an answer up to the limit is read whole, also an empty one', async () => {
  expect(await readAtMost(new Response('x'.repeat(10)), 10, inTime)).toEqual(Buffer.from('x'.repeat(10)));
  expect(await readAtMost(new Response(''), 10, inTime)).toHaveLength(0);
  expect(await readAtMost(new Response(null, { status: 204 }), 10, inTime)).toHaveLength(0);
});

test('an answer above the limit is not read, and left at once', async () => {
  expect(await readAtMost(new Response('x'.repeat(11)), 10, inTime)).toBeUndefined();
  const { answer, sent } = endless();
  expect(await readAtMost(answer, 1_000, inTime)).toBeUndefined();
  expect(sent.chunks).toBeLessThan(15);
  expect(sent.isLeft).toBe(true);
});

test('an answer that has not come whole when the signal aborts rejects, and is left', async () => {
  const left = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({ cancel: () => left.resolve() });
  await expect(readAtMost(new Response(body), 10, AbortSignal.timeout(20))).rejects.toThrow(/timeout/);
  await left.promise;
});

test('an answer that breaks off rejects', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('it broke off')),
  });
  await expect(readAtMost(new Response(body), 10, inTime)).rejects.toThrow('it broke off');
});
