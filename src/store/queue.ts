// The queues: a document for each order that waits, claimed for a limited time so that a crash only delays the order. The
// document's revision is its whole state, so that a change goes through only if nobody else has changed the entry meanwhile.
import { randomUUID } from 'node:crypto';
import { isOpen } from '#orders/lifecycle.ts';
import type { Order } from '#orders/order.ts';
import { type Reference, storedReference } from '#orders/reference.ts';
import { dueSet, orderKey, QUEUES, type Queue, queueKey } from './documents.ts';
import { ANY_REV, type Batch, type Doc, type Driver, type Stale } from './driver.ts';

/** For each queue the time (ms) from which the order is due there. */
export type Schedule = { readonly [queue in Queue]?: number };

export type Claim = {
  readonly queue: Queue;
  readonly reference: Reference;
  readonly token: string;
  /** 1 for a first try; more when an earlier claim was not completed, so its work may be half done. */
  readonly attempt: number;
};

export type Reschedule = {
  /** When the order is next due; undefined for never. */
  readonly at: number | undefined;
  /** When instead if it was triggered during the claim; undefined if such a trigger changes nothing. */
  readonly atIfTriggered: number | undefined;
  /** True when it is not known whether the work was done: the next claim's `attempt` is then one higher. */
  readonly mayBeHalfDone?: boolean;
};

/** The claim is to last until `leaseMs` after `now`. */
type ClaimOptions = { readonly now: number; readonly leaseMs: number };

export type Documents = Pick<Driver, 'read' | 'list' | 'commit'> & {
  /** The revisions of queue entries as this process last saw them, by their keys. */
  readonly entriesSeen: ReadonlyMap<string, string | undefined>;
};

/** Entries that others have ended would stay for ever. */
const MAX_SEEN = 20_000;

/**
 * Remembers the queue entries that this process has written, so that no commit has to read them first. A commit that is wrong about
 * one is stale, and says what the entry is.
 */
export function rememberEntries<Rest extends Pick<Driver, 'commit'>>(documents: Rest) {
  const entriesSeen = new Map<string, string | undefined>();
  async function commit(batch: Batch): Promise<Stale> {
    const { put = [], drop = [] } = batch;
    const stale = await documents.commit(batch);
    if (entriesSeen.size >= MAX_SEEN) entriesSeen.clear();
    const written = new Map<string, string | undefined>(put.map(({ key, rev }) => [key, rev]));
    for (const key of drop) written.set(key, undefined);
    for (const [key, rev] of stale.size > 0 ? stale : written)
      if (QUEUES.some((queue) => key.startsWith(queueKey(queue, '')))) entriesSeen.set(key, rev);
    return stale;
  }
  return { ...documents, commit, entriesSeen };
}

/** Its JSON is the revision of the entry. */
export type QueueEntry = {
  /** When the entry is due, or its claim runs out (ms). */
  readonly at: number;
  /** How many claims did not end with the work done. */
  readonly attempt: number;
  /** Undefined while nobody has claimed the entry. */
  readonly token?: string;
  /** Triggered while it was claimed. */
  readonly isTriggered?: boolean;
};

function readEntry(rev: string): QueueEntry {
  return JSON.parse(rev) as QueueEntry;
}

/** Throws before anything is written: a time that is no number would never come. */
export function entryDoc(queue: Queue, reference: string, entry: QueueEntry): Doc {
  if (!Number.isFinite(entry.at)) throw new TypeError('The time of a queue entry must be a number.');
  return {
    key: queueKey(queue, reference),
    rev: JSON.stringify(entry),
    text: reference,
    sets: { [dueSet(queue)]: entry.at },
  };
}

/** Due at `at` (ms) unless it is due earlier. A claimed entry only notes the trigger: its claim ends, or runs out. */
function triggerEntry(rev: string | undefined, at: number): QueueEntry {
  if (rev === undefined) return { at, attempt: 0 };
  const entry = readEntry(rev);
  return entry.token ? { ...entry, isTriggered: true } : { ...entry, at: Math.min(at, entry.at) };
}

/** What triggers add to a commit. An entry that was never seen is taken to be absent, which it mostly is. */
export function triggersOf(
  changes: readonly { readonly order: Pick<Order, 'reference'>; readonly trigger?: Schedule | undefined }[],
  { entriesSeen }: Pick<Documents, 'entriesSeen'>,
) {
  const docs = changes.flatMap(({ order: { reference }, trigger = {} }) =>
    QUEUES.flatMap((queue) => {
      const at = trigger[queue];
      const rev = entriesSeen.get(queueKey(queue, reference));
      return at === undefined ? [] : [entryDoc(queue, reference, triggerEntry(rev, at))];
    }),
  );
  return {
    // Also of an entry that stays as it is: whoever has claimed it must not end it before the commit.
    expect: Object.fromEntries(docs.map(({ key }) => [key, entriesSeen.get(key)])),
    put: docs.filter(({ key, rev }) => rev !== entriesSeen.get(key)),
  };
}

/** `rev`: what the entry was a moment ago, where that is known. */
type Which = { readonly queue: Queue; readonly reference: string; readonly rev?: string };

/**
 * Changes an entry that `fits`, whoever else changes it meanwhile; `next` answers undefined for one that ends. Resolves to what the
 * entry was, or to undefined when it does not fit.
 */
async function changeEntry(
  { read, commit, entriesSeen }: Documents,
  { queue, reference, rev: found }: Which,
  fits: (entry: QueueEntry, rev: string) => boolean,
  next: (entry: QueueEntry) => QueueEntry | undefined,
): Promise<QueueEntry | undefined> {
  const key = queueKey(queue, reference);
  const seen = entriesSeen.get(key);
  let rev = found ?? (seen && fits(readEntry(seen), seen) ? seen : (await read([key]))[0]?.rev);
  while (rev) {
    const entry = readEntry(rev);
    if (!fits(entry, rev)) return undefined;
    const changed = next(entry);
    const write = changed ? { put: [entryDoc(queue, reference, changed)] } : { drop: [key] };
    const stale = await commit({ expect: { [key]: rev }, ...write, unsynced: true });
    if (stale.size === 0) return entry;
    rev = stale.get(key);
  }
  return undefined;
}

export function createQueues(documents: Documents) {
  const { list, commit, entriesSeen } = documents;

  async function take(
    which: Which,
    { now, leaseMs }: ClaimOptions,
    fits: (entry: QueueEntry, rev: string) => boolean,
  ): Promise<Claim | undefined> {
    const token = randomUUID();
    const entry = await changeEntry(documents, which, fits, ({ attempt }) => {
      return { at: now + leaseMs, attempt: attempt + 1, token };
    });
    const reference = storedReference.parse(which.reference);
    return entry && { queue: which.queue, reference, token, attempt: entry.attempt + 1 };
  }

  /** Resolves to undefined, with nothing changed, when the claim is over. */
  function changeHeld(claim: Claim, next: (entry: QueueEntry) => QueueEntry | undefined) {
    return changeEntry(documents, claim, ({ token }) => token === claim.token, next);
  }

  return {
    /** Makes an order due at `at` unless it is due earlier. A claimed one only gets the trigger recorded for `complete`. */
    async trigger(queue: Queue, reference: Reference, at: number): Promise<void> {
      const [order, key] = [orderKey(reference), queueKey(queue, reference)];
      for (;;) {
        const seen = entriesSeen.get(key);
        const doc = entryDoc(queue, reference, triggerEntry(seen, at));
        // A repeated notification puts nothing, and costs no wait for the disk.
        const put = doc.rev === seen ? [] : [doc];
        const stale = await commit({ expect: { [key]: seen, [order]: ANY_REV }, put });
        if (stale.size === 0 || stale.has(order)) return;
      }
    },
    /** Takes up to `limit` due orders, oldest first; no other claim gets them until completed or `leaseMs` have passed. */
    async claim(queue: Queue, options: ClaimOptions & { readonly limit: number }): Promise<Claim[]> {
      const claims: Claim[] = [];
      while (claims.length < options.limit) {
        const range = { below: options.now + 1, limit: options.limit - claims.length };
        // Of an entry that was removed past Teller only its name in the set is left, and nothing can be claimed.
        const due = (await list(dueSet(queue), range)).filter(({ rev }) => rev !== '');
        const takes = due.map(({ rev, text: reference }) =>
          take({ queue, reference, rev }, options, (_, current) => current === rev),
        );
        const taken = await Promise.all(takes);
        claims.push(...taken.filter((claim) => claim !== undefined));
        // Where others claim at the same time, some of these are theirs by then, and the next ones are looked at.
        if (!taken.includes(undefined)) break;
      }
      return claims;
    },
    /** Takes this order, due or not. Undefined when it waits for nothing in the queue, or while another claim has it. */
    claimOne: (queue: Queue, reference: Reference, options: ClaimOptions) =>
      take({ queue, reference }, options, ({ token, at }) => !token || at <= options.now),
    /** False when the claim is over: completed, or run out and taken by somebody else, or ended by `Store.serve`. */
    async renew(claim: Claim, { now, leaseMs }: ClaimOptions): Promise<boolean> {
      return (await changeHeld(claim, (entry) => ({ ...entry, at: now + leaseMs }))) !== undefined;
    },
    /** Ends a claim. Does nothing when the claim is over. */
    async complete(claim: Claim, { at, atIfTriggered, mayBeHalfDone }: Reschedule): Promise<void> {
      await changeHeld(claim, ({ isTriggered, attempt }) => {
        const next = isTriggered ? (atIfTriggered ?? at) : at;
        return next === undefined ? undefined : { at: next, attempt: mayBeHalfDone ? attempt : 0 };
      });
    },
    /** Undefined when no order waits. */
    async nextDue(queue: Queue): Promise<number | undefined> {
      const [first] = await list(dueSet(queue), { limit: 1 });
      return first?.score;
    },
  };
}

/**
 * Ends every claim of processes that are gone: what was claimed is due at `now` (ms), as a further attempt. A loss of power may have
 * undone a claim, so every delivery that waits counts as one that was begun.
 */
export async function endClaims(documents: Documents, now: number): Promise<void> {
  for (const queue of QUEUES) {
    const attemptOf = ({ attempt }: QueueEntry) => (queue === 'deliver' ? Math.max(1, attempt) : attempt);
    const ends = (await documents.list(dueSet(queue))).map(({ rev, text: reference }) =>
      changeEntry(
        documents,
        { queue, reference, rev },
        (entry) => entry.token !== undefined || attemptOf(entry) > entry.attempt,
        (entry) => ({ at: entry.token ? now : entry.at, attempt: attemptOf(entry) }),
      ),
    );
    await Promise.all(ends);
  }
}

/** The queues in which an order must wait. Nothing in a charge that was not paid says when its checks end. */
function queuesFor({ announcements, kind, state, checksEndedAt }: Order): Queue[] {
  const mayHaveEnded = checksEndedAt !== undefined || (kind === 'charge' && state !== 'sending');
  return QUEUES.filter((queue) =>
    queue === 'deliver' ? announcements.length > 0 : isOpen(state) && !mayHaveEnded,
  );
}

/** Which of `orders` have no entry in which queue where they must wait. */
export async function findUnscheduled({ read }: Pick<Driver, 'read'>, orders: readonly Order[]) {
  const wanted = orders.flatMap((order) => queuesFor(order).map((queue) => ({ queue, order })));
  const entries = await read(wanted.map(({ queue, order }) => queueKey(queue, order.reference)));
  return wanted.filter((_, index) => entries[index] === undefined);
}
