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
    'it is a replica and takes no writes',
    'Let the address lead to its primary.',
  ],
  [
    'MISCONF Redis is configured to save RDB snapshots',
    'it cannot write to its disk',
    'Check its disk and its log, then try again.',
  ],
  [
    "NOPERM User teller has no permissions to run the 'set' command",
    'its user may not do that',
    'Give the user of the address all rights to Teller’s keys.',
  ],
  [
    "ERR The user executing the script can't run this command or subcommand",
    'its user may not do that',
    'Give the user of the address all rights to Teller’s keys.',
  ],
  ['NOAUTH Authentication required.', 'it does not accept the user or password', 'Correct the address.'],
  [
    'LOADING Redis is loading the dataset in memory',
    'it is still reading its data',
    'Wait until it has, then try again.',
  ],
  [
    "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
    'it is a replica without its primary',
    'Let the address lead to the primary.',
  ],
  ['NOREPLICAS Not enough good replicas to write.', 'it has too few replicas', 'Start them, then try again.'],
  [
    'CLUSTERDOWN The cluster is down',
    'its cluster does not serve all its slots',
    'Look at CLUSTER INFO, then try again.',
  ],
  [
    'BUSY Redis is busy running a script.',
    'a script holds it up',
    'Look for other programs that use it, then try again.',
  ],
])('%s is told in words, with what to do', (reason, why, next) => {
  expect(describeRefusal(ADDRESS, reason)).toBe(
    `Redis at redis.example:6379 did not do what was asked: ${why} (${reason.replace(/\.$/, '')}). ${next}`,
  );
});

test('what has no words of its own is told as it is, with what to do', () => {
  expect(describeRefusal(ADDRESS, 'no answer within 2000 ms')).toBe(
    'Redis at redis.example:6379 did not do what was asked: no answer within 2000 ms. Check the server and its log, then try again.',
  );
});

test('a Redis that is away is told with the setting, or the address, that leads to it', () => {
  expect(describeUnreachable(ADDRESS, 'connect ECONNREFUSED', 'STORE_URL')).toBe(
    'Redis cannot be reached yet at redis.example:6379 (connect ECONNREFUSED). Check STORE_URL and the server.',
  );
  expect(describeUnreachable(ADDRESS, 'WRONGPASS invalid username-password pair')).toBe(
    'Redis at redis.example:6379 does not accept the user or password of the address (WRONGPASS invalid username-password pair). Correct the address.',
  );
});
