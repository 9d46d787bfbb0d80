// A process that opens the store, says "open", waits for a line of input, claims all that is due and says what it got.
// Arguments: the store's address.
import { once } from 'node:events';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';

const [url = ''] = process.argv.slice(2);
const store = await openStore(url, { clock: systemClock });
process.stdout.write('open\n');
await once(process.stdin, 'data');
for (let more = true; more; ) {
  const claims = await store.orders.claim('check', { now: 1_000, leaseMs: 60_000, limit: 3 });
  for (const claim of claims) {
    process.stdout.write(`${claim.reference}\n`);
    if (!(await store.orders.get(claim.reference))) throw new Error('claimed, and not in the store');
  }
  more = claims.length > 0;
}
await store.close();
process.stdin.destroy();
