// A process that opens the store, says "open", then runs the program of each line of its input and says its history.
// Arguments: the store's address.
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import { runClient } from './client.ts';

const program = z.object({ round: z.string(), client: z.string(), seed: z.number(), calls: z.number() });

const [url = ''] = process.argv.slice(2);
const store = await openStore(url, { clock: systemClock });
process.stdout.write('open\n');
for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await runClient(store, program.parse(JSON.parse(line))))}\n`);
await store.close();
