// A real Redis beside the simulated machine: while it works on a call, the machine's time stands still.
import { Socket } from 'node:net';
import { createClient } from '@keyv/redis';
import type { Clock } from '#lib/clock.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { theMachine } from '#test/proofs/simulation/ambient.ts';
import { outsideOfProcesses } from '#test/proofs/simulation/processes.ts';
import { storeWith } from '#test/proofs/simulation/watched-store.ts';
import { type RedisServer, startRedis } from '#test/store/redis-server.ts';

export type RealRedis = {
  readonly openStore: typeof openStore;
  /** Empty, and not ended by `remove`. */
  startRedis(): Promise<RedisServer>;
  end(): Promise<void>;
};

/** Real time. */
const MAX_SILENT_MS = 60_000;

/** Call it while the process still has its own time and network. */
export async function startRealRedis(): Promise<RealRedis> {
  stretchSilence();
  const server = await startRedis();
  const client = createClient({ url: server.url });
  await client.connect();
  /** Redis ends leases by its own clock, which nobody moves: here they end by the environment's, whose store is opened first. */
  let leases = new Map<string, number>();
  let clock: Clock | undefined;
  const now = () => clock?.now() ?? 0;

  async function endLeases(): Promise<void> {
    const ended = [...leases].flatMap(([name, endsAt]) => (endsAt <= now() ? [name] : []));
    for (const name of ended) leases.delete(name);
    if (ended.length > 0) await client.del(ended.map((name) => `{teller}:lease:${name}`));
  }

  function outside(store: Store): Store {
    const { scheduler } = theMachine();
    // Outside of processes also because what was begun is sent and answered though its process is ended: close waits for it.
    const waited = storeWith(store, (_, call) => scheduler.outside(outsideOfProcesses(call)));
    return {
      ...waited,
      leases: {
        async acquire(name, ttlMs, own) {
          // Its end is known also when the process is ended before it has the answer.
          const acquire = async () => {
            await endLeases();
            const token = await store.leases.acquire(name, ttlMs, own);
            if (token !== undefined) leases.set(name, now() + ttlMs);
            return token;
          };
          return scheduler.outside(outsideOfProcesses(acquire));
        },
        async renew(name, token, ttlMs) {
          await scheduler.outside(endLeases());
          if (leases.has(name)) leases.set(name, now() + ttlMs);
          return waited.leases.renew(name, token, ttlMs);
        },
        release: waited.leases.release,
      },
      // Of a process that has ended as well: nothing that it still asks for itself is ever done.
      close: () => scheduler.outside(outsideOfProcesses(() => store.close())),
    };
  }

  return {
    async openStore(...given) {
      clock ??= given[1].clock;
      return outside(await theMachine().scheduler.outside(outsideOfProcesses(() => openStore(...given))));
    },
    async startRedis() {
      const { scheduler } = theMachine();
      leases = new Map();
      clock = undefined;
      await scheduler.outside(client.sendCommand(['FLUSHALL']));
      const ask = async (...command: string[]) => {
        await endLeases();
        return client.sendCommand(command);
      };
      return {
        ...server,
        ask: (...command) => scheduler.outside(ask(...command)),
        remove: async () => {},
      };
    },
    async end() {
      client.destroy();
      await server.remove();
    },
  };
}

/**
 * A connection that is silent for too long is given up by its client, who pauses before the next one. That pause is of the machine's
 * time, which stands still while a call waits for that very connection: often for ever. So a Redis, or this process, may stand still
 * for longer than they do on a busy machine.
 */
function stretchSilence(): void {
  const { setTimeout } = Socket.prototype;
  Object.assign(Socket.prototype, {
    setTimeout(this: Socket, ms: number, listener?: () => void) {
      return setTimeout.call(this, ms && MAX_SILENT_MS, listener);
    },
  });
}
