// Limits against slow and too many requests.

import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { KEY, startWeb } from './rig.ts';

const NOTIFICATION = 'OrderTrackingId=af2234da-03ee-4b60-b2dd-dd746bcda1bd&OrderMerchantReference=INV-1';

describe('limits', () => {
  test('a request whose body arrives too slowly is cut off', async () => {
    const web = await startWeb({ requestMs: 200 });
    const socket = connect(Number(new URL(web.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`POST /ipn/${KEY} HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\nOrderTracking`);
    socket.resume();
    await once(socket, 'close');
    expect(web.received).toEqual([]);
  });

  test('too many notifications at once are answered with 503, and everything else is answered meanwhile', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const web = await startWeb({ receive: () => held.then(() => 'recorded' as const) });
    const flood = Array.from({ length: 300 }, () => web.get(`/ipn/${KEY}?${NOTIFICATION}`));
    const turnedAway = await Promise.race(flood);
    expect([turnedAway.status, turnedAway.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await web.get('/healthz')).status).toBe(200);
    letGo();
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(256);
    expect((await web.get(`/ipn/${KEY}?${NOTIFICATION}`)).status).toBe(200);
  });
});

test.each(['/healthz', '/paid'])(
  'a connection that nobody uses after %s is kept for longer than proxies keep theirs, so that none sends into one that is closing',
  async (path) => {
    const web = await startWeb();
    const { headers } = await web.get(path, { headers: { connection: 'keep-alive' } });
    const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? [];
    // Caddy keeps them for two minutes, AWS for one, Google for ten.
    expect(Number(seconds)).toBeGreaterThan(600);
  },
);
