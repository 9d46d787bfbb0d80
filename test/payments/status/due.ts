// For tests of the work of the queue `check`: an order that was sent, its claim, and what the service says of it.
import type { Order } from '#orders/order.ts';
import type { HeldClaim } from '#queue/held-claim.ts';
import { CREATED, linkDraft, type OrderingRig, startRig } from '#test/payments/ordering/rig.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { referenceOf } from '#test/store/sample-order.ts';

export const DAY = 24 * 60 * 60_000;
export const PENDING = { json: { ...CREATED, status_code: 0, payment_status_description: 'Pending' } };
export const PAID = {
  json: { ...CREATED, status_code: 1, amount: 1500, currency: 'KES', confirmation_code: 'SCJ8JQ26SW' },
};

export const claimOf = (name: string, confirm: HeldClaim['confirm'] = async () => {}): HeldClaim => ({
  ...{ queue: 'check', reference: referenceOf(name), token: 't', attempt: 1, confirm },
});

export async function sent(name: string, draft = linkDraft): Promise<OrderingRig & { order: Order }> {
  const rig = await startRig();
  const { reference } = await rig.create(draft(name));
  const order = await rig.ordering.submitOrder(reference);
  rig.service.on(paths.STATUS, PENDING);
  return { ...rig, order };
}
