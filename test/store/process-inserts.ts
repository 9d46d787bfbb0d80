// A process that inserts orders until it is killed, and says each reference once its promise has resolved.
// Arguments: the store's address, a prefix for the references.
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import { sampleOrder } from './sample-order.ts';

const [url = '', prefix] = process.argv.slice(2);
const store = await openStore(url, { clock: systemClock });
for (let count = 0; ; count++) {
  const reference = `${prefix}-${count}`;
  if (!(await store.orders.insert(sampleOrder(reference), { check: count }))) throw new Error('taken');
  process.stdout.write(`${reference}\n`);
}
