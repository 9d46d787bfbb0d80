// The Redis driver on Valkey, where that is on the PATH beside Redis.
import { afterAll, describe } from 'vitest';
import { isShort } from '#test/proofs/how-many.ts';
import { storeContract } from './contract.ts';
import { startRedis, VALKEY } from './redis-server.ts';
import { createRedisSubjects } from './redis-subject.ts';

const subjects = createRedisSubjects(() => startRedis([], VALKEY));
afterAll(() => subjects.remove());

describe.skipIf(!VALKEY || isShort)('the store on Valkey', () => {
  storeContract('one server of Valkey', subjects.openSubject);
});
