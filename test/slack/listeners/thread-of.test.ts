// In which thread a message is read, for an answer there.
import { expect, test } from 'vitest';
import { threadOf } from '#slack/listeners/guard.ts';

test('a reply is read in its thread, unless the channel shows it too', () => {
  expect(threadOf({ ts: '2.0', thread_ts: '1.0' })).toBe('1.0');
  expect(threadOf({ ts: '2.0', thread_ts: '1.0', subtype: 'thread_broadcast' })).toBeUndefined();
});

test('what begins a thread, or has none, is read in the channel', () => {
  for (const message of [{ ts: '1.0' }, { ts: '1.0', thread_ts: '1.0' }, {}])
    expect(threadOf(message)).toBeUndefined();
});
