// A process that stores orders until it is killed, one alone and then two together, each with its line for the audit record, and
// says the reference of the one or the first once the promise has resolved.
// Arguments: the store's address, a prefix for the references.
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import type { OrderChange } from '#store/orders.ts';
import { sampleAuditEvent } from './sample-audit-event.ts';
import { referenceOf, sampleOrder } from './sample-order.ts';

const [url = '', prefix] = process.argv.slice(2);
const store = await openStore(url, { clock: systemClock });
for (let count = 0; ; count++) {
  const reference = `${prefix}-${count}`;
  const change = (name: string): OrderChange => ({
    order: sampleOrder(name),
    isNew: true,
    trigger: { check: count },
    events: [sampleAuditEvent({ event: 'asked', order: referenceOf(name), outcome: '' })],
  });
  const stored = await store.orders.saveTogether(
    count % 2 === 0 ? [change(reference)] : [change(reference), change(`${reference}-second`)],
  );
  if (!stored) throw new Error('taken');
  process.stdout.write(`${reference}\n`);
}
