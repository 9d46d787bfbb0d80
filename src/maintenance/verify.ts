// `npm run store -- verify`: whether every order of a store can be read and stands where it belongs, and nobody has touched its
// audit record.
import { counted } from '#lib/text.ts';
import { type ChainCheck, verifyChain } from '#store/audit-chain.ts';
import { openForReading } from '#store/open.ts';
import type { StoreReader } from '#store/records.ts';
import { type Command, type Io, type Outcome, WrongUse } from './command.ts';
import { verifyOrders } from './verify-orders.ts';

/** The end of a file of `/pay report audit`: a line of the record as it was then. */
type KnownLine = { readonly seq: number; readonly hash: string };

export const verifyCommand: Command = {
  usage: [
    'verify [<store> [<number> <hash>]]',
    'Checks the orders, indexes and audit record of a store (STORE_URL by default).',
    '<number> <hash>: the last line of a /pay report audit file, to compare.',
  ],
  async run([url, seq, hash, ...more], io) {
    const known = knownLine(seq, hash);
    if (known === 'wrong' || more.length > 0) throw new WrongUse();
    const reader = await openForReading(url ?? io.storeUrl);
    try {
      return await verify(reader, io, known);
    } finally {
      await reader.close();
    }
  },
};

function knownLine(seq: string | undefined, hash: string | undefined): KnownLine | undefined | 'wrong' {
  if (seq === undefined) return undefined;
  const isLine = /^[1-9]\d*$/.test(seq) && hash !== undefined && /^[0-9a-f]{64}$/.test(hash);
  return isLine ? { seq: Number(seq), hash } : 'wrong';
}

/**
 * Says in sentences what was found, and resolves to whether all is as it should be. With `known` the record must still have that
 * line. Changes nothing. Rejects when the store cannot be read.
 */
export async function verify(
  reader: Omit<StoreReader, 'close'>,
  io: Pick<Io, 'say' | 'progress'>,
  known?: KnownLine,
): Promise<Outcome> {
  await sayState(reader, io.say);
  const orders = await verifyOrders(reader, io);
  const record = await verifyRecord(reader, io.say);
  const isKnown = known === undefined || (await verifyKnown(reader, io.say, known));
  return {
    isGood: orders.isGood && record.status === 'whole' && isKnown,
    facts: { ...orders.facts, record, ...(known && { isKnown }) },
  };
}

/** Not a fault, but whoever asks may mean another store. */
async function sayState(reader: Pick<StoreReader, 'state'>, say: Io['say']): Promise<void> {
  const state = await reader.state();
  if (state.status === 'moved') say(`This store was moved to ${state.to}.`);
  if (state.status === 'copy') say(`This store is an unfinished copy of ${state.from}.`);
}

const FAULTS = {
  changed: (line: string) => `${line}, or the line before it, was changed. Don’t rely on anything after it`,
  missing: (line: string) => `${line} is missing`,
  added: (line: string) => `${line} wasn’t added by Teller`,
};

async function verifyRecord({ audit }: Pick<StoreReader, 'audit'>, say: Io['say']): Promise<ChainCheck> {
  const check = await verifyChain(audit);
  if (check.status === 'whole') {
    const { count, hash } = check.head;
    say(
      `Audit record: ${counted(count, 'line')}, complete and unchanged.${count > 0 ? ` It ends with ${hash}.` : ''}`,
    );
    return check;
  }
  const fault = FAULTS[check.fault](`line ${check.seq}`);
  say(
    `Audit record: ${fault}. Find out who can write to the store, and compare it with earlier /pay report audit files.`,
  );
  return check;
}

async function verifyKnown({ audit }: Pick<StoreReader, 'audit'>, say: Io['say'], known: KnownLine) {
  const [found] = await audit.read({ after: known.seq - 1, limit: 1 });
  const isSame = found?.line?.hash === known.hash;
  say(
    isSame
      ? `Line ${known.seq} matches: nothing up to it has been changed or cut off.`
      : `Line ${known.seq} doesn’t match: something up to it was changed or cut off.`,
  );
  return isSame;
}
