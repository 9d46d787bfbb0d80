// `npm run store -- forget`: erases a customer's data without Slack, for merchants without approvers. Teller may run meanwhile: its
// queue of deliveries then redraws the messages, else it does so at the next start.
import { createInterface } from 'node:readline/promises';
import { systemClock } from '#lib/clock.ts';
import { parseContact, plainNumber } from '#lib/msisdn.ts';
import { counted } from '#lib/text.ts';
import { EAST_AFRICA } from '#lib/time.ts';
import { OPERATOR } from '#orders/audit-line.ts';
import { KEPT_REASONS } from '#orders/forgetting.ts';
import { createBulkStore } from '#payments/bulk/bulk-store.ts';
import { createNamedInBulks } from '#payments/bulk/named-in-bulks.ts';
import type { Person } from '#payments/finding/customers.ts';
import { createForget } from '#payments/status/forget.ts';
import { createOrderSaves, InvariantBroken } from '#payments/status/order-saves.ts';
import { createOrderUpdates } from '#payments/status/order-updates.ts';
import { openStore, withReader } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { checkOwn } from '#store/store-state.ts';
import { type Io, type Outcome, WrongUse } from './command.ts';

export async function forget([typed, url, ...more]: readonly string[], io: Io): Promise<Outcome> {
  if (typed === undefined || more.length > 0) throw new WrongUse();
  const person = readPerson(typed);
  const storeUrl = url ?? io.storeUrl;
  // Nothing is made where nothing is, and nothing erased where a copy would bring it back.
  await withReader(storeUrl, async ({ marker }) => checkOwn(marker));
  const store = await openStore(storeUrl, { clock: systemClock });
  return forgetIn(store, person, io).finally(store.close);
}

/** Throws a sentence. A number without its country code may be a stranger's. */
function readPerson(typed: string): Person {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed)) return { is: 'email', text: typed };
  const msisdn = parseContact(typed, 'KE');
  const digits = plainNumber(typed).replace(/\D/g, '').replace(/^00/, '');
  if (!msisdn || digits !== msisdn)
    throw new Error(
      'That isn’t an email address or a phone number with its country code, such as +254712345678.',
    );
  return { is: 'number', msisdn };
}

async function forgetIn(store: Store, person: Person, { say, isConfirmed }: Io): Promise<Outcome> {
  const { forget, named } = createParts(store);
  await named.eraseRowsOfOver();
  const { mayGo, kept, files } = await forget.find(person);
  if (mayGo.length > 0 && !isConfirmed && !(await askForYes(mayGo.length)))
    return { isGood: false, erased: 0, kept, files };
  let erased = 0;
  const refused: string[] = [];
  for (const { reference } of mayGo) {
    try {
      const result = await forget.forget(reference, OPERATOR);
      if (result.status === 'erased') erased += 1;
      if (result.status === 'kept') kept.push({ reference, ...result.kept });
    } catch (error) {
      if (!(error instanceof InvariantBroken)) throw error;
      refused.push(reference);
      say(`Not erased: ${error.message}. This is a bug in Teller. Report this line.`);
    }
  }

  say(
    erased + kept.length + files.length + refused.length === 0
      ? 'No data found for this customer.'
      : `Erased the customer’s data from ${counted(erased, 'order')}.`,
  );
  const till = (time?: number) => (time ? ` until ${new Date(time).toISOString().slice(0, 16)}Z` : '');
  for (const { reference, because, until } of kept)
    say(`Not erased: ${reference} ${KEPT_REASONS[because]}${till(until)}.`);
  for (const { by, channel, rows, until } of files) {
    const which = until ? `needs confirmation${till(until)}` : 'is being sent';
    say(`Not erased: ${counted(rows, 'row')} of a bulk by ${by} for ${channel}, which ${which}.`);
  }
  if (erased > 0) say(AFTERWARDS);
  return { isGood: refused.length === 0, erased, kept, files, refused };
}

/** As Teller itself joins its parts, without what only a running process needs. Erasing enters no money, so any time zone will do. */
function createParts({ orders, keyValues, leases, digest, scrub }: Store) {
  const clock = systemClock;
  const reporting = { reporter: { error: () => '' }, saveRefused: () => {} };
  const saves = createOrderSaves({ orders, ...reporting, timeZone: EAST_AFRICA });
  const updates = createOrderUpdates({ orders, saves, clock, orderChanged: () => {} });
  const named = createNamedInBulks(createBulkStore({ keyValues: keyValues('bulks'), leases, digest, clock }));
  return { forget: createForget({ orders, updates, scrub, named, clock }), named };
}

async function askForYes(count: number): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Error('There’s no terminal to confirm in. To erase without confirmation, add --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal
    .question(`Erase the customer’s data from ${counted(count, 'order')}? This can’t be undone. Type yes: `)
    .finally(() => terminal.close());
  return answer.trim().toLowerCase() === 'yes';
}

const AFTERWARDS = `While Teller runs, it updates its messages in Slack.
On Redis, run redis-cli BGREWRITEAOF (on every node of a cluster) to remove the data from its file too.
Teller can’t erase files in Slack, people’s own messages, search results in direct messages, backups, or Pesapal’s records.`;
