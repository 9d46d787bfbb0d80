// The walk's store keeps its queues as every driver promises to: the same tests.
import { describe } from 'vitest';
import type { OrderStore, Store } from '#store/store.ts';
import { queueContract } from '#test/store/contract-queue.ts';
import { queueModelContract } from '#test/store/contract-queue-model.ts';
import { renewContract } from '#test/store/contract-renew.ts';
import type { Subject } from '#test/store/subject.ts';
import type { Ask } from './ask.ts';
import { SCENARIOS } from './scenarios.ts';
import { createOrdersDoor } from './store-door.ts';

describe('the store of the walk', () => {
  queueContract(openSubject);
  renewContract(openSubject);
  queueModelContract(openSubject);
});

async function openSubject(): Promise<Subject> {
  let world = SCENARIOS.prompt.start;
  /** Every question gets its good answer at once. */
  const ask: Ask = async (_, __, repliesIn) => {
    const [reply] = repliesIn(world);
    if (!reply || !('value' in reply)) throw new Error('the walk has no good answer');
    world = reply.world;
    return reply.value;
  };
  const store = storeOver(createOrdersDoor(ask));
  return {
    store,
    another: async () => store,
    reopen: async () => store,
    letTimePass: notModelled,
    damage: notModelled,
    changeLine: notModelled,
    unindex: notModelled,
    breakDown: notModelled,
    cleanUp: async () => {},
  };
}

function storeOver(orders: OrderStore): Store {
  return {
    orders,
    audit: {
      append: notModelled,
      head: notModelled,
      read: notModelled,
      linesOf: notModelled,
      linesBetween: notModelled,
    },
    everyOrder: () => {
      throw new Error('the walk does without this');
    },
    leases: { acquire: notModelled, renew: notModelled, release: notModelled },
    keyValues: () => ({ get: notModelled, set: notModelled, delete: notModelled }),
    scrub: notModelled,
    digest: notModelled,
    indexOlder: notModelled,
    indexProgress: notModelled,
    ping: notModelled,
    serve: async () => {},
    close: async () => {},
  };
}

function notModelled(): Promise<never> {
  return Promise.reject(new Error('the walk does without this'));
}
