// `npm run store -- forget`: erases a customer's data without Slack, for merchants without approvers. Teller may run meanwhile: its
// queue of deliveries then redraws the messages, else it does so at the next start.
import { createInterface } from 'node:readline/promises';
import { systemClock } from '#lib/clock.ts';
import { parseContact, plainNumber } from '#lib/msisdn.ts';
import { counted } from '#lib/text.ts';
import { EAST_AFRICA } from '#lib/time.ts';
import { OPERATOR } from '#orders/audit-line.ts';
import type { Kept } from '#orders/forgetting.ts';
import type { Reference } from '#orders/reference.ts';
import { createBulkStore } from '#payments/bulk/bulk-store.ts';
import { createNamedInBulks } from '#payments/bulk/named-in-bulks.ts';
import { ordersOfCustomer, type Person } from '#payments/finding/customers.ts';
import type { NamingFile } from '#payments/finding/forget-jobs.ts';
import { createForget } from '#payments/status/forget.ts';
import { createOrderSaves, InvariantBroken } from '#payments/status/order-saves.ts';
import { createOrderUpdates } from '#payments/status/order-updates.ts';
import { openForReading, openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { checkOwn, StoreRefusal } from '#store/store-state.ts';
import { type Command, type Io, type Outcome, WrongUse } from './command.ts';

export const forgetCommand: Command = {
  usage: [
    'forget <phone or email> [--yes] [<store>]',
    'Erases a customer’s data from closed orders in a store (STORE_URL by default). Teller can keep running.',
    'Write the phone number with its country code. --yes skips the confirmation.',
  ],
  options: ['--yes'],
  async run(words, io) {
    const [typed, url, ...more] = words.filter((word) => word !== '--yes');
    if (typed === undefined || more.length > 0) throw new WrongUse();
    const person = personOf(typed);
    await refuseOther(url ?? io.storeUrl);
    const store = await openStore(url ?? io.storeUrl, { clock: systemClock });
    try {
      return await forgetIn(store, person, io, words.includes('--yes') ? async () => true : isConfirmed);
    } finally {
      await store.close();
    }
  },
};

/** Throws a sentence. A number without its country code may be a stranger's. */
function personOf(typed: string): Person {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed)) return { is: 'email', text: typed };
  const msisdn = parseContact(typed, 'KE');
  const digits = plainNumber(typed).replace(/\D/g, '').replace(/^00/, '');
  if (!msisdn || digits !== msisdn)
    throw new Error(
      'That isn’t an email address or a phone number with its country code, such as +254712345678.',
    );
  return { is: 'number', msisdn };
}

/** Rejects where nothing is there, too, and where a copy would bring back what is erased. */
async function refuseOther(url: string): Promise<void> {
  const reader = await openForReading(url);
  const state = await reader.state().finally(() => reader.close());
  if (state.status === 'moved')
    throw new Error(`This store was moved to ${state.to}. Erase the customer there, then delete this store.`);
  checkOwn(state);
}

type Waiting = Kept & { readonly reference: Reference };

/** Rejects with a sentence. `confirm` asks whether the data is to be erased from so many orders. */
async function forgetIn(
  store: Store,
  person: Person,
  io: Io,
  confirm: (orders: number) => Promise<boolean>,
): Promise<Outcome> {
  const { forget, named } = forgetterOf(store);
  await named.eraseRowsOfOver();
  const mayGo: Reference[] = [];
  const kept: Waiting[] = [];
  for await (const order of ordersOfCustomer(store.orders, person)) {
    if (order.erasedAt !== undefined) continue;
    const why = await forget.whyKept(order);
    if (why) kept.push({ reference: order.reference, ...why });
    else mayGo.push(order.reference);
  }
  const files = await named.filesNaming(person);
  if (mayGo.length > 0 && !(await confirm(mayGo.length)))
    return { isGood: false, facts: { erased: 0, kept, files } };
  // The question may have waited for long.
  await checkInUse(store, 'Nothing was erased.');
  let erased = 0;
  const refused: Reference[] = [];
  for (const reference of mayGo) {
    try {
      const result = await forget.forget(reference, OPERATOR);
      if (result.status === 'erased') erased += 1;
      else if (result.status === 'kept') kept.push({ reference, ...result.kept });
    } catch (error) {
      if (!(error instanceof InvariantBroken)) throw error;
      refused.push(reference);
      io.say(`Not erased: ${error.message}. This is a bug in Teller. Report this line.`);
    }
  }
  await checkInUse(store, 'The other store may still have the data. Erase it there too.');
  const facts = { erased, kept, files, refused };
  sayOutcome(io, facts);
  return { isGood: refused.length === 0, facts };
}

/** Throws a sentence that ends with `so` when everything was moved to another store, or is just being copied there. */
async function checkInUse(store: Store, so: string): Promise<void> {
  try {
    await store.ping();
  } catch (error) {
    throw error instanceof StoreRefusal
      ? new StoreRefusal(`${error.message} ${so}`, { cause: error })
      : error;
  }
}

/** As Teller itself joins it, without what only a running process needs. */
function forgetterOf(store: Store) {
  const { orders, keyValues, leases, digest, scrub } = store;
  const saves = createOrderSaves({
    orders,
    reporter: { error: () => '' },
    saveRefused: () => {},
    // Erasing enters no money.
    timeZone: EAST_AFRICA,
  });
  const updates = createOrderUpdates({ orders, saves, clock: systemClock, orderChanged: () => {} });
  const bulks = createBulkStore({ keyValues: keyValues('bulks'), leases, digest, clock: systemClock });
  const named = createNamedInBulks(bulks);
  const forget = createForget({
    orders,
    updates,
    scrub,
    runningBulks: named.beingSent,
    clock: systemClock,
  });
  return { forget, named };
}

async function isConfirmed(count: number): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Error('There’s no terminal to confirm in. To erase without confirmation, add --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal
    .question(`Erase the customer’s data from ${counted(count, 'order')}? This can’t be undone. Type yes: `)
    .finally(() => terminal.close());
  return answer.trim().toLowerCase() === 'yes';
}

const REASONS = {
  open: 'can still be paid',
  waiting: 'is pending: decline or withdraw the request first',
  review: 'is to review',
  refund: 'is being refunded',
  recurring: 'is a recurring link',
  bulk: 'is part of a running bulk',
} as const satisfies Record<Kept['because'], string>;

type Facts = {
  readonly erased: number;
  readonly kept: readonly Waiting[];
  readonly files: readonly NamingFile[];
  /** Those whose erasing would have saved what no order can be. */
  readonly refused: readonly Reference[];
};

function sayOutcome(io: Io, { erased, kept, files, refused }: Facts): void {
  io.say(
    erased + kept.length + files.length + refused.length === 0
      ? 'No data found for this customer.'
      : `Erased the customer’s data from ${counted(erased, 'order')}.`,
  );
  for (const { reference, because, until } of kept) {
    const day = until === undefined ? '' : ` until ${new Date(until).toISOString().slice(0, 10)}`;
    io.say(`Not erased: ${reference} ${REASONS[because]}${day}.`);
  }
  for (const { by, channel, rows, until } of files) {
    const when =
      until === undefined
        ? 'is being sent'
        : `needs confirmation until ${new Date(until).toISOString().slice(0, 16)}Z`;
    io.say(`Not erased: ${counted(rows, 'row')} of a bulk by ${by} for ${channel}, which ${when}.`);
  }
  if (erased === 0) return;
  io.say('While Teller runs, it updates its messages in Slack.');
  io.say(
    'On Redis, run redis-cli BGREWRITEAOF (on every node of a cluster) to remove the data from its file too.',
  );
  io.say(
    'Teller can’t erase files in Slack, people’s own messages, search results in direct messages, backups, or Pesapal’s records.',
  );
}
