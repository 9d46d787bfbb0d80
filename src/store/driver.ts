// The port between Teller and what keeps its data. Everything that is stored is a document: a text under a key, with a revision
// and the sorted sets in which it stands. sqlite/ and redis/ implement the port; everything else is written once, above it.

export type Content = {
  /** Compared by commit. It differs whenever the content differs, and is never empty. */
  readonly rev: string;
  readonly text: string;
};

export type Doc = Content & {
  readonly key: string;
  /** The sets in which the document stands, each with its score there. */
  readonly sets: Readonly<Record<string, number>>;
  /** What `search` finds the document by: terms of 12 hexadecimal digits. `at` sorts what is found. */
  readonly index?: { readonly at: number; readonly terms: readonly string[] } | undefined;
  /** The document ends after this time, by the clock of the driver (the server's for Redis), and stands in no sets. */
  readonly ttlMs?: number | undefined;
};

/** Where a document stands in a set: sets are sorted by score, then by the bytes of the key. */
export type Position = { readonly score: number; readonly key: string };

/** `text` and `rev` are '' where the set names a document that is not there. */
export type Entry = Position & Content;

export type Range = {
  /** Scores from `from` on, and without `below`. */
  readonly from?: number | undefined;
  readonly below?: number | undefined;
  /** Begins behind this position, in the direction of the range. `from` (or `below`, for newestFirst) is then ignored. */
  readonly after?: Position | undefined;
  readonly newestFirst?: boolean;
  /** A whole number from 1 on; all without. */
  readonly limit?: number;
};

/** Stands for any revision in `Batch.expect`: the document must be there. */
export const ANY_REV = '*';

export type Batch = {
  /** The revision that each of these documents must have now; undefined: the document must not be there. */
  readonly expect?: Readonly<Record<string, string | undefined>>;
  readonly put?: readonly Doc[];
  readonly drop?: readonly string[];
  /** A loss of power may undo the commit, until a later one that is synced has resolved. The end of the process does not. */
  readonly unsynced?: boolean;
};

/** The expected documents whose revision is another, each with the one that it has; undefined for one that is not there. */
export type Stale = ReadonlyMap<string, string | undefined>;

/**
 * Everything rejects on an outage. `commit` happens whole or not at all, and resolves only when it would survive the end of the
 * process and the loss of the machine's power. A commit that rejects may have happened, or may still happen a moment later.
 */
export type Driver = {
  /** Its address without a password, for people. */
  readonly address: string;
  /** The documents under `keys`, in their order. */
  read(keys: readonly string[]): Promise<readonly (Content | undefined)[]>;
  /** What stands in a set, with the documents. The cost depends on the range only. */
  list(set: string, range?: Range): Promise<readonly Entry[]>;
  /** Writes all of the batch if nothing is stale. Otherwise answers what is stale, and nothing was written. */
  commit(batch: Batch): Promise<Stale>;
  /**
   * Documents that have, for each clause, at least one of its terms; the highest `index.at` first, and those with the same one in an
   * order of the driver's own. `after` is the last document of the page before: each document is on one page, and one that comes
   * meanwhile on none or one. The cost depends on the clause that the fewest documents fit.
   */
  search(
    clauses: readonly (readonly string[])[],
    page: { limit: number } & Pick<Range, 'after' | 'below'>,
  ): Promise<readonly Entry[]>;
  /**
   * Every document whose key begins with `prefix`, some at a time, in no order and without its `index`. One that is stored
   * meanwhile may be left out, and one may come twice.
   */
  scan(prefix: string): AsyncIterable<readonly Doc[]>;
  /**
   * The keys of those among `docs` that do not stand in their sets and in the search index as is said here. A document that has
   * another revision by now is passed over.
   */
  misplaced(docs: readonly Doc[]): Promise<readonly string[]>;
  /** What the driver's own check finds damaged; undefined for nothing, and where there is no such check. */
  damage(): Promise<string | undefined>;
  /** See Store.scrub. */
  scrub(keys: readonly string[]): Promise<void>;
  /** The key values of one name, where the driver has a storage of its own for them. */
  readonly values?: (name: string) => TextStorage;
  /** Rejects when what is open is not what lies at the address any more. */
  check(): Promise<void>;
  /**
   * Says that this process works on the queues, or copies the store. Resolves to true when no other process can do so any more,
   * so that what an earlier one held may be ended; to false where several Tellers may serve. Rejects with a sentence while
   * another one keeps this one out.
   */
  serve(as: 'teller' | 'copy'): Promise<boolean>;
  close(): Promise<void>;
};

/** Texts under keys, which end when their time is over. */
export type TextStorage = {
  get(key: string): Promise<string | undefined>;
  set(key: string, text: string, ttlMs?: number): Promise<unknown>;
  delete(key: string): Promise<boolean>;
};

const TERM = 's:';

/** The set of a term, where terms have sets. */
export const termSet = (term: string): string => TERM + term;

/** How a driver keeps the sets of a document, and of its terms, beside it: JSON of their names, sorted, by their score. */
export function setsText({ sets }: Pick<Doc, 'sets'>, index: Doc['index']): string {
  const terms = index?.terms.map((term) => [termSet(term), index.at] as const) ?? [];
  const byScore: Record<string, string[]> = {};
  for (const [name, score] of [...Object.entries(sets).sort(), ...terms]) {
    if (!Number.isFinite(score)) throw new TypeError('The times of an order must be numbers.');
    byScore[score] ??= [];
    byScore[score].push(name);
  }
  return JSON.stringify(byScore);
}

/** Reads what setsText has made. Terms are left out. */
export function readSets(text: string): Doc['sets'] {
  const sets: Record<string, number> = {};
  for (const [score, names] of Object.entries(JSON.parse(text) as Record<string, string[]>))
    for (const name of names) if (!name.startsWith(TERM)) sets[name] = Number(score);
  return sets;
}
