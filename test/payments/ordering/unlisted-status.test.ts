// An order whose answer was lost, and of which the service's record has a status that SPEC.md does not list: the service has it.
import { expect, test } from 'vitest';
import * as paths from '#test/provider/scripted-service.ts';
import { CREATED, LOST, NOT_FOUND, promptDraft, startRig } from './rig.ts';

const nulls = { error_type: null, code: null, message: null };

test.each([
  { status_code: 0, payment_status_description: 'INVALID', error: nulls },
  { status_code: 7, payment_status_description: 'On hold', error: nulls },
])('a prompt of which the record says %j was sent, and can be cancelled', async (said) => {
  const record = {
    json: { ...CREATED, ...said, merchant_reference: 'INV-1', amount: 1500, currency: 'KES' },
  };
  const waiting = { state: 'pending', service: { trackingId: CREATED.order_tracking_id } };

  const atOnce = await startRig();
  atOnce.service.on(paths.PUSH, LOST);
  atOnce.service.on(paths.BY_REFERENCE, record);
  const { reference } = await atOnce.create(promptDraft('INV-1'));
  expect(await atOnce.ordering.submitOrder(reference)).toMatchObject(waiting);

  const later = await startRig();
  later.service.on(paths.PUSH, LOST);
  later.service.on(paths.BY_REFERENCE, { json: NOT_FOUND }, record);
  await later.create(promptDraft('INV-1'));
  expect((await later.ordering.submitOrder(reference)).state).toBe('sending');
  later.clock.advance(20_000);
  await later.runChecks();
  expect(await later.kept('INV-1')).toMatchObject(waiting);

  later.service.on(paths.STATUS, record);
  later.service.on(paths.CANCEL, { json: { status: '200', message: 'Order successfully cancelled' } });
  expect((await later.cancelOrder(reference, 'U7')).status).toBe('cancelled');
});
