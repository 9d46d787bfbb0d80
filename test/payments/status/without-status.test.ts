// A service that has only what SPEC.md shows: it answers HTTP 404 or 405 to getTransactionStatus and getIpnList. Payments are learned
// by merchant reference, which SPEC.md says brings the same data.
import { describe, expect, onTestFinished, test } from 'vitest';
import { inspectService } from '#doctor/service.ts';
import { systemClock } from '#lib/clock.ts';
import { chargeReference } from '#orders/reference.ts';
import { listRegistrations } from '#payments/status/ipn-registration.ts';
import { createProviderClient } from '#provider/client.ts';
import { CREATED, linkDraft, promptDraft, startRig } from '#test/payments/ordering/rig.ts';
import { CONSUMER_KEY, CONSUMER_SECRET } from '#test/provider/rig.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { referenceOf, sampleOrder } from '#test/store/sample-order.ts';
import { claimOf, PAID, PENDING, sent } from './due.ts';

const MISSING = {
  status: 404,
  json: { message: 'No HTTP resource was found that matches the request URI.' },
};
const OTHER_ID = '0b1c8d3e-7f7a-4a53-8f0e-0d6a3c1d2e4f';

describe('an order whose status the service cannot be asked for by tracking id', () => {
  test.each([
    ['a prompt', promptDraft, MISSING],
    ['a link', linkDraft, { ...MISSING, status: 405 }],
  ])('%s is found paid by its reference', async (_, draft, missing) => {
    const rig = await sent('INV-1', draft);
    rig.service.on(paths.STATUS, missing);
    const { order_tracking_id: _id, ...withoutId } = PAID.json;
    rig.service.on(paths.BY_REFERENCE, PENDING, { json: withoutId });
    await rig.dueCheck(claimOf('INV-1'));
    expect((await rig.kept('INV-1')).state).toBe('pending');
    await rig.dueCheck(claimOf('INV-1'));
    expect(await rig.kept('INV-1')).toMatchObject({
      state: 'paid',
      service: { trackingId: CREATED.order_tracking_id },
    });
  });

  test('is not called paid by the record of another order with its reference', async () => {
    const rig = await sent('INV-1');
    rig.service.on(paths.STATUS, MISSING);
    rig.service.on(paths.BY_REFERENCE, { json: { ...PAID.json, order_tracking_id: OTHER_ID } });
    await expect(rig.dueCheck(claimOf('INV-1'))).rejects.toMatchObject({ operation: 'getTransactionStatus' });
    expect((await rig.kept('INV-1')).state).toBe('pending');
  });

  test('is not asked for by reference if it is a charge, whose reference the service does not have', async () => {
    const rig = await startRig();
    const reference = chargeReference(referenceOf('INV-1'), OTHER_ID);
    const charge = {
      kind: 'charge',
      chargeOf: referenceOf('INV-1'),
      service: { trackingId: OTHER_ID },
    } as const;
    await rig.orders.insert(
      { ...sampleOrder('INV-1/t', charge), reference, requestedAt: rig.clock.now() },
      {},
    );
    rig.service.on(paths.STATUS, MISSING);
    await expect(rig.dueCheck({ ...claimOf('INV-1'), reference })).rejects.toThrow('getTransactionStatus');
    expect(rig.service.callsTo(paths.BY_REFERENCE)).toEqual([]);
  });

  test('is not asked for by reference when the service is down, or its whole address is wrong', async () => {
    const rig = await sent('INV-1');
    rig.service.on(paths.STATUS, { status: 500, json: { message: 'Sorry' } });
    await expect(rig.dueCheck(claimOf('INV-1'))).rejects.toThrow('Sorry');
    expect(rig.service.callsTo(paths.BY_REFERENCE)).toEqual([]);
    for (const path of [paths.STATUS, paths.BY_REFERENCE]) rig.service.on(path, MISSING);
    await expect(rig.dueCheck(claimOf('INV-1'))).rejects.toThrow('Check PROVIDER_BASE_URL');
    expect((await rig.kept('INV-1')).state).toBe('pending');
  });
});

describe('a reference in the form of a tracking id, at a service that cannot be asked by tracking id', () => {
  test('names what was made elsewhere under it', async () => {
    const rig = await startRig();
    rig.service.on(paths.STATUS, MISSING);
    rig.service.on(paths.BY_REFERENCE, { json: { ...PAID.json, merchant_reference: OTHER_ID } });
    expect(await rig.finder.findPayment(OTHER_ID)).toMatchObject({
      status: 'elsewhere',
      transaction: { reference: OTHER_ID, outcome: 'completed' },
    });
  });

  test('may be a tracking id all the same, so that nothing is known by it is no answer', async () => {
    const rig = await startRig();
    rig.service.on(paths.STATUS, MISSING);
    expect(await rig.finder.findPayment(OTHER_ID)).toMatchObject({ status: 'unanswered' });
    expect(rig.service.callsTo(paths.BY_REFERENCE)).toHaveLength(1);
  });

  test('is not looked up as a reference when the service is down', async () => {
    const rig = await startRig();
    rig.service.on(paths.STATUS, { status: 500, json: { message: 'Sorry' } });
    expect(await rig.finder.findPayment(OTHER_ID)).toMatchObject({ status: 'unanswered' });
    expect(rig.service.callsTo(paths.BY_REFERENCE)).toEqual([]);
  });
});

describe('a service without a list of registrations', () => {
  async function start() {
    const service = await paths.startScriptedService(Date.now);
    onTestFinished(() => service.close());
    service.on(paths.IPN_LIST, MISSING);
    const provider = {
      ...{ baseUrl: service.baseUrl, consumerKey: CONSUMER_KEY, consumerSecret: CONSUMER_SECRET },
    };
    const keyValues = { get: async () => undefined, set: async () => {}, delete: async () => {} };
    const leases = { acquire: async () => 't', renew: async () => true, release: async () => {} };
    const client = createProviderClient({ ...provider, clock: systemClock, keyValues, leases });
    return { service, provider, client };
  }

  test('has answered when it has taken the keys', async () => {
    const { client } = await start();
    expect(await listRegistrations(client)).toBeUndefined();
  });

  test('has not answered when its address is wrong, it refuses the keys or it has too much to do', async () => {
    const { client, service } = await start();
    service.on(paths.IPN_LIST, { status: 429, json: {} });
    await expect(listRegistrations(client)).rejects.toMatchObject({ kind: 'rate_limited' });
    const wrong = await start();
    wrong.service.on(paths.TOKEN, MISSING);
    await expect(listRegistrations(wrong.client)).rejects.toThrow('Check PROVIDER_BASE_URL');
  });

  test('is good to the doctor, who cannot see what is registered there', async () => {
    const { provider } = await start();
    const settings = { provider, publicUrl: 'https://teller.test', ipn: { key: 'key' } };
    expect(await inspectService(settings, systemClock)).toMatchObject([
      { check: 'Payment service', status: 'good' },
      { check: 'Notifications', status: 'good', found: expect.stringContaining('has no list') },
    ]);
  });
});
