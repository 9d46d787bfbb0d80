// A reference that a person typed may be known to the service from somewhere else: what happens there is not this order's.
import { describe, expect, test } from 'vitest';
import { eastAfricaTime } from '#sandbox/provider/formats.ts';
import {
  LOST,
  linkDraft,
  type OrderingRig,
  promptDraft,
  refusal,
  SETTINGS,
  startRig,
} from '#test/payments/ordering/rig.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { claimOf, DAY, PAID, PENDING } from './due.ts';

const OTHER_ID = '0f5c5b5e-5b0e-4b8e-8a0a-1d1e4ad1c002';
const TYPED = { typedReference: true };
const HOUR = 60 * 60_000;

async function start() {
  const rig = await startRig();
  const found = (record: { json: object }, at?: number) => {
    const created_date = at === undefined ? {} : { created_date: eastAfricaTime(at) };
    const answer = { json: { ...record.json, order_tracking_id: OTHER_ID, ...created_date } };
    rig.service.on(paths.BY_REFERENCE, answer);
    rig.service.on(paths.STATUS, answer);
  };
  return { ...rig, found };
}

const UNSENT = { state: 'not_sent', failure: { reason: 'reference_known' } };

describe('a payment that another system asked for under a reference that was typed', () => {
  test.each([
    ['an hour ago', HOUR],
    ['at a time that its record does not say', undefined],
  ])('is not that of a prompt whose process died before the request, if it was made %s', async (_, agoMs) => {
    const rig = await start();
    rig.found(PAID, agoMs === undefined ? undefined : rig.clock.now() - agoMs);
    await rig.create(promptDraft('INV-1', TYPED));
    await rig.dueCheck(claimOf('INV-1'));
    const order = await rig.kept('INV-1');
    expect(order).toMatchObject(UNSENT);
    expect(order).not.toHaveProperty('payment');
  });

  test.each([['prompt', promptDraft] as const, ['link', linkDraft] as const])(
    'is not that of a %s which was refused because of it, also when it is made and notified only then',
    async (_, draft) => {
      const rig = await start();
      rig.found(PENDING, rig.clock.now() - HOUR);
      const { reference } = await rig.create(draft('INV-1', TYPED));
      await rig.ordering.submitOrder(reference);
      expect(await rig.kept('INV-1')).toMatchObject(UNSENT);
      rig.clock.advance(10_000);
      rig.found(PAID, rig.clock.now());
      await rig.notifications.receiveNotification({ trackingId: OTHER_ID, merchantReference: 'INV-1' });
      await rig.runChecks();
      expect(await rig.kept('INV-1')).toMatchObject(UNSENT);
    },
  );

  test('is not that of a prompt which waited for approval while another system asked', async () => {
    const rig = await startRig(undefined, { approvalAbove: [{ amount: '1000', currency: 'KES' }] });
    const { reference } = await rig.create(promptDraft('INV-1', TYPED));
    await rig.ordering.submitOrder(reference);
    const created_date = eastAfricaTime(rig.clock.now() + HOUR);
    rig.service.on(paths.BY_REFERENCE, { json: { ...PAID.json, created_date } });
    rig.clock.advance(2 * HOUR);
    await rig.approvals.approve(reference, 1, 'U2');
    await rig.approvals.sendNow(reference, 'U1');
    await rig.runChecks();
    expect(await rig.kept('INV-1')).toMatchObject(UNSENT);
  });
});

describe('an order with a typed reference that was not sent', () => {
  const OURS = { call_back_url: `${SETTINGS.publicUrl}/paid?OrderMerchantReference=INV-1` };
  const ANOTHERS = { call_back_url: 'https://website.test/thanks' };

  const REASONS = {
    'its card could not be posted'({ slack }: OrderingRig) {
      slack.post = async () => Promise.reject(new Error('no'));
    },
    'nobody could say whether its reference is taken': ({ service }: OrderingRig) =>
      service.on(paths.BY_REFERENCE, LOST),
    'the service refused it': ({ service }: OrderingRig) =>
      service.on(paths.PUSH, refusal('amount_exceeds_default_limit')),
    'its request got no answer and the service did not know it': ({ service }: OrderingRig) =>
      service.on(paths.PUSH, LOST),
  };

  /** The order's state and news after the service had that record of a payment, and it was due for erasing or notified. */
  async function afterPayment(why: keyof typeof REASONS, record: object, isNotified = false) {
    const rig = await startRig(undefined, { retentionDays: 31 });
    const { reference } = await rig.create(promptDraft('INV-1', TYPED));
    REASONS[why](rig);
    await rig.ordering.submitOrder(reference);
    rig.clock.advance(4 * 60_000);
    await rig.runChecks();
    expect(await rig.kept('INV-1')).toMatchObject({ state: 'not_sent' });
    const created_date = eastAfricaTime(rig.clock.now() + HOUR);
    rig.service.on(paths.BY_REFERENCE, {
      json: { ...PAID.json, order_tracking_id: OTHER_ID, created_date, ...record },
    });
    rig.clock.advance(isNotified ? DAY : 32 * DAY);
    if (isNotified)
      await rig.notifications.receiveNotification({ trackingId: OTHER_ID, merchantReference: 'INV-1' });
    else await rig.orders.trigger('check', reference, rig.clock.now());
    await rig.runChecks();
    const { state, announcements } = await rig.kept('INV-1');
    return [state, ...announcements.map(({ news }) => news.kind)];
  }

  const WHY = Object.keys(REASONS) as (keyof typeof REASONS)[];

  test.each(WHY)('because %s is not paid by what another system asked for since', async (why) => {
    for (const isNotified of [false, true])
      expect(await afterPayment(why, ANOTHERS, isNotified)).toEqual(['not_sent', 'not_sent']);
  });

  test.each(WHY)('because %s is paid when the service has it all the same', async (why) => {
    expect(await afterPayment(why, OURS)).toEqual(['paid', 'not_sent', 'paid']);
  });

  test('is paid by a record without an address only where its request may have arrived', async () => {
    for (const why of WHY) {
      const mayHaveArrived = why === 'its request got no answer and the service did not know it';
      expect(await afterPayment(why, {})).toEqual(
        mayHaveArrived ? ['paid', 'not_sent', 'paid'] : ['not_sent', 'not_sent'],
      );
    }
  });

  test('is not paid by what a Teller with an earlier store had asked for', async () => {
    const created_date = eastAfricaTime(Date.parse('2020-01-01T09:00:00Z'));
    const why = 'nobody could say whether its reference is taken';
    expect(await afterPayment(why, { ...OURS, created_date })).toEqual(['not_sent', 'not_sent']);
  });
});

describe('a prompt with a typed reference of which a store lost that it was sent', () => {
  test('is not called refused, no phone rings again, and its payment is told', async () => {
    for (const takeUp of ['resume', 'check'] as const) {
      const rig = await start();
      const { reference } = await rig.create(promptDraft('INV-1', TYPED));
      rig.found(PENDING, rig.clock.now());
      rig.clock.advance(10_000);
      if (takeUp === 'resume') await rig.ordering.resume(referenceOf('INV-1'), async () => {});
      else await rig.dueCheck(claimOf('INV-1'));
      expect(await rig.kept(reference)).toMatchObject({ state: 'pending' });
      expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
      rig.clock.advance(HOUR);
      rig.found(PAID, rig.clock.now() - HOUR / 2);
      await rig.runChecks();
      expect(await rig.kept(reference)).toMatchObject({ state: 'paid' });
    }
  });
});

test('a link with a typed reference of which a store lost that it was sent is sent again, which brings the same one', async () => {
  const rig = await start();
  await rig.create(linkDraft('INV-1', TYPED));
  rig.found(PENDING, rig.clock.now());
  await rig.dueCheck(claimOf('INV-1'));
  expect(await rig.kept('INV-1')).toMatchObject({
    state: 'pending',
    service: { redirectUrl: expect.any(String) },
  });
  expect(rig.service.callsTo(paths.SUBMIT)).toHaveLength(1);
});

test('a link with a typed reference that another system has is not sent, whoever takes it up', async () => {
  const rig = await start();
  await rig.create(linkDraft('INV-1', TYPED));
  rig.found(PENDING, rig.clock.now() - HOUR);
  await rig.dueCheck(claimOf('INV-1'));
  expect(await rig.kept('INV-1')).toMatchObject(UNSENT);
  expect(rig.service.callsTo(paths.SUBMIT)).toEqual([]);
});
