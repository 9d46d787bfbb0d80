// A store whose calls are steps of a process: what a dead process asks for is never done, and what was done while it died is
// never answered.
import type { Store } from '#store/store.ts';
import type { Step } from './fetch.ts';
import { never, type SimulatedProcess } from './processes.ts';

const WRITES = new Set([
  'orders.insert',
  'orders.save',
  'orders.saveTogether',
  'orders.trigger',
  'orders.claim',
  'orders.claimOne',
  'orders.renew',
  'orders.complete',
  'orders.retryNow',
  'leases.acquire',
  'leases.release',
  'keyValues.set',
  'keyValues.delete',
]);

/** Calls of `store` by this process. `around` waits for what is outside of the machine. */
export function watchedStore(
  store: Store,
  process: SimulatedProcess,
  step: Step,
  around: <Value>(call: Promise<Value>) => Promise<Value> = (call) => call,
): Store {
  async function call<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const isWrite = WRITES.has(name);
    // A worker looks for work each second, and takes some only now and then.
    if (isWrite && name !== 'orders.claim' && process.isAlive()) step('before', name);
    if (!process.isAlive()) return never();
    const [answer] = await Promise.allSettled([around(work())]);
    const isIdle = answer.status === 'fulfilled' && Array.isArray(answer.value) && answer.value.length === 0;
    if (isWrite && !isIdle && process.isAlive()) step('after', name);
    if (!process.isAlive()) return never();
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  }

  /** The same methods, each as a step of the name. */
  function watched<Part extends object>(name: string, part: Part): Part {
    return new Proxy(part, {
      get(target, key) {
        const own: unknown = Reflect.get(target, key);
        if (typeof own !== 'function') return own;
        return (...given: unknown[]) =>
          call(`${name}.${String(key)}`, async () => Reflect.apply(own, target, given));
      },
    });
  }

  return {
    orders: watched('orders', store.orders),
    leases: watched('leases', store.leases),
    keyValues: (name) => watched('keyValues', store.keyValues(name)),
    digest: (text) => call('store.digest', () => store.digest(text)),
    ping: () => call('store.ping', () => store.ping()),
    serve: () => call('store.serve', () => store.serve()),
    close: () => store.close(),
  };
}
