// Reads bodies of requests whose sender is not known yet: what a signature is over must be there before it can be checked.
// Anybody can begin such requests and end none of them, so all bodies together have a limit too.
import type { IncomingMessage } from 'node:http';

/** Slack's requests stay far below. */
const MAX_BYTES = 1024 * 1024;

/** Of all bodies that are still coming. */
const MAX_HELD_BYTES = 32 * 1024 * 1024;

/** About what a piece of a body takes beside its bytes; a body may come byte by byte. */
const PIECE_BYTES = 256;

/** The body, or why there is none. `cut_off`: others came after it and needed the room. */
type Body = Buffer | 'too_long' | 'cut_off';

/**
 * Calls `read` with the body once, and never when the sender breaks off. Above MAX_HELD_BYTES the request that was begun first
 * is cut off, and not the newest: Slack's are there within moments, so who sends slowly cannot keep them out.
 */
export function createBodyReader(): (request: IncomingMessage, read: (body: Body) => void) => void {
  /** The requests whose bodies are still coming, in the order in which they were begun. */
  const coming = new Set<{ end(body: Body): void }>();
  let heldBytes = 0;

  return (request, read) => {
    let pieces: Buffer[] = [];
    let size = 0;
    let ownBytes = 0;
    const own = {
      end(body?: Body) {
        if (!coming.delete(own)) return;
        drop();
        if (body !== undefined) read(body);
      },
    };
    function drop() {
      heldBytes -= ownBytes;
      ownBytes = 0;
      pieces = [];
    }

    coming.add(own);
    request.on('data', (chunk: Buffer) => {
      if (!coming.has(own)) return;
      size += chunk.length;
      // The rest is read and dropped, because a sender who is cut off never sees the answer.
      if (size > MAX_BYTES) return drop();
      // A copy, because a piece would keep everything that arrived with it.
      pieces.push(Buffer.from(chunk));
      ownBytes += chunk.length + PIECE_BYTES;
      heldBytes += chunk.length + PIECE_BYTES;
      for (const first of coming) {
        if (heldBytes <= MAX_HELD_BYTES) break;
        first.end('cut_off');
      }
    });
    request.on('end', () => own.end(size > MAX_BYTES ? 'too_long' : Buffer.concat(pieces)));
    request.on('close', () => own.end());
  };
}
