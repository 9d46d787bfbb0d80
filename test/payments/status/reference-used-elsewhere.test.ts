// Another system has used, and been paid under, a reference that somebody typed in Teller.
import { describe, expect, test } from 'vitest';
import { eastAfricaTime } from '#sandbox/provider/formats.ts';
import { type OrderingRig, promptDraft, refusal, SETTINGS, startRig } from '#test/payments/ordering/rig.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { PAID } from './due.ts';

const OTHER_ID = '0f5c5b5e-5b0e-4b8e-8a0a-1d1e4ad1c002';
const TYPED = { typedReference: true };
const INV_1 = referenceOf('INV-1');

const OURS = `${SETTINGS.publicUrl}/paid?OrderMerchantReference=INV-1`;
const ANOTHERS = 'https://website.test/thanks?OrderMerchantReference=INV-1';

/** The service has this payment, made now by whoever has that address. */
function hasPayment({ service, clock }: OrderingRig, callBackUrl: string): void {
  const answer = {
    json: {
      ...PAID.json,
      order_tracking_id: OTHER_ID,
      merchant_reference: 'INV-1',
      created_date: eastAfricaTime(clock.now()),
      call_back_url: callBackUrl,
    },
  };
  service.on(paths.STATUS, answer);
  service.on(paths.BY_REFERENCE, answer);
}

describe('a payment made elsewhere under the reference of an order that was not sent', () => {
  async function refused() {
    const rig = await startRig();
    await rig.create(promptDraft('INV-1', TYPED));
    rig.service.on(paths.PUSH, refusal('amount_exceeds_default_limit'));
    expect(await rig.ordering.submitOrder(INV_1)).toMatchObject({ state: 'not_sent' });
    return rig;
  }

  test('is found by its tracking id, and can be written down to be paid back', async () => {
    const rig = await refused();
    hasPayment(rig, ANOTHERS);
    const found = await rig.finder.findPayment(OTHER_ID);
    expect(found).toMatchObject({ status: 'elsewhere', transaction: { outcome: 'completed' } });
    const payment = found.status === 'elsewhere' ? found.transaction.payment : undefined;
    if (!payment) throw new Error('the payment was not found');
    const about = { by: 'U2', channel: 'C1', description: 'Paid on the website', shown: payment };
    const written = await rig.writeDownElsewhere(OTHER_ID, about);
    expect(written).toMatchObject({ status: 'written', order: { kind: 'elsewhere' } });
    expect(await rig.kept('INV-1')).toMatchObject({ state: 'not_sent' });
  });

  test('is that order’s own when its record has Teller’s address', async () => {
    const rig = await refused();
    hasPayment(rig, OURS);
    expect(await rig.finder.findPayment(OTHER_ID)).toMatchObject({
      status: 'ours',
      order: { reference: 'INV-1', state: 'paid' },
    });
  });
});
