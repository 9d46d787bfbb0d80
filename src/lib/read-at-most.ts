// Reads the body of an answer that came from outside, up to a limit of size.

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
