// A reference that a person typed may be another system's at the payment service, also one that it has used a moment ago.
import { expect, test } from 'vitest';
import type { Draft } from '#payments/ordering/create-order.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { linkDraft, promptDraft, SETTINGS, startRig } from './rig.ts';

const ABOVE_1000 = { approvalAbove: [{ amount: '1000', currency: 'KES' }] };
const INV_1 = referenceOf('INV-1');

/** An order that is approved after the service has got a paid transaction of this reference, with this way back. */
async function approvedWhileKnown(draft: Draft, callBackUrl: string) {
  const rig = await startRig(undefined, ABOVE_1000);
  await rig.create(draft);
  await rig.ordering.submitOrder(INV_1);
  rig.clock.advance(5 * 60_000);
  const inEastAfrica = new Date(rig.clock.now() + 3 * 3_600_000).toISOString().slice(0, 19);
  rig.service.on(paths.BY_REFERENCE, {
    json: {
      status_code: 1,
      amount: 1500,
      currency: 'KES',
      confirmation_code: 'SCJ8JQ26SW',
      merchant_reference: 'INV-1',
      created_date: inEastAfrica,
      call_back_url: callBackUrl,
    },
  });
  await rig.approvals.approve(INV_1, 1, 'U2');
  await rig.runChecks();
  return { rig, order: await rig.kept('INV-1') };
}

test.each([
  ['prompt', promptDraft],
  ['link', linkDraft],
] as const)(
  'a %s is not sent, and not paid, when another system has used its reference a moment before it was approved',
  async (_, draft) => {
    const typed = draft('INV-1', { typedReference: true });
    const { rig, order } = await approvedWhileKnown(
      typed,
      'https://other.test/paid?OrderMerchantReference=INV-1',
    );
    expect(order).toMatchObject({ state: 'not_sent', failure: { reason: 'reference_known' } });
    expect(order.payments?.[0]).toBeUndefined();
    expect([...rig.service.callsTo(paths.PUSH), ...rig.service.callsTo(paths.SUBMIT)]).toEqual([]);
  },
);

test('a prompt that another process of Teller has sent is not sent again, and its payment counts', async () => {
  const typed = promptDraft('INV-1', { typedReference: true });
  const { rig, order } = await approvedWhileKnown(
    typed,
    `${SETTINGS.publicUrl}/paid?OrderMerchantReference=INV-1`,
  );
  expect(order).toMatchObject({ state: 'paid', payments: [{ confirmationCode: 'SCJ8JQ26SW' }] });
  expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
});
