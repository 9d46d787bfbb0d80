// Why the store cannot be used, for /readyz. Anybody may read that, so no file and no address is named.
import { refusalOf } from './redis/unreachable.ts';
import { reasonOf } from './sqlite/file-faults.ts';
import { StoreRefusal } from './store-state.ts';

const REFUSED = 'it’s locked for Teller. Restart Teller to see why.';

/** A sentence, with the next step where the reason is known, about what `Store.ping` has rejected with. */
export function whyUnusable(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  const why = error instanceof StoreRefusal ? REFUSED : (reasonOf(error) ?? refusalOf(cause)?.join('. '));
  return why === undefined ? 'the store can’t be reached' : `the store can’t be used: ${why}`;
}
