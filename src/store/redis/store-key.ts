// The random key of this Redis (and namespace), made by whoever first needs it, who also writes the format down.
import { createDigest, type Digest, makeStoreKey } from '#store/digest.ts';
import { type Commands, textsIn } from './connection.ts';
import type { Keys } from './keys.ts';
import { OWN } from './layout.ts';

/** Asks the server until it has answered once. Rejects while it is away, and when the key is damaged. */
export function createDigestReader({ ask }: Commands, { storeKey, layout }: Keys): () => Promise<Digest> {
  let known: Digest | undefined;

  async function readKey(): Promise<string | undefined> {
    const [text] = textsIn([await ask(storeKey, 'GET', storeKey)]);
    return text;
  }

  return async () => {
    if (known) return known;
    // Of several replicas that start together, the first one's key stays. A key that is there is not written again, because
    // a server without memory would refuse that.
    const text = (await readKey()) ?? (await makeKey());
    known = createDigest(Buffer.from(text ?? '', 'base64url'));
    return known;
  };

  async function makeKey(): Promise<string | undefined> {
    const key = Buffer.from(makeStoreKey()).toString('base64url');
    // One command writes both or none, so that no store lacks its format.
    await ask(storeKey, 'MSETNX', storeKey, key, layout, OWN);
    return readKey();
  }
}
