// The names of everything in Redis. The part of a name in braces decides in which slot of a cluster it lies: orders, their
// indexes and their queues share one, so that one script changes all of them or none, as BullMQ does with a queue.
// On a cluster one merchant therefore lives on one node; several merchants (`namespace`) spread over the nodes.
import type { Queue } from '#store/store.ts';

export type Keys = ReturnType<typeof createKeys>;

/** `namespace` keeps several Tellers on one Redis apart; the usual one has none. */
export function createKeys(namespace: string | undefined) {
  const tag = namespace === undefined ? '{teller}' : `{teller:${namespace}}`;
  return {
    /**
     * Hash: `version`, `doc` (the order as JSON), `indexes` (JSON: the key of each index that it is in → its score), `terms`
     * (see search.ts; missing until the order is in the search index), `lines` (the numbers of its lines in the audit record,
     * parted by blanks).
     */
    order: (reference: string) => `${tag}:order:${reference}`,

    // Indexes: sorted sets of references. Their names follow the prefix as in store/places.ts.
    index: (place: string) => `${tag}:${place}`,
    /** By when they were created (ms). */
    tracking: (trackingId: string) => `${tag}:tracking:${trackingId}`,
    account: (accountNumber: string) => `${tag}:account:${accountNumber}`,
    /** Only typed references, by when their orders were created (ms). */
    folded: (foldedReference: string) => `${tag}:folded:${foldedReference}`,
    /** Prompts by when they were created (ms). Named by FoundBy.promptTo, never by the number. */
    prompts: (promptTo: string) => `${tag}:prompts:${promptTo}`,
    /** An agent's open orders by when they were created, or the others by `FoundBy.changedAt` (ms). */
    agent: (agent: string, open: boolean) => `${tag}:${open ? 'open' : 'recent'}:${agent}`,
    /** Those with money entries on that day (yyyy-MM-dd), by the time of their first one there (ms). */
    entries: (day: string) => `${tag}:entries:${day}`,

    /** Orders by when they were created (ms): those with the term that the digest stands for. */
    term: (digest: string) => `${tag}:s:${digest}`,
    /** Set: references of orders that are not in the search index as they were last saved. */
    pending: `${tag}:pending`,

    /** Sorted set: reference → when its turn comes, or its claim runs out (ms). Only orders that wait are in it. */
    due: (queue: Queue) => `${tag}:due:${queue}`,
    /** Hash: reference → "attempts|triggered|token" of orders that are claimed or whose work may be half done. */
    claimed: (queue: Queue) => `${tag}:claimed:${queue}`,

    /** List: the lines of the audit record as JSON, in their order (audit.ts). */
    audit: `${tag}:audit`,
    /** Hash: `count` and `hash` of the newest line. Kept beside the list, so that it shows when the last lines are gone. */
    auditHead: `${tag}:audit:head`,
    /** Sorted set: the number of each line, in twelve digits, by its time (ms). */
    auditTimes: `${tag}:audit:times`,

    /** The random key of store-key.ts (base64url). */
    storeKey: `${tag}:key`,
    /** The format of all of this, and whether it is a copy or has been moved (layout.ts). Written with the key above. */
    layout: `${tag}:layout`,
    /** Written by each ping. */
    pulse: `${tag}:pulse`,
    /** Sorted set: each process that serves, by when it counts as gone unless it says otherwise (layout.ts). */
    serving: `${tag}:serving`,
    /** Held while everything is copied from here or to here (open-records.ts). It ends by itself. */
    copying: `${tag}:copying`,

    lease: (name: string) => `${tag}:lease:${name}`,
    /** What the keys of one key value store begin with. Encoded, so that a name and a key never read like another pair. */
    keyValues: (name: string) => `${tag}:note:${encodeURIComponent(name)}`,
    /** What the keys of all of this begin with. */
    prefix: `${tag}:`,
  };
}
