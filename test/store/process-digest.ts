// A process that opens the store and says the digest of a text. Arguments: the store's address.
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';

const [url = ''] = process.argv.slice(2);
const store = await openStore(url, { clock: systemClock });
process.stdout.write(`${await store.digest('text')}\n`);
await store.close();
process.stdin.destroy();
