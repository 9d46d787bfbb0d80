// Reads the body of an answer that came from outside, up to a limit of size.

/**
 * The whole body, unpacked; undefined when it is longer than `maxBytes`, and then not read on. Rejects when it breaks off, or
 * `signal` aborts. That must be the one of the request: fetch forgets it as soon as the request itself is garbage, which may be
 * before the body has come.
 */
export async function readAtMost(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response.body?.pipeThrough(new TransformStream(), { signal }) ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
