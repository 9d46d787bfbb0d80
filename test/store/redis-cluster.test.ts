// The Redis driver on a cluster, where a script that touches two slots, or a command sent to the wrong node, fails.
import { afterAll, describe } from 'vitest';
import { leasesContract } from './contract-leases.ts';
import { ledgerContract } from './contract-ledger.ts';
import { listsContract } from './contract-lists.ts';
import { notesContract } from './contract-notes.ts';
import { outageContract } from './contract-outage.ts';
import { queueContract } from './contract-queue.ts';
import { startRedisCluster } from './redis-cluster.ts';
import { LEFT_OUT, NO_REDIS } from './redis-server.ts';
import { createRedisSubjects } from './redis-subject.ts';

const subjects = createRedisSubjects(startRedisCluster);
afterAll(() => subjects.remove());

// Without the queue's model, a hundred runs of what is the same scripts in one slot.
describe.skipIf(NO_REDIS)(`the store on a Redis Cluster${LEFT_OUT}`, () => {
  ledgerContract(subjects.openSubject);
  listsContract(subjects.openSubject);
  queueContract(subjects.openSubject);
  leasesContract(subjects.openSubject);
  notesContract(subjects.openSubject);
  outageContract(subjects.openSubject);
});
