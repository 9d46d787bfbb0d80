// What /readyz says of each way in which a store fails, without the names of files and servers.
import { expect, test } from 'vitest';
import { whyUnusable } from '#store/open.ts';
import { describeRefusal, describeUnreachable } from '#store/redis/unreachable.ts';
import { StoreRefusal } from '#store/store-state.ts';

const SERVER = { host: 'redis.internal', port: 6379 };
const ofSqlite = (errcode: number) => Object.assign(new Error('SQLite in its own words'), { errcode });
const refused = (reason: string) => new Error(describeRefusal(SERVER, reason), { cause: new Error(reason) });
const unreached = (trouble: string) =>
  new Error(describeUnreachable(SERVER, trouble), { cause: new Error(trouble) });

test.each([
  [ofSqlite(5), 'another program has locked it. Close that program, then try again.'],
  [ofSqlite(776), 'it’s read-only. Check who owns it, its folder and its disk.'],
  [ofSqlite(1032), 'it was removed or replaced. Restart Teller.'],
  [ofSqlite(11), 'it’s damaged. Keep it as it is and restore a backup.'],
  [ofSqlite(13), 'its disk is full. Free some space, then try again.'],
  [
    refused("OOM command not allowed when used memory > 'maxmemory'."),
    'its memory is full. Give it more memory, then try again.',
  ],
  [
    refused('MISCONF Errors writing to the AOF file: No space left on device'),
    'it can’t write to its disk. Check its disk and log, then try again.',
  ],
  [refused('0 of 1 replicas have it'), 'it has too few replicas. Start them, then try again.'],
  [
    unreached('WRONGPASS invalid username-password pair'),
    'it rejects the user or password. Correct the address.',
  ],
  [
    new StoreRefusal('This store was moved to redis://redis.internal:6379.'),
    'it’s locked for Teller. Restart Teller to see why.',
  ],
])('Readiness: fault %# of a store is told with what to do', (error, why) => {
  expect(whyUnusable(error)).toBe(`the store can’t be used: ${why}`);
});

test.each([
  unreached('connect ECONNREFUSED 10.0.0.7:6379'),
  refused('no answer within 2000 ms'),
  new Error('EACCES'),
])('Readiness: silence %# of a store is told as one that cannot be reached', (error) => {
  expect(whyUnusable(error)).toBe('the store can’t be reached');
});
