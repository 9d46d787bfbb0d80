// Everything a store holds, in records that are the same for both drivers: the interface for reading a store as a whole, and for
// filling another one with it. What a driver derives (columns, indexes, sorted sets) is in the records as `places`.
import type { AuditLine } from '#orders/audit-line.ts';
import type { AuditRecord } from './audit-record.ts';
import type { Places } from './places.ts';
import type { Queue } from './store.ts';

/** When an order is due in a queue (ms), and how many tries have begun that may have got half-way. A claim is such a try. */
export type Turn = { readonly at: number; readonly attempt: number };

export type OrderRecord = {
  readonly reference: string;
  /** As it is compared with; the document has it too. */
  readonly version: number;
  /** As it is stored, also if it cannot be read. */
  readonly doc: string;
  /**
   * Where it really stands, which should be where `doc` wants it. Found when it is asked for, while the store is open,
   * because a copy asks for it of damaged orders only.
   */
  readonly places: Places;
  readonly turns: { readonly [queue in Queue]?: Turn };
};

/** A key value. `endsAt`: ms since the epoch; undefined for never. */
export type ValueRecord = {
  readonly name: string;
  readonly key: string;
  readonly text: string;
  readonly endsAt: number | undefined;
};

export type LeaseRecord = { readonly name: string; readonly token: string; readonly endsAt: number };

/**
 * `own`: Teller may use it. `copy`: an unfinished copy of the store at `from`. `moved`: everything is in the store at `to` now.
 * Addresses are without passwords.
 */
export type StoreState =
  | { readonly status: 'own' }
  | { readonly status: 'copy'; readonly from: string }
  | { readonly status: 'moved'; readonly to: string };

/** Reads a store, which may be in use, and changes nothing: makes no file, takes no lock, ends no claim. */
export type StoreReader = {
  /** Its address without a password, for people. */
  readonly address: string;
  state(): Promise<StoreState>;
  key(): Promise<Uint8Array>;
  /** About how many orders there are; undefined where only counting them would say. */
  countOrders(): Promise<number | undefined>;
  /** Every order, some at a time. One that is stored meanwhile may be left out, and one may come twice. */
  orders(): AsyncIterable<readonly OrderRecord[]>;
  /** Those whose time is over are left out. */
  values(): AsyncIterable<readonly ValueRecord[]>;
  leases(): AsyncIterable<readonly LeaseRecord[]>;
  readonly audit: Pick<AuditRecord, 'read' | 'head'>;
  /** What the store's own check finds damaged; undefined for nothing, and where there is no such check. */
  damage(): Promise<string | undefined>;
  /** Which of these orders the search index lacks, also under one of `terms` (digests) where that can be told, and are not waiting. */
  unfound(orders: readonly IndexedOrder[]): Promise<readonly string[]>;
  /** How a term is shortened in the search index. */
  readonly termEncoding: 'hex' | 'base64url';
  close(): Promise<void>;
};

type IndexedOrder = {
  readonly reference: string;
  readonly version: number;
  readonly createdAt: number;
  readonly terms: readonly string[];
};

/** A store that no Teller uses: what is read cannot change, and it can be filled. */
export type StoreKeeper = StoreReader & {
  /** Whether there is anything in it that Teller put there, or its key only. */
  isEmpty(): Promise<boolean>;
  /** Makes it an unfinished copy of the store at `from`, with that one's key. From then on Teller does not start on it. */
  beginCopy(from: string, key: Uint8Array): Promise<void>;
  /** Each order whole, or none of them. One that is there becomes as it is here. */
  putOrders(records: readonly OrderRecord[]): Promise<void>;
  /** Takes away all key values and leases that there are. */
  clearValues(): Promise<void>;
  putValues(records: readonly ValueRecord[]): Promise<void>;
  putLeases(records: readonly LeaseRecord[]): Promise<void>;
  /** Lines that follow the last one, as they are. */
  putLines(lines: readonly AuditLine[]): Promise<void>;
  /** The copy is whole: Teller may use it. */
  endCopy(): Promise<void>;
  markMoved(to: string): Promise<void>;
  /** Rejects with a sentence when others may have written to it since it was opened: a Teller, if this process stood still. */
  checkUnused(): Promise<void>;
};
