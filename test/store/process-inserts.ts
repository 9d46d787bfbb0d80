// A process that stores orders until it is killed, one alone and then two together, and says the reference of the one or
// the first once the promise has resolved.
// Arguments: the store's address, a prefix for the references.
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import { sampleOrder } from './sample-order.ts';

const [url = '', prefix] = process.argv.slice(2);
const store = await openStore(url, { clock: systemClock });
for (let count = 0; ; count++) {
  const reference = `${prefix}-${count}`;
  const order = sampleOrder(reference);
  const second = sampleOrder(`${reference}-second`);
  const stored =
    count % 2 === 0
      ? await store.orders.insert(order, { check: count })
      : await store.orders.saveTogether([
          { order, isNew: true, trigger: { check: count } },
          { order: second, isNew: true, trigger: { check: count } },
        ]);
  if (!stored) throw new Error('taken');
  process.stdout.write(`${reference}\n`);
}
