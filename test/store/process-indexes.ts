// A process that indexes one order of before for each line that it reads, and says how many are indexed.
// Argument: the store's address.
import { createInterface } from 'node:readline';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';

const [url = ''] = process.argv.slice(2);
const store = await openStore(url, { clock: systemClock });
for await (const _ of createInterface({ input: process.stdin }))
  process.stdout.write(`${(await store.indexOlder(1)).indexed}\n`);
