// For tests of refunds: a paid order over the rig, with a scripted payment service.
import { expect } from 'vitest';
import { sumMoney } from '#lib/money.ts';
import type { Order } from '#orders/order.ts';
import type { Store } from '#store/store.ts';
import type { Reply } from '#test/provider/scripted-service.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { CREATED, linkDraft, startRig } from './rig.ts';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
export const INV_1 = referenceOf('INV-1');
export const AMOUNT = { amount: '1500', currency: 'KES' };
export const DRAFT = { amount: AMOUNT, remarks: 'Sold out' };

export const RECEIVED: Reply = { json: { status: '200', message: 'Refund request successfully' } };
export const RECEIVED_ALREADY: Reply = {
  json: { status: '500', message: 'Refund request has been received already' },
};
export const REFUSED: Reply = { json: { status: '500', message: 'Refund rejected' } };

export function record(status_code: number, method = 'MpesaKE'): Reply {
  const money = { amount: 1500, currency: 'KES', confirmation_code: 'SCJ8JQ26SW', payment_method: method };
  return { json: { ...CREATED, status_code, ...money } };
}

/**
 * A paid link. `answers`: what the service says to requests for refunds, the last one again and again. `change`: of the store, as
 * startRig has it.
 */
export async function paid({
  method = 'MpesaKE',
  answers = [RECEIVED],
  change,
}: {
  method?: string;
  answers?: [Reply, ...Reply[]];
  change?: (store: Store) => Store;
} = {}) {
  const rig = await startRig(change);
  await rig.create(linkDraft('INV-1'));
  const { reference } = await rig.ordering.submitOrder(INV_1);
  rig.service.on(paths.STATUS, record(1, method));
  await rig.notifications.receiveNotification({
    trackingId: CREATED.order_tracking_id,
    merchantReference: reference,
  });
  await rig.runChecks();
  rig.service.on(paths.REFUND, ...answers);
  return {
    ...rig,
    /** Asked by U1 and approved by U2; the service is then asked. */
    async approved(draft = DRAFT): Promise<Order> {
      expect((await rig.refunds.askRefund(INV_1, draft, 'U1')).status).toBe('asked');
      const { approval } = await rig.kept('INV-1');
      expect((await rig.approvals.approve(INV_1, approval?.number ?? 0, 'U2')).status).toBe('decided');
      await rig.runChecks();
      return rig.kept('INV-1');
    },
    async reversed(): Promise<Order> {
      rig.service.on(paths.STATUS, record(3, method));
      await rig.notifications.receiveNotification({
        trackingId: CREATED.order_tracking_id,
        merchantReference: 'INV-1',
      });
      rig.clock.advance(MINUTE);
      await rig.runChecks();
      return rig.kept('INV-1');
    },
    /** So many days, each with what is due on it. */
    async days(count: number): Promise<void> {
      for (let day = 0; day < count; day += 1) {
        rig.clock.advance(DAY);
        await rig.runChecks();
      }
    },
  };
}

export const newsOf = ({ announcements }: Order) => announcements.map(({ news }) => news.kind);
export const held = ({ entries = [] }: Order) =>
  sumMoney(
    'KES',
    entries.map(({ money }) => money),
  ).amount;
