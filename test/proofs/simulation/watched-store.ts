// A store with something around each of its calls.
import type { Store } from '#store/store.ts';
import type { Step } from './fetch.ts';
import { never, type SimulatedProcess } from './processes.ts';

/** What is done in place of a call; `name` as in Store, such as "orders.save". */
type Around = <Value>(name: string, call: () => Promise<Value>) => Promise<Value>;

const WRITES = new Set([
  'orders.insert',
  'orders.save',
  'orders.saveTogether',
  'orders.trigger',
  'orders.claimOne',
  'orders.renew',
  'orders.complete',
  'audit.append',
  'leases.acquire',
  'leases.renew',
  'leases.release',
  'keyValues.set',
  'keyValues.delete',
]);
/** Asked for each second, whether or not there is any. */
const CLAIM = 'orders.claim';

export function storeWith(store: Store, around: Around): Store {
  /** The same methods. */
  function each<Part extends object>(name: string, part: Part): Part {
    return new Proxy(part, {
      get(target, key) {
        const own: unknown = Reflect.get(target, key);
        if (typeof own !== 'function') return own;
        return (...given: unknown[]) =>
          around(`${name}.${String(key)}`, async () => Reflect.apply(own, target, given));
      },
    });
  }

  return {
    orders: each('orders', store.orders),
    audit: each('audit', store.audit),
    everyOrder: store.everyOrder,
    leases: each('leases', store.leases),
    scrub: (references) => around('scrub', () => store.scrub(references)),
    keyValues: (name) => each('keyValues', store.keyValues(name)),
    digest: (text) => around('digest', () => store.digest(text)),
    ping: () => around('ping', store.ping),
    serve: () => around('serve', store.serve),
    close: store.close,
  };
}

/**
 * Each write is a step of the process. What a dead process asks for is never done, and what was done while it died is never
 * answered.
 */
export function watchedStore(store: Store, process: SimulatedProcess, step: Step): Store {
  return storeWith(store, async (name, call) => {
    if (WRITES.has(name) && process.isAlive()) step('before', name);
    if (!process.isAlive()) return never();
    const [answer] = await Promise.allSettled([call()]);
    const value: unknown = answer.status === 'fulfilled' ? answer.value : undefined;
    const hasClaimed = name === CLAIM && Array.isArray(value) && value.length > 0;
    if ((WRITES.has(name) || hasClaimed) && process.isAlive()) step('after', name);
    if (!process.isAlive()) return never();
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  });
}
