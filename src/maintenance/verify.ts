// `npm run store -- verify`: whether every order of a store can be read and stands where it belongs, and nobody has touched its
// audit record.
import { counted } from '#lib/counted.ts';
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
    'Is every order readable and in its lists, and the audit record whole? Without <store> that of STORE_URL is meant.',
    '<number> <hash>: the last line of a file of /pay report audit, to be compared.',
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
  if (state.status === 'moved') say(`Everything in this store was moved to ${state.to}.`);
  if (state.status === 'copy') say(`This store is an unfinished copy of ${state.from}.`);
}

const FAULTS = {
  changed: (line: string) =>
    `${line} was changed, or the one before it together with its hash. Nothing after that can be relied on`,
  missing: (line: string) => `${line} is missing`,
  added: (line: string) => `${line} was added by somebody else than Teller`,
};

async function verifyRecord({ audit }: Pick<StoreReader, 'audit'>, say: Io['say']): Promise<ChainCheck> {
  const check = await verifyChain(audit);
  if (check.status === 'whole') {
    const { count, hash } = check.head;
    say(
      `Audit record: ${counted(count, 'line')}, and the chain is whole.${count > 0 ? ` It ends with ${hash}.` : ''}`,
    );
    return check;
  }
  const fault = FAULTS[check.fault](`line ${check.seq}`);
  say(
    `Audit record: ${fault}. Find out who can write to the store, and compare with the files of /pay report audit.`,
  );
  return check;
}

async function verifyKnown({ audit }: Pick<StoreReader, 'audit'>, say: Io['say'], known: KnownLine) {
  const [found] = await audit.read({ after: known.seq - 1, limit: 1 });
  const isSame = found?.line?.hash === known.hash;
  say(
    isSame
      ? `Line ${known.seq} is the one that you named, so nothing up to it was changed or cut off since.`
      : `Line ${known.seq} is not the one that you named: something up to it was changed or cut off since.`,
  );
  return isSame;
}
