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
  // SPEC.md: one-token-serves-many
  test('serves many callers at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => rig.client.getIpnList()));
    expect(issues()).toBe(1);
    expect(new Set(bearers(IPN_LIST)).size).toBe(1);
  });

  test('serves every replica through the notes, without being asked for again', async () => {
    await rig.client.getIpnList();
    await rig.replica().getIpnList();
    expect(issues()).toBe(1);
    expect(new Set(bearers(IPN_LIST))).toEqual(new Set([bearerOf('token-1', NOW + HOUR)]));
  });

  test('is asked for once by replicas that start together', async () => {
    rig.service.on(TOKEN, async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return tokenReply('slow', NOW + HOUR);
    });
    await Promise.all([rig.client, rig.replica(), rig.replica()].map((client) => client.getIpnList()));
    expect(issues()).toBe(1);
    expect(rig.store.held.size).toBe(0);
  });

  test('is noted alone: no key, no secret, under a name that hides the account', async () => {
    await rig.client.getIpnList();
    const noted = JSON.stringify([...rig.store.entries]);
    expect(rig.store.entries.size).toBe(1);
    expect(noted).toContain(jwt('token-1', { exp: (NOW + HOUR) / 1000 }));
    expect(noted).not.toContain(CONSUMER_KEY);
    expect(noted).not.toContain(CONSUMER_SECRET);
  });

  test('of another account is not used', async () => {
    await rig.client.getIpnList();
    await rig.replica({ consumerKey: 'another key' }).getIpnList();
    expect(issues()).toBe(2);
  });

  test('is not taken from notes that hold something else', async () => {
    await rig.client.getIpnList();
    for (const key of rig.store.entries.keys()) rig.store.entries.set(key, { token: 7 });
    await rig.replica().getIpnList();
    expect(issues()).toBe(2);
  });
});

describe('renewal', () => {
  // SPEC.md: renewal-comes-minute-before
  test('comes a minute before exp', async () => {
    await rig.client.getIpnList();
    rig.clock.forward(HOUR - 60_001);
    await rig.client.getIpnList();
    expect(issues()).toBe(1);
    rig.clock.forward(1);
    await rig.client.getIpnList();
    expect(issues()).toBe(2);
    expect(bearers(IPN_LIST).at(-1)).toBe(bearerOf('token-2', rig.clock.now() + HOUR));
  });

  test('comes a tenth of its life before exp when the life is short', async () => {
    rig.service.on(TOKEN, tokenReply('short', NOW + 300_000), tokenReply('next', NOW + HOUR));
    await rig.client.getIpnList();
    rig.clock.forward(269_999);
    await rig.client.getIpnList();
    expect(issues()).toBe(1);
    rig.clock.forward(1);
    await rig.client.getIpnList();
    expect(issues()).toBe(2);
  });

  // SPEC.md: renewal-goes-exp-even
  test('goes by exp even when expiryDate says otherwise', async () => {
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

  // SPEC.md: renewal-goes-expirydate-seven
  test('goes by expiryDate, seven digits and all, when the token is no JWT', () => {
    const expiry = Date.parse('2026-11-21T10:00:00.123Z');
    expect(expiryOf('opaque', expiry, NOW)).toBe(expiry);
    expect(expiryOf('a.b.c', expiry, NOW)).toBe(expiry);
    expect(expiryOf(jwt('x', { exp: '1999999999' }), expiry, NOW)).toBe(expiry);
    expect(expiryOf(jwt('x', { exp: 1_999_999_999 }), expiry, NOW)).toBe(1_999_999_999_000);
  });

  test('comes after five minutes when nothing tells the expiry', async () => {
    rig.service.on(TOKEN, { json: { token: 'opaque', expiryDate: null, error: null } });
    await rig.client.getIpnList();
    rig.clock.forward(269_999);
    await rig.client.getIpnList();
    expect(issues()).toBe(1);
    rig.clock.forward(1);
    await rig.client.getIpnList();
    expect(issues()).toBe(2);
  });

  test('of a token that seems over when it is issued serves those who wait and is not kept', async () => {
    rig.service.on(TOKEN, tokenReply('old', NOW - 1));
    await Promise.all([rig.client.getIpnList(), rig.client.getIpnList()]);
    expect(issues()).toBe(1);
    expect(rig.store.entries.size).toBe(0);
  });

  test('goes on without a lease when its holder never finishes', async () => {
    const stuck = { ...rig.store, acquire: async () => undefined };
    await rig.replica({ leases: stuck, timeoutMs: 1_000 }).getIpnList();
    expect(issues()).toBe(1);
  });

  test('goes on in memory while the store is down', async () => {
    rig.store.down = true;
    await rig.client.getIpnList();
    await rig.client.getIpnList();
    expect(issues()).toBe(1);
  });
});
