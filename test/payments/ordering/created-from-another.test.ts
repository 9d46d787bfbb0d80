// An order that is made from an earlier one: what is asked about it, what refuses it, and what the earlier one hears.
import { expect, test } from 'vitest';
import type { OrderEvent } from '#orders/order-event.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { linkDraft, type OrderingRig, promptDraft, startRig } from './rig.ts';

const ONCE = { evenIfSame: false };
const RESEND = promptDraft('INV-2', { resendOf: promptDraft('INV-1').reference });
const DECLINED = { reason: 'declined', serviceMessage: '' } as const;
const COMPLETED: OrderEvent = {
  event: 'completed',
  payment: {
    paid: { amount: '1500', currency: 'KES' },
    method: 'MpesaKE',
    confirmationCode: 'X',
    payer: '',
  },
};

/** INV-1 has rung, and came to this end. */
async function rang(end: 'failed' | 'completed'): Promise<OrderingRig> {
  const rig = await startRig();
  const { reference } = await rig.create(promptDraft('INV-1'));
  await rig.ordering.submitOrder(reference);
  await rig.updates.saveEvent(
    reference,
    end === 'failed' ? { event: 'failed', failure: DECLINED } : COMPLETED,
  );
  return rig;
}

test('what it is made from is not asked about as the same prompt, and what others sent is, unless that is agreed to', async () => {
  const { orderCreation } = await rang('failed');
  expect(await orderCreation.refusalFor(RESEND, ONCE)).toBeUndefined();
  const stranger = promptDraft('INV-9');
  const same = { status: 'same_again', order: { reference: 'INV-1' } };
  expect(await orderCreation.refusalFor(stranger, ONCE)).toMatchObject(same);
  const agreedTo: string[] = [];
  const evenIfSame = ({ reference }: { reference: string }) => agreedTo.push(reference) > 0;
  expect(await orderCreation.refusalFor(stranger, { evenIfSame })).toBeUndefined();
  expect(agreedTo).toEqual(['INV-1']);
});

test('the card of the order that it is made from is redrawn', async () => {
  const { orders, clock, create } = await rang('failed');
  for (const claim of await orders.claim('deliver', { now: clock.now(), leaseMs: 60_000, limit: 9 }))
    await orders.complete(claim, { at: undefined, atIfTriggered: undefined });
  expect(await orders.nextDue('deliver')).toBeUndefined();
  await create(RESEND);
  expect(await orders.nextDue('deliver')).toBeLessThanOrEqual(clock.now());
});

test('it is refused when what it would be made from is paid, before it is created and then', async () => {
  const { orderCreation } = await rang('completed');
  const refused = { status: 'impossible', why: { status: 'paid', order: { reference: 'INV-1' } } };
  expect(await orderCreation.refusalFor(RESEND, ONCE)).toMatchObject(refused);
  expect(await orderCreation.createOrder(RESEND, ONCE)).toMatchObject(refused);
});

test.each([promptDraft, linkDraft])(
  'it is not requested when what it was made from is paid while its card is posted',
  async (draft) => {
    const rig = await rang('failed');
    const { reference } = await rig.create(draft('INV-2', { resendOf: referenceOf('INV-1') }));
    rig.slack.post = async () => void (await rig.updates.saveEvent(referenceOf('INV-1'), COMPLETED));
    expect(await rig.ordering.submitOrder(reference)).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'paid_meanwhile' },
    });
    expect(rig.service.callsTo(paths.PUSH)).toHaveLength(1);
    for (const path of [paths.SUBMIT, paths.STATUS]) expect(rig.service.callsTo(path)).toEqual([]);
  },
);
