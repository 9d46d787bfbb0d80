// Submitting a link: for a reference that it knows the service answers with the same order, so a request may be repeated.
import { describe, expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { CREATED, LOST, linkDraft, type OrderingRig, refusal, startRig } from './rig.ts';

async function submitLink(rig: OrderingRig, own = {}): Promise<Order> {
  const { reference } = await rig.create(linkDraft('INV-1', own));
  return rig.ordering.submitOrder(reference);
}

describe('a link', () => {
  test('has its address from the answer', async () => {
    const rig = await startRig();
    expect(await submitLink(rig)).toMatchObject({
      state: 'pending',
      service: { trackingId: CREATED.order_tracking_id, redirectUrl: CREATED.redirect_url },
    });
  });

  test('whose answer was lost is sent up to two times more, because the service answers with the same order', async () => {
    const rig = await startRig();
    rig.service.on(paths.SUBMIT, LOST, LOST, { json: CREATED });
    expect((await submitLink(rig)).state).toBe('pending');
    expect(rig.service.callsTo(paths.SUBMIT)).toHaveLength(3);
  });

  test('whose answers were all lost is known to be unknown, and is sent again by a check', async () => {
    const rig = await startRig();
    rig.service.on(paths.SUBMIT, LOST);
    const order = await submitLink(rig);
    expect(order).toMatchObject({ state: 'sending', outcomeUnknownAt: expect.any(Number) });
    expect(rig.service.callsTo(paths.SUBMIT)).toHaveLength(3);
    rig.service.on(paths.SUBMIT, LOST);
    expect((await rig.ordering.resubmit(order))?.state).toBe('sending');
    expect(rig.service.callsTo(paths.SUBMIT)).toHaveLength(4);
    rig.service.on(paths.SUBMIT, { json: CREATED });
    expect((await rig.ordering.resubmit(order))?.state).toBe('pending');
  });

  test('keeps what the service said last while it is unknown', async () => {
    const rig = await startRig();
    const down = (message: string) => ({ status: 500, json: { message } });
    rig.service.on(paths.SUBMIT, down('Out of order'));
    const order = await submitLink(rig);
    expect(order.failure).toMatchObject({ serviceMessage: 'Out of order' });
    rig.service.on(paths.SUBMIT, LOST);
    expect((await rig.ordering.resubmit(order))?.failure).toMatchObject({ serviceMessage: 'Out of order' });
    rig.service.on(paths.SUBMIT, down('Still out of order'));
    expect((await rig.ordering.resubmit(order))?.failure).toMatchObject({
      serviceMessage: 'Still out of order',
    });
    expect((await rig.kept('INV-1')).outcomeUnknownAt).toBe(order.outcomeUnknownAt);
  });

  test('that is refused after a lost answer is not sent only if the service does not have it', async () => {
    const refused = refusal('invalid_api_request_parameters');
    const rig = await startRig();
    rig.service.on(paths.SUBMIT, LOST, refused);
    expect((await submitLink(rig)).state).toBe('not_sent');
    expect(rig.service.callsTo(paths.BY_REFERENCE)).toHaveLength(1);
    const record = { ...CREATED, status_code: 0, payment_status_description: 'Pending' };
    for (const [name, answer] of [
      ['INV-2', { json: record }],
      ['INV-3', LOST],
    ] as const) {
      rig.service.on(paths.SUBMIT, LOST, refused);
      rig.service.on(paths.BY_REFERENCE, answer);
      const { reference } = await rig.create(linkDraft(name));
      const order = await rig.ordering.submitOrder(reference);
      expect(order).toMatchObject({ state: 'sending', outcomeUnknownAt: expect.any(Number) });
    }
  });

  test('that is refused at once is not sent, and nobody is asked whether it is there', async () => {
    const rig = await startRig();
    rig.service.on(paths.SUBMIT, refusal('invalid_api_request_parameters'));
    expect((await submitLink(rig)).state).toBe('not_sent');
    expect(rig.service.callsTo(paths.SUBMIT)).toHaveLength(1);
    expect(rig.service.callsTo(paths.BY_REFERENCE)).toEqual([]);
  });

  test('whose notification address the service does not know is sent again under a new one, once', async () => {
    const rig = await startRig();
    rig.service.on(paths.SUBMIT, refusal('InvalidIpnId'), { json: CREATED });
    expect((await submitLink(rig)).state).toBe('pending');
    expect(rig.service.callsTo(paths.REGISTER)).toHaveLength(2);
    rig.service.on(paths.SUBMIT, refusal('InvalidIpnId'));
    const { reference } = await rig.create(linkDraft('INV-2'));
    expect((await rig.ordering.submitOrder(reference)).state).toBe('not_sent');
    expect(rig.service.callsTo(paths.SUBMIT)).toHaveLength(4);
    expect(rig.service.callsTo(paths.REGISTER)).toHaveLength(3);
  });

  test('is not sent when the new notification address cannot be had', async () => {
    const rig = await startRig();
    const ipn_id = 'c1d0fd1a-5a7e-4a4e-a94b-dd7a1c8a7b01';
    rig.service.on(paths.REGISTER, { json: { ipn_id, status: '200' } }, refusal('invalid_url'));
    rig.service.on(paths.SUBMIT, refusal('InvalidIpnId'));
    expect(await submitLink(rig)).toMatchObject({ state: 'not_sent', failure: { reason: 'not_registered' } });
  });

  test('is not called wrong when the service takes no notification address of Teller’s', async () => {
    const rig = await startRig();
    rig.service.on(paths.SUBMIT, refusal('InvalidIpnId'));
    expect(await submitLink(rig)).toMatchObject({ state: 'not_sent', failure: { reason: 'not_registered' } });
  });
});
