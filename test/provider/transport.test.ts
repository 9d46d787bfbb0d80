// Calls over a failing network: time limits, lost connections, redirects, and what may be repeated.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '#sandbox/environment/free-port.ts';
import { afterLimit } from '#test/after-limit.ts';
import { collectGarbage } from '#test/collect-garbage.ts';
import { createRig, errorOf, order, pushOrder, type Rig, TRACKING_ID } from './rig.ts';
import {
  CANCEL,
  IPN_LIST,
  PUSH,
  REGISTER,
  type Reply,
  STATUS,
  SUBMIT,
  TOKEN,
  tokenReply,
} from './scripted-service.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await createRig();
});
afterEach(() => rig.close());

const LIMIT_MS = 2_000;
const list: Reply = { json: [] };
const accepted: Reply = { json: { business_number: '220222', order_tracking_id: TRACKING_ID } };

describe('a change whose answer is lost', () => {
  test.each<[string, Reply, string, 'after its limit'?]>([
    ['by a reset', { fault: 'reset' }, 'unavailable'],
    ['by silence', { fault: 'stall' }, 'unavailable', 'after its limit'],
    ['by a body that never ends', { ...accepted, fault: 'stallBody' }, 'unavailable', 'after its limit'],
    ['by a body cut off', { ...accepted, fault: 'cut' }, 'unreadable'],
    ['by a redirect', { status: 302, headers: { location: '/api/elsewhere' } }, 'unavailable'],
  ])(
    'a change whose answer is lost %s has an unknown outcome and is sent once',
    async (_, reply, kind, end) => {
      for (const path of [SUBMIT, PUSH, CANCEL, REGISTER]) rig.service.on(path, reply);
      // Fetches the token with time to spare, so that only the change itself runs into the limit.
      rig.service.on(IPN_LIST, list);
      await rig.client.getIpnList();
      const client = end ? rig.replica({ timeoutMs: LIMIT_MS }) : rig.client;
      const changes = [
        [SUBMIT, () => client.submitOrder(order())],
        [PUSH, () => client.push(pushOrder())],
        [CANCEL, () => client.cancelOrder(TRACKING_ID)],
        [REGISTER, () => client.registerIpn({ url: 'https://bot.test/ipn', ipn_notification_type: 'GET' })],
      ] as const;
      const askAll = () => Promise.all(changes.map(([, change]) => errorOf(change())));
      const errors = end
        ? await afterLimit(LIMIT_MS, askAll, () =>
            changes.every(([path]) => rig.service.callsTo(path).length > 0),
          )
        : await askAll();
      for (const error of errors)
        expect(error).toMatchObject({ kind, outcome: 'unknown', httpStatus: undefined });
      for (const [path] of changes) expect(rig.service.callsTo(path)).toHaveLength(1);
      expect(rig.service.callsTo('/elsewhere')).toEqual([]);
    },
  );
});

test.each<[string, Reply]>([
  ['silent', { fault: 'stall' }],
  ['silent inside its answer', { ...accepted, fault: 'stallBody' }],
])(
  'the limit of time holds for a service that is %s, whatever garbage is collected meanwhile',
  async (_, reply) => {
    for (const path of [PUSH, STATUS]) rig.service.on(path, reply);
    rig.service.on(IPN_LIST, list);
    await rig.client.getIpnList();
    const hasty = rig.replica({ timeoutMs: 1_000 });
    collectGarbage();
    // Without it, calls end after the time of a test: the platform's own limit for a silent body is 300 s.
    for (const call of [() => hasty.push(pushOrder()), () => hasty.getTransactionStatus(TRACKING_ID)])
      expect(await errorOf(call())).toMatchObject({ kind: 'unavailable' });
  },
);

describe('a change that never left', () => {
  test('a change that nobody listens for is refused, so that it may be repeated', async () => {
    rig.service.on(IPN_LIST, list);
    await rig.client.getIpnList();
    const token = [...rig.store.entries.values()][0];
    const nobody = await freePort();
    const client = rig.replica({
      baseUrl: `http://127.0.0.1:${nobody}/api`,
      keyValues: { ...rig.store, get: async <V>() => token as V },
    });
    const error = await errorOf(client.push(pushOrder()));
    expect(error).toMatchObject({ operation: 'push', kind: 'unavailable', outcome: 'refused' });
    expect(error.message).toContain('ECONNREFUSED');
  });

  test('a change without a token is refused, and not sent', async () => {
    rig.service.on(TOKEN, { fault: 'reset' });
    expect(await errorOf(rig.client.push(pushOrder()))).toMatchObject({
      operation: 'requestToken',
      kind: 'unavailable',
      outcome: 'refused',
    });
    expect(rig.service.callsTo(PUSH)).toEqual([]);
  });
});

describe('a question', () => {
  test.each<[string, Reply]>([
    ['a reset', { fault: 'reset' }],
    ['a body cut off', { json: [{ ipn_id: '1' }], fault: 'cut' }],
    ['502', { status: 502, text: '<html>Bad gateway</html>' }],
    ['503', { status: 503, text: '' }],
    ['504', { status: 504, text: '' }],
  ])('a question is repeated after %s', async (_, reply) => {
    rig.service.on(IPN_LIST, reply, reply, list);
    expect(await rig.client.getIpnList()).toEqual([]);
    expect(rig.service.callsTo(IPN_LIST)).toHaveLength(3);
    expect(rig.counted.filter(({ operation }) => operation === 'getIpnList')).toHaveLength(1);
  });

  test('a question is sent three times at most', async () => {
    rig.service.on(STATUS, { status: 503, text: '' });
    expect(await errorOf(rig.client.getTransactionStatus(TRACKING_ID))).toMatchObject({
      kind: 'unavailable',
      outcome: 'refused',
      httpStatus: 503,
    });
    expect(rig.service.callsTo(STATUS)).toHaveLength(3);
  });

  test('a question is not repeated after an answer that is an error', async () => {
    rig.service.on(STATUS, { status: 500, text: '' });
    await errorOf(rig.client.getTransactionStatus(TRACKING_ID));
    expect(rig.service.callsTo(STATUS)).toHaveLength(1);
  });

  test('a question ends at its time limit, repeats included', async () => {
    rig.service.on(IPN_LIST, list);
    await rig.client.getIpnList();
    rig.service.on(STATUS, { fault: 'stall' });
    const hasty = rig.replica({ timeoutMs: LIMIT_MS });
    const error = await afterLimit(
      LIMIT_MS,
      () => errorOf(hasty.getTransactionStatus(TRACKING_ID)),
      () => rig.service.callsTo(STATUS).length > 0,
    );
    expect(error).toMatchObject({ kind: 'unavailable', outcome: 'refused' });
    expect(error.message).toContain(`within ${LIMIT_MS} ms`);
    expect(rig.service.callsTo(STATUS)).toHaveLength(1);
  });
});

test('a token request is repeated, because that is harmless', async () => {
  const issue = tokenReply('late', rig.clock.now() + 3_600_000);
  rig.service.on(TOKEN, { fault: 'reset' }, { status: 503, text: '' }, issue);
  rig.service.on(IPN_LIST, list);
  expect(await rig.client.getIpnList()).toEqual([]);
  expect(rig.service.callsTo(TOKEN)).toHaveLength(3);
});
