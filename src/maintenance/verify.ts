// `npm run store -- verify`: whether every order of a store can be read and nobody has touched its audit record.
import { existsSync } from 'node:fs';
import { systemClock } from '#lib/clock.ts';
import { verifyChain } from '#store/audit-chain.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { type Command, WrongUse } from './command.ts';

/** The end of a file of `/pay report audit`: a line of the record as it was then. */
export type KnownLine = { readonly seq: number; readonly hash: string };

export const verifyCommand: Command = {
  usage: [
    'verify [<store> [<number> <hash>]]',
    'Is every order readable, and the audit record whole? Without <store> that of STORE_URL is meant.',
    '<number> <hash>: the last line of a file of /pay report audit, to be compared.',
  ],
  async run([url, seq, hash, ...more], { storeUrl, say }) {
    const known = knownLine(seq, hash);
    if (known === 'wrong' || more.length > 0) throw new WrongUse();
    checkFile(url ?? storeUrl);
    const store = await openStore(url ?? storeUrl, { clock: systemClock });
    try {
      return { isGood: await verify(store, say, known) };
    } finally {
      await store.close();
    }
  },
};

function knownLine(seq: string | undefined, hash: string | undefined): KnownLine | undefined | 'wrong' {
  if (seq === undefined) return undefined;
  const isLine = /^[1-9]\d*$/.test(seq) && hash !== undefined && /^[0-9a-f]{64}$/.test(hash);
  return isLine ? { seq: Number(seq), hash } : 'wrong';
}

/** Opening would make a new file, in which all is as it should be. */
function checkFile(url: string): void {
  const file = /^sqlite:(.+)$/i.exec(url)?.[1];
  if (file !== undefined && !existsSync(file))
    throw new Error(`There is no store at ${file}. Check the address.`);
}

/** So many orders are named; of more only the number is said. */
const MAX_NAMED = 20;

/**
 * Says in sentences what was found, and resolves to whether all is as it should be. With `known` the record must still have that
 * line. Changes nothing. Rejects when the store cannot be read.
 */
export async function verify(
  store: Pick<Store, 'everyOrder' | 'audit'>,
  say: (sentence: string) => void,
  known?: KnownLine,
): Promise<boolean> {
  const areReadable = await verifyOrders(store, say);
  const isWhole = await verifyRecord(store, say);
  return (known === undefined || (await verifyKnown(store, say, known))) && areReadable && isWhole;
}

async function verifyOrders({ everyOrder }: Pick<Store, 'everyOrder'>, say: (sentence: string) => void) {
  const readable = new Set<string>();
  const damaged = new Set<string>();
  for await (const page of everyOrder()) {
    for (const { reference } of page.orders) readable.add(reference);
    for (const reference of page.damaged) damaged.add(reference);
  }
  if (damaged.size === 0) say(`Orders: ${counted(readable.size)}, and every one can be read.`);
  else {
    const named = [...damaged].slice(0, MAX_NAMED).join(', ');
    const more = damaged.size > MAX_NAMED ? ', and others' : '';
    say(
      `Orders: ${counted(damaged.size)} of ${counted(readable.size + damaged.size)} cannot be read: ${named}${more}. Look those payments up at the payment service, and restore the store from a backup if you can.`,
    );
  }
  return damaged.size === 0;
}

const FAULTS = {
  changed: (line: string) =>
    `${line} was changed, or the one before it together with its hash. Nothing after that can be relied on`,
  missing: (line: string) => `${line} is missing`,
  added: (line: string) => `${line} was added by somebody else than Teller`,
};

async function verifyRecord({ audit }: Pick<Store, 'audit'>, say: (sentence: string) => void) {
  const check = await verifyChain(audit);
  if (check.status === 'whole') {
    const { count, hash } = check.head;
    say(
      `Audit record: ${counted(count)} lines, and the chain is whole.${count > 0 ? ` It ends with ${hash}.` : ''}`,
    );
    return true;
  }
  const fault = FAULTS[check.fault](`line ${check.seq}`);
  say(
    `Audit record: ${fault}. Find out who can write to the store, and compare with the files of /pay report audit.`,
  );
  return false;
}

async function verifyKnown(
  { audit }: Pick<Store, 'audit'>,
  say: (sentence: string) => void,
  known: KnownLine,
) {
  const [found] = await audit.read({ after: known.seq - 1, limit: 1 });
  const isSame = found?.line?.hash === known.hash;
  say(
    isSame
      ? `Line ${known.seq} is the one that you named, so nothing up to it was changed or cut off since.`
      : `Line ${known.seq} is not the one that you named: something up to it was changed or cut off since.`,
  );
  return isSame;
}

function counted(count: number): string {
  return count.toLocaleString('en');
}
