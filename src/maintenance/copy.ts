// `npm run store -- copy`: everything of one store into another one, of the same kind or the other. It may be cut off anywhere
// and run again: orders are put there once more as they are, key values anew, and the audit record goes on where it ended.
// The source is marked as moved before the target may be used, so that no two Tellers ever work with the same orders.
import { setImmediate } from 'node:timers/promises';
import { ahead } from '#lib/async.ts';
import { systemClock } from '#lib/clock.ts';
import { counted } from '#lib/text.ts';
import { hashOf } from '#store/audit-chain.ts';
import { createDigest } from '#store/digest.ts';
import { mended } from '#store/expected.ts';
import { openPair } from '#store/open.ts';
import type { StoreKeeper } from '#store/records.ts';
import { checkOwn, StoreRefusal } from '#store/store-state.ts';
import { type Command, createProgress, type Io, WrongUse } from './command.ts';

export const copyCommand: Command = {
  usage: [
    'copy <from> <to>',
    'Moves everything to another, empty store. Stop Teller first. <from> is then marked as moved.',
    'If the copy is interrupted, run it again.',
  ],
  async run([from, to, ...more], io) {
    if (from === undefined || to === undefined || more.length > 0) throw new WrongUse();
    const { source, target } = await openPair(from, to);
    try {
      return { isGood: true, facts: await move(source, target, io) };
    } finally {
      await target.close().finally(() => source.close());
    }
  },
};

type Copied = { readonly orders: number; readonly values: number; readonly lines: number };

/** Copies everything and marks the source as moved. Throws a StoreRefusal when the two do not allow that. */
export async function move(
  source: StoreKeeper,
  target: StoreKeeper,
  { say, progress }: Pick<Io, 'say' | 'progress'>,
): Promise<Copied & { from: string; to: string }> {
  const from = source.address;
  const to = target.address;
  await checkPair(source, target);
  const copied = await copyInto(source, target, progress);
  await source.markMoved(to);
  await target.endCopy();
  say(
    `Copied from ${from} to ${to}: ${counted(copied.orders, 'order')}, ${counted(copied.values, 'key value')}, ${counted(copied.lines, 'audit event')}.`,
  );
  say(`Set STORE_URL to the new address. Teller won’t start on ${from} any more.`);
  return { from, to, ...copied };
}

async function checkPair(source: StoreKeeper, target: StoreKeeper): Promise<void> {
  const [sourceState, targetState] = [await source.state(), await target.state()];
  if (targetState.status === 'moved') checkOwn(targetState);
  if (targetState.status === 'copy') {
    if (Buffer.compare(await source.key(), await target.key()) !== 0)
      throw new StoreRefusal(
        `${target.address} is an unfinished copy of another store, ${targetState.from}. Finish that copy or choose an empty store.`,
      );
    // The copy was cut off; if the source is marked already, then between the last two steps.
    if (sourceState.status === 'own') return;
    if (sourceState.status === 'moved' && sourceState.to === target.address) return;
  }
  checkOwn(sourceState);
  if (!(await target.isEmpty()))
    throw new StoreRefusal(`${target.address} isn’t empty. Choose an empty store.`);
}

/** Makes `target` an unfinished copy with everything in it. */
export async function copyInto(
  source: Omit<StoreKeeper, 'markMoved'>,
  target: StoreKeeper,
  progress: Io['progress'],
): Promise<Copied> {
  await target.beginCopy(source.address, await source.key());
  const orders = await copyOrders(source, target, progress);
  await target.clearValues();
  let values = 0;
  for await (const page of source.values()) {
    await target.putValues(page);
    values += page.length;
  }
  for await (const page of source.leases()) await target.putLeases(page);
  return { orders, values, lines: await copyLines(source, target, progress) };
}

/** So many pages of orders are read, and so many written, beside the one that is worked on. */
const PAGES_AHEAD = 3;

async function copyOrders(
  source: Pick<StoreKeeper, 'orders' | 'countOrders' | 'key'>,
  target: Pick<StoreKeeper, 'putOrders'>,
  progress: Io['progress'],
): Promise<number> {
  const advance = createProgress(progress, systemClock, 'orders', await source.countOrders());
  const digest = createDigest(await source.key());
  const writing: Promise<void>[] = [];
  for await (const page of ahead(source.orders(), PAGES_AHEAD)) {
    const written = target.putOrders(page.map((record) => mended(record, digest, systemClock.now())));
    // It is awaited later; until then nobody would handle it.
    written.catch(() => undefined);
    writing.push(written);
    // So that it is sent before the next page is read, which takes the process for itself.
    await setImmediate();
    if (writing.length > PAGES_AHEAD) await writing.shift();
    advance(page.length);
  }
  await Promise.all(writing);
  return advance(0);
}

const LINES_AT_ONCE = 1_000;

async function copyLines(
  { audit, address }: Pick<StoreKeeper, 'audit' | 'address'>,
  target: StoreKeeper,
  progress: Io['progress'],
): Promise<number> {
  const head = await audit.head();
  const advance = createProgress(progress, systemClock, 'audit events', head.count);
  let last = await target.audit.head();
  const [known] = last.count > 0 ? await audit.read({ after: last.count - 1, limit: 1 }) : [];
  if (last.count > 0 && known?.line?.hash !== last.hash) throw broken(address, last.count);
  advance(last.count);
  while (last.count < head.count) {
    const places = await audit.read({ after: last.count, limit: LINES_AT_ONCE });
    const lines = places.map(({ line }) => {
      const isNext = line && line.seq === last.count + 1 && line.hash === hashOf(last.hash, line);
      if (!isNext) throw broken(address, last.count + 1);
      last = { count: line.seq, hash: line.hash };
      return line;
    });
    if (lines.length === 0) throw broken(address, last.count + 1);
    await target.putLines(lines);
    advance(lines.length);
  }
  if (last.hash !== head.hash) throw broken(address, last.count);
  return head.count;
}

function broken(address: string, seq: number): StoreRefusal {
  return new StoreRefusal(
    `The audit record of ${address} is broken at line ${seq}, so it can’t be copied. For details: npm run store -- verify`,
  );
}
