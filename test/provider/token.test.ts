// One token for all callers and replicas, and when it is renewed.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expiryOf } from '#provider/token.ts';
import { CONSUMER_KEY, CONSUMER_SECRET, createRig, NOW, type Rig } from './rig.ts';
import { bearerOf, IPN_LIST, jwt, TOKEN, tokenReply } from './scripted-service.ts';

const HOUR = 3_600_000;
let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
  rig.service.on(IPN_LIST, { json: [] });
});
afterEach(() => rig.close());

const issues = () => rig.service.callsTo(TOKEN).length;
const bearers = (path: string) => rig.service.callsTo(path).map((call) => call.headers.authorization);

describe('one token', () => {
  test('one token serves many callers, at once and one after the other', async () => {
    await Promise.all(Array.from({ length: 20 }, () => rig.client.getIpnList()));
    for (let call = 0; call < 3; call += 1) await rig.client.getIpnList();
    expect(issues()).toBe(1);
    expect(new Set(bearers(IPN_LIST)).size).toBe(1);
  });

  test('one token serves every replica through the store, without a new request', async () => {
    await rig.client.getIpnList();
    await rig.replica().getIpnList();
    expect(issues()).toBe(1);
    expect(new Set(bearers(IPN_LIST))).toEqual(new Set([bearerOf('token-1', NOW + HOUR)]));
  });

  test('replicas that start together request one token', async () => {
    let tries = 0;
    const { acquire } = rig.store;
    rig.store.acquire = (...lease) => {
      tries += 1;
      return acquire(...lease);
    };
    // Answered only once all three have tried to get the lease.
    rig.service.on(TOKEN, async () => {
      await expect.poll(() => tries).toBeGreaterThanOrEqual(3);
      return tokenReply('slow', NOW + HOUR);
    });
    await Promise.all([rig.client, rig.replica(), rig.replica()].map((client) => client.getIpnList()));
    expect(issues()).toBe(1);
    expect(rig.store.held.size).toBe(0);
  });

  test('the token is stored without key and secret, under a name that hides the account', async () => {
    await rig.client.getIpnList();
    const stored = JSON.stringify([...rig.store.entries]);
    expect(rig.store.entries.size).toBe(1);
    expect(stored).toContain(jwt('token-1', { exp: (NOW + HOUR) / 1000 }));
    expect(stored).not.toContain(CONSUMER_KEY);
    expect(stored).not.toContain(CONSUMER_SECRET);
  });

  test('the token of another account is not used', async () => {
    await rig.client.getIpnList();
    await rig.replica({ consumerKey: 'another key' }).getIpnList();
    expect(issues()).toBe(2);
  });

  test('a token that was got with another secret is not used, so a wrong secret is refused at once', async () => {
    await rig.client.getIpnList();
    rig.service.on(TOKEN, tokenReply('of the right secret', NOW + HOUR));
    await rig.replica({ consumerSecret: 'another secret' }).getIpnList();
    expect(issues()).toBe(2);
    await rig.replica().getIpnList();
    expect(issues()).toBe(2);
  });
});

describe('renewal', () => {
  test('a token is renewed a minute before exp', async () => {
    await rig.client.getIpnList();
    rig.clock.forward(HOUR - 60_001);
    await rig.client.getIpnList();
    expect(issues()).toBe(1);
    rig.clock.forward(1);
    await rig.client.getIpnList();
    expect(issues()).toBe(2);
    expect(bearers(IPN_LIST).at(-1)).toBe(bearerOf('token-2', rig.clock.now() + HOUR));
  });

  test('a token with a short life is renewed a tenth of it before exp', async () => {
    rig.service.on(TOKEN, tokenReply('short', NOW + 300_000), tokenReply('next', NOW + HOUR));
    await rig.client.getIpnList();
    rig.clock.forward(269_999);
    await rig.client.getIpnList();
    expect(issues()).toBe(1);
    rig.clock.forward(1);
    await rig.client.getIpnList();
    expect(issues()).toBe(2);
  });

  test('a token is renewed by exp even when expiryDate says otherwise', async () => {
    rig.service.on(
      TOKEN,
      tokenReply('short', NOW + 300_000, { expiryDate: '2036-01-01T00:00:00.0000000Z' }),
      tokenReply('next', NOW + HOUR),
    );
    await rig.client.getIpnList();
    rig.clock.forward(300_000);
    await rig.client.getIpnList();
    expect(issues()).toBe(2);
  });

  test('a token that is no JWT expires at its expiryDate, read with seven fraction digits', () => {
    const expiry = Date.parse('2026-11-21T10:00:00.123Z');
    expect(expiryOf('opaque', expiry, NOW)).toBe(expiry);
    expect(expiryOf('a.b.c', expiry, NOW)).toBe(expiry);
    expect(expiryOf(jwt('x', { exp: '1999999999' }), expiry, NOW)).toBe(expiry);
    expect(expiryOf(jwt('x', { exp: 1_999_999_999 }), expiry, NOW)).toBe(1_999_999_999_000);
  });

  test('a token without a known expiry is renewed after five minutes', async () => {
    rig.service.on(TOKEN, { json: { token: 'opaque', expiryDate: null, error: null } });
    await rig.client.getIpnList();
    rig.clock.forward(269_999);
    await rig.client.getIpnList();
    expect(issues()).toBe(1);
    rig.clock.forward(1);
    await rig.client.getIpnList();
    expect(issues()).toBe(2);
  });

  test('a token that seems expired when it is issued serves the waiting callers and is not kept', async () => {
    rig.service.on(TOKEN, tokenReply('old', NOW - 1));
    await Promise.all([rig.client.getIpnList(), rig.client.getIpnList()]);
    expect(issues()).toBe(1);
    expect(rig.store.entries.size).toBe(0);
  });

  test('a token is kept in memory while the store is down', async () => {
    rig.store.down = true;
    await rig.client.getIpnList();
    await rig.client.getIpnList();
    expect(issues()).toBe(1);
  });
});
