// What whoever runs Teller reads of a Redis that does not do what it is asked.
import { expect, test } from 'vitest';
import { describeRefusal, describeUnreachable } from '#store/redis/unreachable.ts';

const ADDRESS = { host: 'redis.example', port: 6379 };

test.each([
  [
    "OOM command not allowed when used memory > 'maxmemory'.",
    'its memory is full',
    'Give it more memory, then try again.',
  ],
  [
    "READONLY You can't write against a read only replica.",
    'it’s a read-only replica',
    'Point the address to its primary.',
  ],
  [
    'MISCONF Redis is configured to save RDB snapshots',
    'it can’t write to its disk',
    'Check its disk and log, then try again.',
  ],
  [
    "NOPERM User teller has no permissions to run the 'set' command",
    'its user isn’t allowed to',
    'Give that user all rights to Teller’s keys.',
  ],
  [
    "ERR The user executing the script can't run this command or subcommand",
    'its user isn’t allowed to',
    'Give that user all rights to Teller’s keys.',
  ],
  ['NOAUTH Authentication required.', 'it rejects the user or password', 'Correct the address.'],
  ['LOADING Redis is loading the dataset in memory', 'it’s still loading its data', 'Wait, then try again.'],
  [
    "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
    'it’s a replica without its primary',
    'Point the address to the primary.',
  ],
  ['NOREPLICAS Not enough good replicas to write.', 'it has too few replicas', 'Start them, then try again.'],
  [
    'CLUSTERDOWN The cluster is down',
    'its cluster doesn’t serve all slots',
    'Check CLUSTER INFO, then try again.',
  ],
  [
    'BUSY Redis is busy running a script.',
    'a script blocks it',
    'Check which other programs use it, then try again.',
  ],
])('%s is told in words, with what to do', (reason, why, next) => {
  expect(describeRefusal(ADDRESS, reason)).toBe(
    `Redis at redis.example:6379 refused: ${why} (${reason.replace(/\.$/, '')}). ${next}`,
  );
});

test('what has no words of its own is told as it is, with what to do', () => {
  expect(describeRefusal(ADDRESS, 'no answer within 2000 ms')).toBe(
    'Redis at redis.example:6379 refused: no answer within 2000 ms. Check the server and its log, then try again.',
  );
});

test('a Redis that is away is told with the setting, or the address, that leads to it', () => {
  expect(describeUnreachable(ADDRESS, 'connect ECONNREFUSED', 'STORE_URL')).toBe(
    'Redis can’t be reached at redis.example:6379 (connect ECONNREFUSED). Check STORE_URL and the server.',
  );
  expect(describeUnreachable(ADDRESS, 'WRONGPASS invalid username-password pair')).toBe(
    'Redis at redis.example:6379 rejects the user or password in the address (WRONGPASS invalid username-password pair). Correct the address.',
  );
});
