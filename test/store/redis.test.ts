// The Redis driver: the contract.
import { afterAll, describe } from 'vitest';
import { storeContract } from './contract.ts';
import { NO_REDIS } from './redis-server.ts';
import { createRedisSubjects } from './redis-subject.ts';

const subjects = createRedisSubjects();
afterAll(() => subjects.remove());

describe.skipIf(NO_REDIS)(
  NO_REDIS ? 'left out: there is no redis-server on this machine' : 'with a server',
  () => {
    storeContract('Redis', subjects.openSubject);
  },
);
