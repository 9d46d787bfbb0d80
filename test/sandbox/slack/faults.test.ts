import { describe, expect, test } from 'vitest';
import type { Fault } from '#sandbox/slack/api/faults.ts';
import { BOT_TOKEN, post, startRig } from './rig.ts';

const headers = { 'content-type': 'application/json', authorization: `Bearer ${BOT_TOKEN}` };

async function postUnder(fault: Fault) {
  const { slack } = await startRig();
  slack.faults.next('chat.postMessage', fault);
  const say = () => {
    const body = JSON.stringify({ channel: slack.channels.sales, text: 'hi' });
    return post(`${slack.apiUrl}chat.postMessage`, body, headers);
  };
  return { slack, say, posted: () => slack.messages(slack.channels.sales).length };
}

test.each([
  [{ kind: 'error', code: 'internal_error' } as const, 200, { ok: false, error: 'internal_error' }],
  [{ kind: 'tokenRevoked' } as const, 200, { ok: false, error: 'token_revoked' }],
  [{ kind: 'rateLimited', retryAfterSeconds: 7 } as const, 429, { ok: false, error: 'ratelimited' }],
])('%j answers without working, once', async (fault, status, body) => {
  const { say, posted } = await postUnder(fault);
  const refused = await say();
  expect(refused.status).toBe(status);
  expect(await refused.json()).toEqual(body);
  expect(posted()).toBe(0);
  expect((await say()).status).toBe(200);
  expect(posted()).toBe(1);
});

test('a rate limit says when to come back, or does not', async () => {
  const { say, slack } = await postUnder({ kind: 'rateLimited', retryAfterSeconds: 7 });
  slack.faults.next('chat.postMessage', { kind: 'rateLimited' });
  expect((await say()).headers.get('retry-after')).toBe('7');
  expect((await say()).headers.get('retry-after')).toBeNull();
});

test.each([
  ['http500', 0],
  ['http500AfterWork', 1],
] as const)('%s leaves %d messages', async (kind, count) => {
  const { say, posted } = await postUnder({ kind });
  expect((await say()).status).toBe(500);
  expect(posted()).toBe(count);
});

test.each([
  ['reset', 0],
  ['lostAnswer', 1],
] as const)('%s cuts the connection and leaves %d messages', async (kind, count) => {
  const { say, posted, slack } = await postUnder({ kind });
  await expect(say()).rejects.toThrow('fetch failed');
  expect(posted()).toBe(count);
  expect(slack.callsTo('chat.postMessage')).toMatchObject([{ answer: undefined }]);
});

test('slow works, after a while', async () => {
  const { say, posted } = await postUnder({ kind: 'slow', ms: 60 });
  const startedAt = performance.now();
  expect((await say()).status).toBe(200);
  expect(performance.now() - startedAt).toBeGreaterThan(50);
  expect(posted()).toBe(1);
});

test('hang never answers, and does not keep the sandbox from stopping', async () => {
  const { slack, say, posted } = await postUnder({ kind: 'hang' });
  const pending = say().catch(() => 'cut');
  await expect.poll(() => slack.callsTo('chat.postMessage').length).toBe(1);
  await slack.stop();
  expect(await pending).toBe('cut');
  expect(posted()).toBe(0);
});

test('a fault lasts as many times as said, or until it is switched off', async () => {
  const { call, slack } = await startRig();
  const works = async () => (await call('auth.test')).ok;
  slack.faults.next('auth.test', { kind: 'error', code: 'x' }, 2);
  expect([await works(), await works(), await works()]).toEqual([false, false, true]);
  slack.faults.always('*', { kind: 'tokenRevoked' });
  expect([await works(), await works()]).toEqual([false, false]);
  slack.faults.off();
  expect(await works()).toBe(true);
});

test('switching off one method leaves the others', async () => {
  const { call, slack } = await startRig();
  slack.faults.always('auth.test', { kind: 'error', code: 'x' });
  slack.faults.always('users.list', { kind: 'error', code: 'y' });
  slack.faults.off('auth.test');
  expect((await call('auth.test')).ok).toBe(true);
  expect((await call('users.list')).error).toBe('y');
});

describe('the posting rate', () => {
  test('allows a burst, then one message a while in each channel', async () => {
    let now = Date.now();
    const { call, slack } = await startRig({ now: () => now });
    slack.faults.limitPosting({ everyMs: 1000, burst: 2 });
    const say = async (channel: string) => (await call('chat.postMessage', { channel, text: 'x' })).error;
    const { sales, finance } = slack.channels;
    expect([await say(sales), await say(sales), await say(sales)]).toEqual([
      undefined,
      undefined,
      'ratelimited',
    ]);
    expect(await say(finance)).toBeUndefined();
    now += 1000;
    expect([await say(sales), await say(sales)]).toEqual([undefined, 'ratelimited']);
    slack.faults.limitPosting(undefined);
    expect(await say(sales)).toBeUndefined();
  });

  test('is off unless asked for', async () => {
    const { call, slack } = await startRig();
    for (let count = 0; count < 20; count += 1)
      await call('chat.postMessage', { channel: 'sales', text: 'x' });
    expect(slack.messages(slack.channels.sales)).toHaveLength(20);
  });
});
