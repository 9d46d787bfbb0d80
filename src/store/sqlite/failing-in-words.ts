// The reader and the writes of a file, with faults that name the file and say what to do. The store that Teller works with keeps
// SQLite's own errors, because nobody reads those but its log.
import type { StoreReader } from '#store/records.ts';
import type { Database } from './database.ts';
import { faultInWords, inWords } from './file-faults.ts';

/** The same database, whose writes fail in words. */
export function writingInWords(database: Database, file: string): Database {
  return {
    ...database,
    write: (change) => inWords(database.write(change), file),
    writeUnsynced: (change) => inWords(database.writeUnsynced(change), file),
  };
}

/** The same reader, which fails in words. */
export function readingInWords<Reader extends Omit<StoreReader, 'close'>>(
  reader: Reader,
  file: string,
): Reader {
  const { state, key, countOrders, orders, values, leases, damage, unfound, audit } = reader;
  return {
    ...reader,
    state: () => inWords(state(), file),
    key: () => inWords(key(), file),
    countOrders: () => inWords(countOrders(), file),
    orders: () => eachInWords(orders(), file),
    values: () => eachInWords(values(), file),
    leases: () => eachInWords(leases(), file),
    damage: () => inWords(damage(), file),
    unfound: (wanted: Parameters<typeof unfound>[0]) => inWords(unfound(wanted), file),
    audit: {
      read: (page: Parameters<typeof audit.read>[0]) => inWords(audit.read(page), file),
      head: () => inWords(audit.head(), file),
    },
  };
}

async function* eachInWords<Item>(items: AsyncIterable<Item>, file: string): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    throw faultInWords(error, file);
  }
}
