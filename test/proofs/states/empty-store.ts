// A store of which the walk models the orders alone.
import type { AuditRecord } from '#store/audit-record.ts';
import type { KeyValueStore, OrderStore, Store } from '#store/store.ts';

/** What the code keeps beside orders makes no difference to them: the id of the notification address and where threads are. */
export const KEPT_NOWHERE: KeyValueStore = {
  get: async () => undefined,
  set: async () => undefined,
  delete: async () => undefined,
};

/** The audit record has no part in how an order goes; test/store/contract-audit.ts is about it. */
const RECORDED_NOWHERE: AuditRecord = {
  append: async () => {},
  head: async () => ({ count: 0, hash: '' }),
  read: async () => [],
  linesOf: async () => ({ lines: [], damaged: [] }),
  linesBetween: async () => ({ lines: [], damaged: [], next: undefined }),
};

const INDEXED = { indexed: 0, total: 0, isComplete: true };
export function storeOver(orders: OrderStore): Store {
  return {
    orders,
    audit: RECORDED_NOWHERE,
    async *everyOrder() {},
    leases: { acquire: async () => 'lease', renew: async () => true, release: async () => {} },
    keyValues: () => KEPT_NOWHERE,
    scrub: async () => {},
    digest: async (text) => text,
    indexOlder: async () => INDEXED,
    indexProgress: async () => INDEXED,
    ping: async () => {},
    serve: async () => {},
    close: async () => {},
  };
}
