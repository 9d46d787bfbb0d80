// The Redis driver as the contract suite wants it: one server for many subjects, emptied for each.
import { type Clock, systemClock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { type RedisServer, startRedis } from './redis-server.ts';
import type { Subject } from './subject.ts';

/** Gives subjects over one server, which is started when the first is asked for, or again when one has broken it. */
export function createRedisSubjects(start: () => Promise<RedisServer> = startRedis) {
  let server: RedisServer | undefined;

  async function openSubject(): Promise<Subject & { server: RedisServer }> {
    server ??= await start();
    const own = server;
    await own.ask('FLUSHALL');
    let now = 1_700_000_000_000;
    const clock: Clock = { ...systemClock, now: () => now };
    const opened: Store[] = [];

    async function another(): Promise<Store> {
      const store = await openStore(own.url, { clock });
      opened.push(store);
      return store;
    }
    async function closeAll(): Promise<void> {
      for (const store of opened.splice(0)) await store.close();
    }
    return {
      server: own,
      store: await another(),
      another,
      async reopen() {
        await closeAll();
        return another();
      },
      async letTimePass(ms) {
        now += ms;
        // Redis ends leases and key values by its own clock.
        await new Promise((resolve) => setTimeout(resolve, ms + 5));
      },
      async damage(reference, document) {
        await own.ask('HSET', `{teller}:order:${reference}`, 'text', document);
      },
      async changeLine(seq, change) {
        const key = `{teller}:line:${String(seq).padStart(12, '0')}`;
        const text = String(await own.ask('HGET', key, 'text'));
        if (change === 'remove') await own.ask('DEL', key);
        else await own.ask('HSET', key, 'text', JSON.stringify({ ...JSON.parse(text), ...change }));
      },
      async breakDown() {
        server = undefined;
        await own.remove();
      },
      cleanUp: closeAll,
    };
  }
  return {
    openSubject,
    async remove() {
      await server?.remove();
    },
  };
}
