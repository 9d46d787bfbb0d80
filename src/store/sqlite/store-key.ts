// The random key of this file, made when the file is first opened.
import type { DatabaseSync } from 'node:sqlite';
import { createDigest, type Digest, makeStoreKey } from '#store/digest.ts';

/** Throws when the key is damaged, or cannot be written to a new file. */
export function readDigest(connection: DatabaseSync): Digest {
  const select = connection.prepare('SELECT key FROM store_key');
  // A file that has its key is only read, so that no other process must be waited for.
  if (!select.get()) {
    // Of two processes that open a new file together, the first one's key stays.
    connection.prepare('INSERT OR IGNORE INTO store_key (only, key) VALUES (1, ?)').run(makeStoreKey());
  }
  return createDigest(select.get()?.['key']);
}
