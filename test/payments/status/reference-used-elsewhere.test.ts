// Another system has used, and been paid under, a reference that somebody typed in Teller.
import { describe, expect, test } from 'vitest';
import type { Order } from '#orders/order.ts';
import { eastAfricaTime } from '#sandbox/provider/formats.ts';
import {
  CREATED,
  LOST,
  linkDraft,
  type OrderingRig,
  PUSHED,
  promptDraft,
  refusal,
  SETTINGS,
  startRig,
} from '#test/payments/ordering/rig.ts';
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

describe('an order whose answer was lost, under a reference that another system has used and been paid for since', () => {
  const KINDS = ['prompt', 'link'] as const;
  const MINUTES = [1, 1, 1, 7, 60] as const;

  /** `when`: the other system pays, before the lost answer or after it. Resolves once the checks of an hour are over. */
  async function lost(
    kind: (typeof KINDS)[number],
    when: 'at once' | 'later',
    { address = ANOTHERS, change }: { address?: string; change?: (order: Order) => Order } = {},
  ) {
    const rig = await startRig();
    const path = kind === 'prompt' ? paths.PUSH : paths.SUBMIT;
    await rig.create((kind === 'prompt' ? promptDraft : linkDraft)('INV-1', TYPED));
    rig.service.on(path, async () => {
      if (when === 'at once') hasPayment(rig, address);
      return LOST;
    });
    await rig.ordering.submitOrder(INV_1);
    const { length: first } = rig.service.callsTo(path);
    if (change) await rig.updates.updateOrder(INV_1, change);
    hasPayment(rig, address);
    // From now on a repeat would be answered, with the other one's order.
    rig.service.on(path, {
      json: { ...(kind === 'prompt' ? PUSHED : CREATED), order_tracking_id: OTHER_ID },
    });
    const states: string[] = [(await rig.kept('INV-1')).state];
    for (const minutes of MINUTES) {
      rig.clock.advance(minutes * 60_000);
      await rig.runChecks();
      states.push((await rig.kept('INV-1')).state);
    }
    const { length } = rig.service.callsTo(path);
    return { rig, order: await rig.kept('INV-1'), states, calls: { first, later: length - first } };
  }

  test.each([
    ['prompt', 'at once', 3],
    ['prompt', 'later', 3],
    ['link', 'at once', 0],
    ['link', 'later', 1],
  ] as const)(
    'is not paid by that, not sent again, and in the end not sent (%s, used %s)',
    async (kind, when, minutes) => {
      const { rig, order, states, calls } = await lost(kind, when);
      expect(states).toEqual(states.map((_, checks) => (checks < minutes ? 'sending' : 'not_sent')));
      expect(order.failure?.reason).toBe('reference_known');
      expect(order).not.toHaveProperty('payment');
      expect(order.service).toEqual({});
      expect(calls.later).toBe(0);
      if (when === 'at once') expect(calls.first).toBe(1);
      expect(await rig.finder.findPayment(OTHER_ID)).toMatchObject({ status: 'elsewhere' });
    },
  );

  test.each(KINDS)('is its own when the record has the address of its request (%s)', async (kind) => {
    for (const address of [OURS, OURS.replace('https://shop', 'HTTPS://SHOP'), '']) {
      const { order } = await lost(kind, 'later', { address });
      expect(order).toMatchObject({ state: 'paid', service: { trackingId: OTHER_ID } });
    }
  });

  test.each(KINDS)('is its own also when Teller has had another address since (%s)', async (kind) => {
    const callbackUrl = 'https://before.test/paid';
    const change = (saved: Order) => ({ ...saved, callbackUrl });
    const address = `${callbackUrl}?OrderMerchantReference=INV-1`;
    const { rig, order } = await lost(kind, 'later', { address, change });
    expect(order.state).toBe('paid');
    const bodies = rig.service.callsTo(paths.SUBMIT).map(({ body }) => body);
    if (kind === 'link') expect(JSON.stringify(bodies.at(-1))).toContain(callbackUrl);
    expect((await lost(kind, 'later', { address: OURS, change })).order.state).toBe('not_sent');
  });

  test.each(KINDS)(
    'is its own when it was requested by a Teller that did not keep that address (%s)',
    async (kind) => {
      const change = ({ callbackUrl: _, ...saved }: Order): Order => saved;
      const { order } = await lost(kind, 'later', { change });
      expect(order.state).toBe('paid');
    },
  );
});

test.each([
  ['prompt', promptDraft],
  ['link', linkDraft],
] as const)(
  'a row of a bulk that waits to be requested again is not, when another system has its reference by then (%s)',
  async (_, draft) => {
    const rig = await startRig();
    await rig.create(draft('INV-1', { ...TYPED, bulk: { id: 'b1', row: 2 } }));
    for (const path of [paths.PUSH, paths.SUBMIT])
      rig.service.on(path, async () => {
        hasPayment(rig, ANOTHERS);
        return { status: 429, json: {} };
      });
    const submitted = rig.ordering.submitOrder(INV_1);
    await expect.poll(async () => (await rig.kept('INV-1')).lastRequest?.isRefused).toBe(true);
    rig.clock.advance(2_000);
    expect(await submitted).toMatchObject({ state: 'not_sent', failure: { reason: 'reference_known' } });
    expect([...rig.service.callsTo(paths.PUSH), ...rig.service.callsTo(paths.SUBMIT)]).toHaveLength(1);
  },
);
