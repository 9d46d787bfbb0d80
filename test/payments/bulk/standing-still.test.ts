// A Teller stands still for longer than its lease, another one does its work meanwhile, and then the first one goes on.
import { describe, expect, it } from 'vitest';
import { LEASE_MS } from '#lib/with-lease.ts';
import { createBulkStore } from '#payments/bulk/bulk-store.ts';
import { type OrderingRig, PUSHED, promptDraft, startRig } from '#test/payments/ordering/rig.ts';
import { PUSH } from '#test/provider/scripted-service.ts';
import { begin, rowOf } from './sending.ts';

const record = async () => {};

/**
 * `standStill`: the first process that holds a lease whose name is `name`, or begins so, does, until its time is over.
 * `whileReadingPrompts`: what happens while it looks once for prompts to a number.
 */
async function startStanding(name: string) {
  let held: string | undefined;
  let meanwhile: (() => Promise<void>) | undefined;
  const rig = await startRig((store) => ({
    ...store,
    orders: {
      ...store.orders,
      async promptsTo(...asked) {
        const found = await store.orders.promptsTo(...asked);
        const happens = meanwhile;
        meanwhile = undefined;
        await happens?.();
        return found;
      },
    },
    leases: {
      ...store.leases,
      async acquire(asked, ...lease) {
        const token = await store.leases.acquire(asked, ...lease);
        if (asked === name || (name.endsWith(':') && asked.startsWith(name))) held ??= token;
        return token;
      },
      // Whoever stands still renews nothing before it goes on.
      renew: async (asked, token, ttlMs) =>
        token === held ? false : store.leases.renew(asked, token, ttlMs),
    },
  }));
  async function standStill() {
    if (held === undefined) throw new Error(`nobody holds ${name}`);
    rig.clock.advance(LEASE_MS + 1);
  }
  return {
    ...rig,
    standStill,
    whileReadingPrompts(happens: () => Promise<void>) {
      held = undefined;
      meanwhile = happens;
    },
  };
}

/** A bulk with the same file, that nobody has confirmed. */
async function keep(rig: OrderingRig, id: string, row: number): Promise<void> {
  const checked = { id, kind: 'prompt', by: 'U1', channel: 'C1', fileDigest: 'digest' } as const;
  await rig.bulks.keep({ ...checked, isAsked: false }, [rowOf(row)]);
}

/** The bulk b1, by a Teller that stands still for so long at its first try that `meanwhile` another one has its turn. */
function beginStandingStill(rig: Awaited<ReturnType<typeof startStanding>>, meanwhile: () => Promise<void>) {
  let isFirst = true;
  return rig.bulks.begin('b1', {
    isAgreed: false,
    async record() {
      if (!isFirst) return;
      isFirst = false;
      await rig.standStill();
      await meanwhile();
    },
  });
}

describe('a Teller that stood still while a bulk began', () => {
  it('does not begin the same file a second time', async () => {
    const rig = await startStanding('bulks-begin');
    await keep(rig, 'b1', 2);
    await keep(rig, 'b2', 3);
    const first = await beginStandingStill(rig, async () => {
      expect(await rig.bulks.begin('b2', { isAgreed: false, record })).toMatchObject({ status: 'begun' });
    });
    expect(first).toMatchObject({ status: 'same_file', other: { id: 'b2' } });
    expect((await rig.bulks.running()).map(({ id }) => id)).toEqual(['b2']);
  });

  it('does not begin anew what another one has begun and sent since', async () => {
    const rig = await startStanding('bulks-begin');
    await keep(rig, 'b1', 2);
    const first = await beginStandingStill(rig, async () => {
      const other = await rig.bulks.begin('b1', { isAgreed: false, record });
      if (other.status !== 'begun') throw new Error(`not begun, but ${other.status}`);
      await rig.bulks.stop('b1', 'U2', record);
      await rig.bulks.end(other.bulk, { ending: 'stopped', stoppedBy: 'U2' });
      await rig.bulks.leave('b1');
    });
    expect(first).toMatchObject({ status: 'already_begun', bulk: { state: 'ended', stoppedBy: 'U2' } });
    expect(await rig.bulks.running()).toEqual([]);
  });
});

it('a Teller that stood still while it sent a row does not save its bulk over what another one has made of it since', async () => {
  const rig = await startStanding('bulks');
  const bulk = await begin(rig, [rowOf(2), rowOf(3)]);
  const other = createBulkStore({ ...rig.store, keyValues: rig.store.keyValues('bulks'), clock: rig.clock });
  const ended = { ...bulk, state: 'ended', ending: 'stopped', stoppedBy: 'U2' } as const;
  let leads: string | undefined;
  rig.service.on(PUSH, async () => {
    await rig.standStill();
    void other.lead(
      async () => {
        await other.save(ended);
        leads = 'other';
        await new Promise(() => {});
      },
      async () => {},
    );
    await expect.poll(() => leads).toBe('other');
    return { json: PUSHED };
  });
  const led = await rig.bulks.lead<unknown>(
    () => rig.bulks.sendNext(bulk),
    () => 'another one leads',
  );
  expect(led).toBe('another one leads');
  expect(await rig.bulks.read('b1')).toEqual(ended);
  expect(rig.service.callsTo(PUSH)).toHaveLength(1);
});

describe('a Teller that stood still over a prompt', () => {
  it('does not create it when somebody has sent the same one since, but asks about that', async () => {
    const rig = await startStanding('prompts:');
    rig.whileReadingPrompts(async () => {
      await rig.standStill();
      await rig.create(promptDraft('OTHER'));
    });
    const created = await rig.orderCreation.createOrder(promptDraft('FIRST'), { evenIfSame: false });
    expect(created).toMatchObject({ status: 'same_again', order: { reference: 'OTHER' } });
  });

  it('does not request a row that was left when somebody has sent the same prompt since', async () => {
    const rig = await startStanding('prompts:');
    const { reference } = await rig.create(promptDraft('ROW-2', { bulk: { id: 'b1', row: 2 } }));
    rig.whileReadingPrompts(async () => {
      await rig.standStill();
      await rig.ordering.submitOrder((await rig.create(promptDraft('BY-HAND'))).reference);
    });
    expect(await rig.ordering.submitOrder(reference)).toMatchObject({
      state: 'not_sent',
      failure: { reason: 'same_again' },
    });
    expect(rig.service.callsTo(PUSH)).toHaveLength(1);
  });
});
