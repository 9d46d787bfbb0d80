// Submitting an order: what is saved before and after the request, what a lost or refused answer makes of it, and that no
// process sends what another one may have sent.
import { describe, expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { ClaimLost } from '#queue/held-claim.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { CREATED, LOST, linkDraft, type OrderingRig, PUSHED, promptDraft, refusal, startRig } from './rig.ts';

async function submitPrompt(rig: OrderingRig, own = {}): Promise<Order> {
  const { reference } = await rig.create(promptDraft('INV-1', own));
  return rig.ordering.submitOrder(reference);
}

async function submitLink(rig: OrderingRig, own = {}): Promise<Order> {
  const { reference } = await rig.create(linkDraft('INV-1', own));
  return rig.ordering.submitOrder(reference);
}

describe('a prompt', () => {
  test('is sent once its card is posted and that it is sent is saved, and then waits for its payment', async () => {
    const rig = await startRig();
    let atPost: Order | undefined;
    rig.slack.post = async (order) => {
      atPost = order;
      expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
    };
    let whileSent: Order | undefined;
    rig.service.on(paths.PUSH, async () => {
      whileSent = await rig.kept('INV-1');
      return { json: PUSHED };
    });
    const order = await submitPrompt(rig);
    expect(atPost).not.toHaveProperty('requestedAt');
    expect(whileSent).toMatchObject({
      state: 'sending',
      requestedAt: expect.any(Number),
      card: { ts: '1.2' },
    });
    expect(order).toMatchObject({
      state: 'pending',
      service: { businessNumber: '220222', accountNumber: 'ACC-1', trackingId: PUSHED.order_tracking_id },
    });
    expect(await rig.kept('INV-1')).toEqual(order);
    expect(rig.slack.posted).toEqual([{ reference: 'INV-1', mayAlreadyBePosted: false }]);
    expect(rig.service.callsTo(paths.PUSH)[0]?.json).toMatchObject({ id: 'INV-1', msisdn: '254712345678' });
    // The reference is Teller's own, so the service need not be asked whether it has it.
    expect(rig.service.callsTo(paths.BY_REFERENCE)).toEqual([]);
    await expect.poll(() => rig.orders.nextDue('check')).toBe((order.requestedAt ?? 0) + 20_000);
  });

  test('is submitted by one of two that try at the same time', async () => {
    const rig = await startRig();
    const { reference } = await rig.create(promptDraft('INV-1'));
    const both = await Promise.all([
      rig.ordering.submitOrder(reference),
      rig.ordering.submitOrder(reference),
    ]);
    expect(both.map(({ state }) => state).sort()).toEqual(['pending', 'sending']);
    expect(rig.service.callsTo(paths.PUSH)).toHaveLength(1);
    expect((await rig.ordering.submitOrder(reference)).state).toBe('pending');
    expect(rig.service.callsTo(paths.PUSH)).toHaveLength(1);
  });

  test('whose answer was lost is never sent again: the service is asked whether it has it', async () => {
    const rig = await startRig();
    rig.service.on(paths.PUSH, LOST);
    const order = await submitPrompt(rig);
    expect(order).toMatchObject({
      state: 'sending',
      outcomeUnknownAt: expect.any(Number),
      failure: { reason: 'unavailable' },
    });
    expect(rig.service.callsTo(paths.PUSH)).toHaveLength(1);
    expect(rig.service.callsTo(paths.BY_REFERENCE)).toHaveLength(1);
  });

  test('whose answer was lost waits for its payment when the service says that it has it', async () => {
    const rig = await startRig();
    rig.service.on(paths.PUSH, LOST);
    const record = {
      ...CREATED,
      status_code: 0,
      payment_status_description: 'Pending',
      merchant_reference: 'INV-1',
    };
    rig.service.on(paths.BY_REFERENCE, { json: record });
    const order = await submitPrompt(rig);
    expect(order).toMatchObject({ state: 'pending', service: { trackingId: CREATED.order_tracking_id } });
    expect(order).not.toHaveProperty('outcomeUnknownAt');
  });

  test('whose answer cannot be read is like one whose answer was lost', async () => {
    const rig = await startRig();
    rig.service.on(paths.PUSH, { json: { status: '200' } });
    expect(await submitPrompt(rig)).toMatchObject({ state: 'sending', outcomeUnknownAt: expect.any(Number) });
    expect(rig.service.callsTo(paths.PUSH)).toHaveLength(1);
  });

  test('that the service refuses is not sent, with the service’s words', async () => {
    const rig = await startRig();
    rig.service.on(paths.PUSH, refusal('amount_exceeds_default_limit', 'Too much.'));
    const order = await submitPrompt(rig);
    expect(order).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'declined', serviceMessage: 'Too much.' },
    });
    expect(rig.service.callsTo(paths.PUSH)).toHaveLength(1);
    expect(rig.service.callsTo(paths.BY_REFERENCE)).toEqual([]);
  });

  test('whose number has had three prompts since it was created is not sent, and says from when on it may be', async () => {
    const rig = await startRig();
    await rig.create(promptDraft('INV-9', { amount: { amount: '9', currency: 'KES' } }));
    for (const amount of ['1', '2', '3']) {
      const { reference } = await rig.create(
        promptDraft(`INV-${amount}`, { amount: { amount, currency: 'KES' } }),
      );
      await rig.ordering.submitOrder(reference);
    }
    const first = await rig.kept('INV-1');
    const order = await rig.ordering.submitOrder((await rig.kept('INV-9')).reference);
    expect(order).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'too_many_prompts', retryAt: (first.requestedAt ?? 0) + 600_000 },
    });
    expect(rig.service.callsTo(paths.PUSH)).toHaveLength(3);
  });
});

describe('an order whose card or preparation fails', () => {
  test('is not sent when its card cannot be posted', async () => {
    const rig = await startRig();
    rig.slack.post = async () => Promise.reject(new Error('not_in_channel'));
    const order = await submitPrompt(rig);
    expect(order.state).toBe('not_sent');
    expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
    expect(order).not.toHaveProperty('requestedAt');
  });

  test('is not sent when the notification address cannot be registered', async () => {
    const rig = await startRig();
    rig.service.on(paths.REGISTER, refusal('invalid_url'));
    expect((await submitLink(rig)).state).toBe('not_sent');
    expect(rig.service.callsTo(paths.SUBMIT)).toEqual([]);
  });

  test('with a typed reference is sent if the service does not know it, and not if it does', async () => {
    const rig = await startRig();
    expect((await submitLink(rig, { typedReference: true })).state).toBe('pending');
    expect(rig.service.callsTo(paths.BY_REFERENCE)).toHaveLength(1);
    const record = { status_code: 1, amount: 5, currency: 'KES', merchant_reference: 'INV-2' };
    rig.service.on(paths.BY_REFERENCE, { json: record });
    const { reference } = await rig.create(linkDraft('INV-2', { typedReference: true }));
    expect(await rig.ordering.submitOrder(reference)).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'reference_known' },
    });
    expect(rig.service.callsTo(paths.SUBMIT)).toHaveLength(1);
  });

  test('that does not exist cannot be submitted', async () => {
    const rig = await startRig();
    await expect(rig.ordering.submitOrder(linkDraft('INV-1').reference)).rejects.toThrow(
      'there is no order INV-1',
    );
  });
});

describe('an order that is submitted again', () => {
  test('looks for its card first, because an earlier try may have posted it', async () => {
    const rig = await startRig();
    const { reference } = await rig.create(linkDraft('INV-1'));
    expect((await rig.ordering.submitOrder(reference, true)).state).toBe('pending');
    expect(rig.slack.posted).toEqual([{ reference, mayAlreadyBePosted: true }]);
  });

  test('looks for its card also when a process has claimed it before, and was killed', async () => {
    const rig = await startRig();
    const { reference } = await rig.create(linkDraft('INV-1'));
    await rig.orders.claimOne('check', reference, { now: rig.clock.now(), leaseMs: 1_000 });
    rig.clock.advance(2_000);
    expect((await rig.ordering.submitOrder(reference)).state).toBe('pending');
    expect(rig.slack.posted).toEqual([{ reference, mayAlreadyBePosted: true }]);
  });
});

describe('an order that another process left', () => {
  test('is resumed: its card may be there already, and it is sent once', async () => {
    const rig = await startRig();
    const { reference } = await rig.create(linkDraft('INV-1'));
    expect((await rig.ordering.resume(reference, async () => {})).state).toBe('pending');
    expect(rig.slack.posted).toEqual([{ reference, mayAlreadyBePosted: true }]);
    expect((await rig.ordering.resume(reference, async () => {})).state).toBe('pending');
    expect(rig.service.callsTo(paths.SUBMIT)).toHaveLength(1);
  });

  test('is sent to no phone again if the service has it, because a store may have lost that it was sent', async () => {
    const rig = await startRig();
    const { reference } = await rig.create(promptDraft('INV-1'));
    rig.service.on(paths.BY_REFERENCE, {
      json: { ...CREATED, status_code: 0, payment_status_description: 'Pending' },
    });
    expect((await rig.ordering.resume(reference, async () => {})).state).toBe('pending');
    expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
  });

  test('is left as it is once it was requested: the service is not even asked', async () => {
    const rig = await startRig();
    rig.service.on(paths.PUSH, LOST);
    const order = await submitPrompt(rig);
    const asked = rig.service.callsTo(paths.BY_REFERENCE).length;
    expect(await rig.ordering.resume(order.reference, async () => {})).toEqual(order);
    expect(rig.service.callsTo(paths.BY_REFERENCE)).toHaveLength(asked);
    expect(rig.service.callsTo(paths.PUSH)).toHaveLength(1);
  });

  test('is left as it is when it came to nothing: no card is posted for it', async () => {
    const rig = await startRig();
    rig.slack.post = () => Promise.reject(new Error('no such channel'));
    const order = await submitPrompt(rig);
    expect(order.state).toBe('not_sent');
    rig.slack.post = async () => {};
    expect(await rig.ordering.resume(order.reference, async () => {})).toEqual(order);
    expect(rig.slack.posted).toHaveLength(1);
    expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
  });

  test('whose card is there gets no other one', async () => {
    const rig = await startRig();
    const { reference } = await rig.create(linkDraft('INV-1'));
    const card = { channel: 'C1', ts: '9.9', contentHash: 'x' };
    await rig.updates.updateOrder(reference, (order) => ({ ...order, card }));
    await rig.ordering.resume(reference, async () => {});
    expect(rig.slack.posted).toEqual([]);
    expect((await rig.kept('INV-1')).card?.ts).toBe('9.9');
  });

  test('that is taken away while it is prepared is left to the one who took it', async () => {
    const rig = await startRig();
    const { reference } = await rig.create(linkDraft('INV-1'));
    rig.slack.post = async () => Promise.reject(new ClaimLost('another process has it'));
    await expect(rig.ordering.resume(reference, async () => {})).rejects.toThrow(ClaimLost);
    const order = await rig.ordering.submitOrder(reference);
    expect(order.state).toBe('sending');
    expect(order).not.toHaveProperty('failure');
    expect(rig.service.callsTo(paths.SUBMIT)).toEqual([]);
  });
});
