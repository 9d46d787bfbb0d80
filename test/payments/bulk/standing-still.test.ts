// A Teller stands still for longer than its lease, another one does its work meanwhile, and then the first one goes on.
import { describe, expect, it } from 'vitest';
import { LEASE_MS } from '#lib/with-lease.ts';
import { type OrderingRig, startRig } from '#test/payments/ordering/rig.ts';
import { rowOf } from './sending.ts';

const record = async () => {};

/** `standStill`: the process that holds the lease `name` does, until its time is over. */
async function startStanding(name: string) {
  let held: string | undefined;
  const rig = await startRig((store) => ({
    ...store,
    leases: {
      ...store.leases,
      async acquire(asked, ...lease) {
        const token = await store.leases.acquire(asked, ...lease);
        if (asked === name) held ??= token;
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
  return { ...rig, standStill };
}

/** A bulk with the same file, that nobody has confirmed. */
async function keep(rig: OrderingRig, id: string, row: number): Promise<void> {
  const checked = { id, kind: 'prompt', by: 'U1', channel: 'C1', fileDigest: 'digest' } as const;
  await rig.bulks.keep({ ...checked, isAsked: false }, [rowOf(row)]);
}

describe('a Teller that stood still while a bulk began', () => {
  it('does not begin the same file a second time', async () => {
    const rig = await startStanding('bulks-begin');
    await keep(rig, 'b1', 2);
    await keep(rig, 'b2', 3);
    let isFirst = true;
    const first = await rig.bulks.begin('b1', {
      isAgreed: false,
      async record() {
        if (!isFirst) return;
        isFirst = false;
        await rig.standStill();
        expect(await rig.bulks.begin('b2', { isAgreed: false, record })).toMatchObject({ status: 'begun' });
      },
    });
    expect(first).toMatchObject({ status: 'same_file', other: { id: 'b2' } });
    expect((await rig.bulks.running()).map(({ id }) => id)).toEqual(['b2']);
  });

  it('does not begin anew what another one has begun and sent since', async () => {
    const rig = await startStanding('bulks-begin');
    await keep(rig, 'b1', 2);
    let isFirst = true;
    const first = await rig.bulks.begin('b1', {
      isAgreed: false,
      async record() {
        if (!isFirst) return;
        isFirst = false;
        await rig.standStill();
        const other = await rig.bulks.begin('b1', { isAgreed: false, record });
        if (other.status !== 'begun') throw new Error(`not begun, but ${other.status}`);
        await rig.bulks.stop('b1', 'U2', record);
        await rig.bulks.end(other.bulk, { ending: 'stopped', stoppedBy: 'U2' });
        await rig.bulks.leave('b1');
      },
    });
    expect(first).toMatchObject({ status: 'already_begun', bulk: { state: 'ended', stoppedBy: 'U2' } });
    expect(await rig.bulks.running()).toEqual([]);
  });
});
