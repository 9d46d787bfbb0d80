// A process that stands still between saving that an order is requested and requesting it: others may have ended the order
// meanwhile, and the customer has gone.
import { describe, expect, test } from 'vitest';
import { applyEvent } from '#orders/events.ts';
import type { Order } from '#orders/order.ts';
import { markRefundRepeated, refundAnswered } from '#orders/refunding.ts';
import type { Draft } from '#payments/ordering/create-order.ts';
import * as paths from '#test/provider/scripted-service.ts';
import { DRAFT, INV_1, newsOf, paid } from './refund-rig.ts';
import { LOST, linkDraft, type OrderingRig, promptDraft, startRig } from './rig.ts';

describe('an order whose process stands still once it is saved that it is requested', () => {
  /** `meanwhile` happens after it. `ms`: by how much the clock has moved then. */
  async function standStill(
    draft: Draft,
    meanwhile = async (_: OrderingRig): Promise<void> => {},
    ms = 61_000,
  ) {
    let isStanding = false;
    const rig = await startRig((store) => ({
      ...store,
      orders: {
        ...store.orders,
        async save(order, ...rest) {
          const saved = await store.orders.save(order, ...rest);
          if (order.requestedAt !== undefined && !isStanding) {
            isStanding = true;
            rig.clock.advance(ms);
            await meanwhile(rig);
          }
          return saved;
        },
      },
    }));
    const { reference } = await rig.create(draft);
    const order = await rig.ordering.submitOrder(reference);
    expect(await rig.kept(reference)).toEqual(order);
    return { rig, order };
  }

  test('rings no phone that nobody expects to ring any more', async () => {
    const { rig, order } = await standStill(promptDraft('INV-1'));
    expect(order).toMatchObject({ state: 'not_sent', failure: { reason: 'interrupted' } });
    expect(order).not.toHaveProperty('outcomeUnknownAt');
    expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
    expect(rig.logged).toEqual([]);
  });

  test('rings none either when its clock was set back, because nobody knows for how long it stood', async () => {
    const { rig, order } = await standStill(promptDraft('INV-1'), undefined, -61_000);
    expect(order).toMatchObject({ state: 'not_sent', failure: { reason: 'interrupted' } });
    expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
  });

  test('rings none for the row of a bulk either', async () => {
    const { rig, order } = await standStill(promptDraft('INV-1', { bulk: { id: 'b1', row: 2 } }));
    expect(order).toMatchObject({ state: 'not_sent', failure: { reason: 'interrupted' } });
    expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
  });

  test('rings none for an order that another process has found not to be there', async () => {
    const { rig, order } = await standStill(promptDraft('INV-1'), async ({ store, clock, kept }) => {
      const failure = { reason: 'never_arrived', serviceMessage: '' } as const;
      const ended = applyEvent(await kept('INV-1'), { event: 'refused', failure }, clock.now());
      expect(await store.orders.save(ended)).toBeDefined();
    });
    expect(order).toMatchObject({ state: 'not_sent', failure: { reason: 'never_arrived' } });
    expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
  });

  test('rings none either when it stands still while it waits for a token', async () => {
    const rig = await startRig();
    const { reference } = await rig.create(promptDraft('INV-1'));
    await rig.registration.ensure();
    rig.clock.advance(3_600_000);
    rig.service.on(paths.TOKEN, async () => {
      rig.clock.advance(61_000);
      return paths.tokenReply('late', rig.clock.now() + 3_600_000);
    });
    expect(await rig.ordering.submitOrder(reference)).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'interrupted' },
    });
    expect(rig.service.callsTo(paths.PUSH)).toEqual([]);
  });

  test('is sent all the same when it is a link, which rings nowhere', async () => {
    expect((await standStill(linkDraft('INV-1'))).order.state).toBe('pending');
  });
});

describe('a refund whose process stands still once it is saved that it is requested', () => {
  /** As above; `at`: which call it is before. */
  async function standStill({
    meanwhile = async (_: OrderingRig): Promise<void> => {},
    ms = 61_000,
    at = 'requestedAt' as 'requestedAt' | 'repeatedAt',
  } = {}) {
    let isStanding = false;
    const rig = await paid({
      ...(at === 'repeatedAt' ? { answers: [LOST] } : {}),
      change: (store) => ({
        ...store,
        orders: {
          ...store.orders,
          async save(order, ...rest) {
            const saved = await store.orders.save(order, ...rest);
            if (order.refund?.[at] !== undefined && !isStanding) {
              isStanding = true;
              rig.clock.advance(ms);
              await meanwhile(rig);
            }
            return saved;
          },
        },
      }),
    });
    await rig.approved();
    if (at === 'repeatedAt') {
      rig.clock.advance(60_000);
      await rig.runChecks();
    }
    return { rig, order: await rig.kept('INV-1'), calls: () => rig.service.callsTo(paths.REFUND).length };
  }

  const INTERRUPTED = { status: 'refused', failure: { reason: 'interrupted' } };

  test('is not asked for, because others may have ended it, and can be asked for anew', async () => {
    const { rig, order, calls } = await standStill();
    expect(calls()).toBe(0);
    expect(order.refund).toMatchObject(INTERRUPTED);
    expect(newsOf(order).at(-1)).toBe('refund_refused');
    expect(rig.logged).toEqual([]);
    await rig.days(1);
    expect(calls()).toBe(0);
    expect((await rig.refunds.askRefund(INV_1, DRAFT, 'U1')).status).toBe('asked');
  });

  test('is not asked for either when its clock was set back', async () => {
    const { order, calls } = await standStill({ ms: -61_000 });
    expect(order.refund).toMatchObject(INTERRUPTED);
    expect(calls()).toBe(0);
  });

  test('is not asked for, and stays as another process has left it that asked meanwhile', async () => {
    const { order, calls } = await standStill({
      meanwhile: async ({ store, clock, kept }) => {
        const save = async (change: (order: Order) => Order | undefined) => {
          const changed = change(await kept('INV-1'));
          expect(changed && (await store.orders.save(changed))).toBeDefined();
        };
        const at = clock.now();
        await save((newest) => markRefundRepeated(newest, at));
        await save((newest) => refundAnswered(newest, { status: 'received' }, { isRepeat: true, at }));
      },
    });
    expect(order.refund?.status).toBe('received');
    expect(calls()).toBe(0);
  });

  test('is not asked for the second time, and nobody knows what became of the first', async () => {
    const { order, calls } = await standStill({ at: 'repeatedAt' });
    expect(order.refund?.status).toBe('unknown');
    expect(calls()).toBe(1);
  });
});
