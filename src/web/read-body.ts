// Reads a request's body with a limit on its size, so that nobody can fill the memory.
import type { IncomingMessage } from 'node:http';

/**
 * The body as text, or undefined when it is longer than `mostBytes`; the rest is then read and dropped, because a
 * sender who is cut off never sees the answer. Rejects when the connection breaks.
 */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk);
  }
  return size > mostBytes ? undefined : Buffer.concat(chunks).toString('utf8');
}
